import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { isPathField, isSecretField } from '../../kernel/fields.ts'
import { inputSchema, type Operation, subjectField } from '../../kernel/operation.ts'
import { isBoolean, isList, parseTextInput } from '../../kernel/text-input.ts'
import { validate } from '../../kernel/validation.ts'
import type { Command } from '../control/run-command.ts'
import { nameListOf } from '../names/resolve-names.ts'
import { describeFlag } from './flag-text.ts'

/** Invalid usage of the CLI. Exits with status 2. */
export class UsageError extends Error {}

export interface ParsedCommand {
  command: Command
  json: boolean
  /** Path of the input file; `-` is standard input. */
  file: string | undefined
  dataDir: string | undefined
}

/** A field's flag in kebab case. Lists use the singular and repeat the flag for each item. */
export function flagOf(name: string, list: boolean): string {
  return (list ? singular(name) : name).replaceAll('_', '-')
}

const endings: readonly [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(ss|x|ch|sh|alias|status)es$/, '$1'],
  [/([^su])s$/, '$1'],
]

export function singular(name: string): string {
  const [ending, replacement] = endings.find(([plural]) => plural.test(name)) ?? [/$/, '']
  return name.replace(ending, replacement)
}

/** Sources of a secret. The flags of all sources set the same field. */
const secretSources = {
  env: (name: string) => process.env[name],
  file: (path: string) => readFileSync(path, 'utf8'),
} as const

type SecretSource = keyof typeof secretSources

/** The flags of a field. Secrets have one per source, as other users can see command arguments. */
export function flagsOfField(name: string, schema: z.core.$ZodType): string[] {
  const flag = flagOf(name, isList(schema))
  return isSecretField(schema) ? Object.keys(secretSources).map((source) => `${flag}-${source}`) : [flag]
}

/** The operation's flags with the fields that they set. */
function flagsOf(operation: Operation): Map<string, string> {
  const subject = subjectField(operation)
  const shape = inputSchema(operation).shape
  const fields = Object.entries(shape).flatMap(([name, schema]) =>
    flagsOfField(name, schema).map((flag) => [flag, name] as const),
  )
  return new Map([...(subject === undefined ? [] : [[flagOf(subject, false), subject] as const]), ...fields])
}

/**
 * Parses the arguments after an operation's name.
 * @throws UsageError if a flag is unknown, missing, or repeated although it is no list
 */
export function parseCommand(operation: Operation, words: string[]): ParsedCommand {
  const { shape } = inputSchema(operation)
  const fields = flagsOf(operation)
  const isField = (flag: string, test: (schema: z.core.$ZodType) => boolean) => {
    const name = fields.get(flag) as string
    return Object.hasOwn(shape, name) && test(shape[name] as z.core.$ZodType)
  }
  // `--compare-to-previous` means `--compare-to-previous true`.
  const isSwitch = (word: string) => fields.has(word.slice(2)) && isField(word.slice(2), isBoolean)
  const full = words.map((word, at) =>
    word.startsWith('--') && isSwitch(word) && (words[at + 1] ?? '--').startsWith('--') ? `${word}=true` : word,
  )
  const given = readFlags(operation.name, full, {
    single: [...fields.keys(), ...(operation.takesFile ? ['file'] : []), 'data-dir'],
    lists: [...fields.keys()].filter((flag) => isField(flag, isList)),
    bare: ['json', ...(operation.list === undefined ? [] : ['all'])],
  })
  if (given.has('all') && given.has('limit')) throw new UsageError('set either --all or --limit')
  const missing = requiredFlags(operation).filter((flags) => !flags.some((flag) => given.has(flag)))
  if (missing.length > 0) {
    const named = missing.map((flags) => {
      const field = fields.get(flags[0] as string) ?? 'file'
      const what = field === 'file' ? 'a path, or - for standard input' : describeFlag(field, shape[field])
      return `${flags.map((flag) => `--${flag}`).join(' or ')} (${what.replace(/\.$/, '')})`
    })
    const list = missing.map(([flag = '']) => nameListOf(fields.get(flag) ?? '')?.list).find(Boolean)
    throw new UsageError(`${operation.name} needs ${named.join(', ')}${list ? `; ${list} shows them` : ''}`)
  }
  const texts: Record<string, string[]> = {}
  for (const [flag, field] of fields) {
    const values = given.get(flag)
    if (values === undefined) continue
    if (isField(flag, isSecretField)) {
      if (texts[field] !== undefined) throw new UsageError(`--${flag}: another flag already sets this secret`)
      texts[field] = values.map((value) => readSecret(flag, value))
    } else texts[field] = isField(flag, isPathField) ? values.map((to) => resolve(to)) : values
  }
  checkValues(operation, texts)
  return {
    command: { name: operation.name, texts, allRows: true },
    json: given.has('json'),
    file: given.get('file')?.[0],
    dataDir: given.get('data-dir')?.[0],
  }
}

