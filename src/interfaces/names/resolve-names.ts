import { distance } from 'fastest-levenshtein'
import { countryNames } from '../../lib/countries.ts'
import { invalidRequest } from '../../lib/errors.ts'
import lists from './names.json' with { type: 'json' }

export interface NameList {
  list: string
  id: string
  names: string[]
  /** Whether a part of the name is sufficient, if it identifies one row. */
  partial?: boolean
  /** For models and for the help of a command. */
  description?: string
}
export type Named = Record<string, unknown>

/** Reads all rows of a list. Undefined if the caller cannot read it. */
export type ReadRows = (list: string) => Promise<readonly Named[] | undefined>

const listOf: ReadonlyMap<string, NameList> = new Map(Object.entries(lists))

/** The list of the things that a field names. Undefined for other fields. */
export const nameListOf = (field: string): NameList | undefined =>
  listOf.get(field) ?? listOf.get(field.replace(/s$/, ''))

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxSuggestions = 5
/** Of a name that is compared with others. */
const maxCharacters = 200

/**
 * Replaces names in fields with ids, such as those of engines, markets, topics, tags, competitors and prompts.
 * Keeps other values, and those of lists that the caller cannot read.
 * @throws ApiError invalid_request with the candidates if a name matches no row or several
 */
export async function resolveNames(read: ReadRows, input: Named, { isWrite = false } = {}): Promise<Named> {
  const entries = Object.entries(input).map(async ([field, value]) => {
    const list = nameListOf(field)
    const given = Array.isArray(value) ? value : [value]
    const isNamed = given.some((one) => typeof one === 'string' && !uuid.test(one))
    if (list === undefined || !isNamed) return [field, value]
    const rows = list.list === 'countries' ? countryNames : await read(list.list)
    if (rows === undefined) return [field, value]
    const ids = given.map((one) =>
      typeof one === 'string' && !uuid.test(one)
        ? findId(field, one, isWrite ? { ...list, partial: false } : list, rows)
        : one,
    )
    return [field, Array.isArray(value) ? [...new Set(ids)] : ids[0]]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Letters and digits only, without accents: `Dornbrück` and `dornbruck`, `high intent` and `high-intent`. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** @throws ApiError invalid_request unless one row has the name */
export function findId(field: string, given: string, list: NameList, rows: readonly Named[]) {
  const wanted = fold(given.slice(0, maxCharacters))
  const namesOf = (row: Named) => list.names.map((name) => fold(String(row[name] ?? '')))
  const isExact = (row: Named) => list.names.some((name) => row[name] === given) || namesOf(row).includes(wanted)
  const exact = rows.filter((row) => wanted !== '' && isExact(row))
  const containing = rows.filter((row) => wanted !== '' && namesOf(row).some((name) => name.includes(wanted)))
  const matches = exact.length === 0 && list.partial ? containing : exact
  const [match, second] = new Set(matches.map((row) => row[list.id]))
  if (match !== undefined && second === undefined) return match
  const shown = JSON.stringify(given.slice(0, maxCharacters))
  if (second !== undefined)
    throw invalidRequest(`${field}: several match ${shown}; use an id: ${labels(matches, list, rows)}`)
  const far = (row: Named) => Math.min(...namesOf(row).map((name) => distance(name.slice(0, maxCharacters), wanted)))
  const nearest = [...new Set([...containing, ...rows.toSorted((a, b) => far(a) - far(b))])]
  const introduction = rows.length === 1 ? 'the only one is' : 'the nearest are'
  const hint = rows.length === 0 ? 'there are none yet' : `${introduction} ${labels(nearest, list, rows)}`
  throw invalidRequest(`${field}: no such name or id: ${shown}; ${hint}`)
}

/** `Single Dose in Grinders (id)`, as subtopics of different topics can have the same name. */
export function labels(rows: readonly Named[], { id, names }: NameList, all = rows): string {
  const shown = rows.slice(0, maxSuggestions).map((row) => {
    const parent = all.find((other) => row.parent_topic_id != null && other.id === row.parent_topic_id)
    return `${row[names.at(-1) as string]}${parent === undefined ? '' : ` in ${parent.name}`} (${row[id]})`
  })
  return shown.join(', ')
}
