import { readFileSync } from 'node:fs'

export interface SchemaVocabulary {
  hasType(type: string): boolean
  /** Whether nodes of a type can have a property, directly or from a supertype. */
  hasProperty(type: string, property: string): boolean
  /** Whether a type is the other type or a subtype of it. */
  isKindOf(type: string, other: string): boolean
  /** The types of a property’s values; undefined if its values cannot be validated. */
  range(property: string): readonly string[] | undefined
  /** The members of an enumeration; undefined for other types. */
  members(type: string): ReadonlySet<string> | undefined
}

interface TypeEntry {
  parents: string[]
  properties: Set<string>
}

let vocabulary: SchemaVocabulary | undefined

/** Reads `schema-vocabulary.txt` once. */
export function schemaVocabulary(): SchemaVocabulary {
  vocabulary ??= readVocabulary(readFileSync(new URL('./schema-vocabulary.txt', import.meta.url), 'utf8'))
  return vocabulary
}

const split = (text = '') => text.split(' ').filter((word) => word !== '')

function readVocabulary(text: string): SchemaVocabulary {
  const types = new Map<string, TypeEntry>()
  const ranges = new Map<string, string[]>()
  const members = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [head = '', words] = line.split(' :')
    const [kind, name = '', , ...parents] = head.split(' ')
    if (kind === 'type') types.set(name, { parents: split(parents.join(' ')), properties: new Set(split(words)) })
    else if (kind === 'property') ranges.set(name, split(words))
    else if (kind === 'members') members.set(name, new Set(split(words)))
  }

  /** Whether a condition is true for a type or one of its supertypes. */
  function holds(type: string, isMeant: (name: string, entry: TypeEntry) => boolean): boolean {
    const entry = types.get(type)
    if (entry === undefined) return false
    return isMeant(type, entry) || entry.parents.some((parent) => holds(parent, isMeant))
  }

  return {
    hasType: (type) => types.has(type),
    hasProperty: (type, property) => holds(type, (_, { properties }) => properties.has(property)),
    isKindOf: (type, other) => holds(type, (name) => name === other),
    range: (property) => ranges.get(property),
    members: (type) => members.get(type),
  }
}

type Node = Record<string, unknown>

const number = /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i
const amount = /^\s*\d+(?:\.\d+)?\s*$/
const zone = '(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?'
const clock = `\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?${zone}`
const date = new RegExp(`^(-?\\d{4})(?:-?(\\d\\d)(?:-?(\\d\\d)(?:[T ]${clock})?)?)?$`)
const time = new RegExp(`^T?${clock}$`)
const duration = /^-?P(?=.)(?:\d+(?:[.,]\d+)?[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?$/
const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Properties for which engines are stricter than schema.org (Google’s docs of offers and ratings). */
const stricter: Readonly<Record<string, (text: string) => boolean>> = {
  price: (text) => amount.test(text),
  lowPrice: (text) => amount.test(text),
  highPrice: (text) => amount.test(text),
  priceCurrency: (text) => currencies.has(text),
  salaryCurrency: (text) => currencies.has(text),
  ratingValue: (text) => /^\s*\d+(?:\.\d+)?\s*(?:%|\/\s*\d+(?:\.\d+)?)?\s*$/.test(text),
  bestRating: (text) => number.test(text),
  ...Object.fromEntries(['gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14'].map((name) => [name, isGtin])),
  worstRating: (text) => number.test(text),
}

/** A GTIN with its check digit (GS1 General Specifications, 7.9), or a GS1 Digital Link. */
function isGtin(text: string): boolean {
  if (/^https?:\/\//.test(text)) return true
  const digits = text.trim().replaceAll('-', '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Properties whose value contradicts another one of the node. */
function contradictions(node: Node): string[] {
  const [value, best, worst] = ['ratingValue', 'bestRating', 'worstRating'].map((name) => numberIn(node[name]))
  const [published, modified] = ['datePublished', 'dateModified'].map((name) => dayIn(node[name]))
  const found: string[] = []
  if (value !== undefined && (value > (best ?? Infinity) || value < (worst ?? -Infinity))) found.push('ratingValue')
  if (published !== undefined && modified !== undefined && modified < published) found.push('dateModified')
  return found
}

const numberIn = (value: unknown): number | undefined => (number.test(String(value)) ? Number(value) : undefined)

/** The day of an ISO 8601 date. */
export const dayIn = (value: unknown): string | undefined => /^\d{4}-\d\d-\d\d/.exec(String(value))?.[0]

/** Value formats by schema.org type (ISO 8601 for dates and times). */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  Boolean: (text) => /^(?:https?:\/\/schema\.org\/)?(?:true|false)$/i.test(text),
  Date: isDate,
  DateTime: isDate,
  Duration: (text) => duration.test(text),
  Float: (text) => number.test(text),
  Integer: (text) => number.test(text),
  Number: (text) => number.test(text),
  Time: (text) => time.test(text),
}

function isDate(text: string): boolean {
  const [, , month = '01', day = '01'] = date.exec(text.trim()) ?? ['', '', '99']
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
}

/** Invalid names and values of a schema.org node, as `Type` or `Type.property`. */
export interface WordFaults {
  /** Not defined by schema.org. */
  unknown: string[]
  /** With an invalid value. */
  invalid: string[]
}

/** @param types of the node, without prefix */
export function wordFaults(node: Node, types: readonly string[]): WordFaults {
  const vocabulary = schemaVocabulary()
  const own = types.filter((type) => !/[:/]/.test(type))
  const unknownTypes = own.filter((type) => !vocabulary.hasType(type))
  const faults: WordFaults = { unknown: [...unknownTypes], invalid: [] }
  const [first = ''] = own
  // Unknown here: properties of other vocabularies, and those that a role replaces.
  const isKnown = own.length === types.length && unknownTypes.length === 0
  const isRole = own.some((type) => vocabulary.isKindOf(type, 'Role'))
  for (const [key, value] of Object.entries(node)) {
    const property = key.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '')
    if (/^@|[:/]|-(?:in|out)put$/.test(property)) continue
    const isPossible = own.some((type) => vocabulary.hasProperty(type, property))
    if (isKnown && !isRole && !isPossible) faults.unknown.push(`${first}.${property}`)
    const isWrong = [value].flat().some((one) => isWrongValue(vocabulary, property, one))
    if (isPossible && isWrong) faults.invalid.push(`${first}.${property}`)
  }
  faults.invalid.push(...contradictions(node).map((property) => `${first}.${property}`))
  return faults
}

/** Nested nodes are checked separately, and empty values are ignored. */
function isWrongValue(vocabulary: SchemaVocabulary, property: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false
  const text = String(value)
  if (text.trim() === '') return false
  const isRight = Object.hasOwn(stricter, property) ? stricter[property] : undefined
  if (isRight !== undefined) return !isRight(text)
  const range = vocabulary.range(property)
  return range?.some((type) => isOfType(vocabulary, text.trim(), type)) === false
}

function isOfType(vocabulary: SchemaVocabulary, text: string, type: string): boolean {
  const form = forms[type]
  if (form !== undefined) return form(text)
  const member = text.replace(/^https?:\/\/(?:www\.)?schema\.org\//, '')
  // Members of other vocabularies have a URL as their name.
  return member.includes('://') || (vocabulary.members(type)?.has(member) ?? true)
}