/**
 * Checks the values that need no stores: names are resolved later, and lists have no pages here.
 * @throws UsageError that names each invalid flag
 */
function checkValues(operation: Operation, texts: Record<string, string[]>): void {
  const fields = Object.entries(inputSchema(operation).shape)
  const checked = fields.filter(([name]) => name !== 'limit' && nameListOf(name) === undefined)
  const some = z.strictObject(Object.fromEntries(checked) as z.ZodRawShape)
  const given = Object.entries(texts).filter(([name]) => Object.hasOwn(some.shape, name))
  try {
    validate(some, parseTextInput(some, Object.fromEntries(given)))
  } catch (error) {
    throw new UsageError(nameFlags(operation, (error as Error).message))
  }
}

/** Names flags instead of fields in an error. */
export function nameFlags(operation: Operation, message: string): string {
  const flags = new Map([...flagsOf(operation)].toReversed().map(([flag, field]) => [field, `--${flag}`]))
  const field = /\b[a-z]+(_[a-z]+)+\b|(?<=^|; )[a-z]+(?=:| must| is| can)/g
  return message.replace(field, (name) => flags.get(name) ?? name)
}

/** @throws UsageError if the source has no secret */
export function readSecret(flag: string, from: string): string {
  const source = flag.slice(flag.lastIndexOf('-') + 1) as SecretSource
  let secret: string | undefined
  try {
    secret = secretSources[source](from)
  } catch (error) {
    throw new UsageError(`--${flag}: ${(error as Error).message}`)
  }
  if (secret?.trim()) return secret
  throw new UsageError(source === 'env' ? `--${flag}: ${from} is not set` : `--${flag}: ${from} is empty`)
}

/** The flag with the nearest spelling. Undefined if more than half of the characters differ. */
function nearestFlag(typed: string, flags: readonly string[]): string | undefined {
  const nearest = closest(typed, flags)
  return distance(nearest, typed) <= (typed.length - 2) / 2 ? nearest : undefined
}

interface Flags {
  /** Flags with a value. */
  single: readonly string[]
  /** The flags among them that can be repeated. */
  lists?: readonly string[]
  /** Flags without a value. */
  bare?: readonly string[]
}

/**
 * Parses a command's flags.
 * @returns the values of each given flag
 * @throws UsageError for any other argument, or a repeated flag that is no list
 */
export function readFlags(
  command: string,
  words: string[],
  { single, lists = [], bare = [] }: Flags,
): Map<string, string[]> {
  const options = {
    ...Object.fromEntries(single.map((name) => [name, { type: 'string', multiple: true } as const])),
    ...Object.fromEntries(bare.map((name) => [name, { type: 'boolean' } as const])),
  }
  let values: Record<string, unknown>
  try {
    values = parseArgs({ args: words, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. ')
    const flags = [...single, ...bare].map((name) => `--${name}`)
    const unknown = /^Unknown option '(--[^']+)'/.exec(problem)?.[1]
    const argument = /^Unexpected argument '([^']+)'/.exec(problem)?.[1]
    const similar = flags.find((flag) => unknown !== undefined && flag.endsWith(unknown.slice(1)))
    const meant =
      unknown === undefined
        ? argument !== undefined && single.includes('file') && `--file ${argument}`
        : (similar ?? nearestFlag(unknown, flags))
    const hint = meant && `; did you mean ${meant}?`
    throw new UsageError(`${problem}${hint || '.'} ${command} accepts ${flags.join(' ')}`)
  }
  const given = new Map(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : []]),
  )
  for (const [name, { length }] of given)
    if (length > 1 && !lists.includes(name)) throw new UsageError(`--${name} can only be given once`)
  return given
}

/** The required flags. One flag of each inner list is enough. */
export function requiredFlags(operation: Operation): string[][] {
  const shape = inputSchema(operation).shape
  const required = Object.entries(shape).filter(
    ([, schema]) => !(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success,
  )
  const subject = subjectField(operation)
  return [
    ...(subject === undefined || operation.isSameInAll ? [] : [[flagOf(subject, false)]]),
    ...required.map(([name, schema]) => flagsOfField(name, schema)),
    ...(operation.takesFile === true ? [['file']] : []),
  ]
}
