import { z } from 'zod'
import { truncateText } from '../../kernel/lenient-fields.ts'
import { innerSchema } from '../../kernel/text-input.ts'

/** How much of what is inside a row or thing is shown. */
export interface OutputLimits {
  /** Of each list inside. */
  items: number
  /** Of each series in time: the newest. */
  points: number
  /** Of each text, in code points. */
  characters: number
}

/** From the usual room to the least, for what would otherwise be too large. */
export const outputLimitSteps: readonly OutputLimits[] = [
  { items: 10, points: 400, characters: 2000 },
  { items: 10, points: 40, characters: 600 },
  { items: 3, points: 10, characters: 150 },
]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What fields beside them say as well (ids of what is named in the same order, what two figures make, what a check is), what
 * is always the same, and where in a text a name stands, which serves programs that mark it.
 */
const unneeded = new Set([
  'competitor_ids_on_page',
  'mentioned_competitor_ids',
  'previous_visits',
  'error_share_pct',
  'docs_url',
  'timezone',
  'offsets',
  'lengths',
  'brand_search',
])

/** An empty list, or a count that tells nothing where there is none. */
const isOfNone = (name: string, field: unknown) =>
  Array.isArray(field)
    ? field.length === 0
    : field === 0 && (name.endsWith('_omitted') || name === 'spoofed_visits')

/**
 * What an operation has found, for a reader who pays by the word: without fields that have no value, and without those
 * that another one says as well. Figures stay as they are.
 */
export function compactResult(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = innerSchema(schema)
  if (Array.isArray(value)) {
    const item = inner instanceof z.ZodArray ? inner.def.element : z.unknown()
    return value.map((one) => compactResult(item, one))
  }
  if (!isRecord(value)) return value
  const shape: Record<string, z.core.$ZodType> = inner instanceof z.ZodObject ? inner.shape : {}
  const kept = Object.entries(value).filter(
    ([name, field]) =>
      field !== null && !unneeded.has(name) && !isOfNone(name, field) && !isTwice(shape[name]),
  )
  return Object.fromEntries(
    kept.map(([name, field]) => [name, compactResult(shape[name] ?? z.unknown(), field)]),
  )
}

const isTwice = (schema: z.core.$ZodType | undefined) =>
  schema !== undefined && z.globalRegistry.get(schema)?.deprecated === true

/** The same with long texts and lists cut; how many items are left out stands beside each list. */
export function truncateTo(room: OutputLimits, value: unknown): unknown {
  if (typeof value === 'string') return truncateText(value, room.characters)
  if (Array.isArray(value)) return value.map((item) => truncateTo(room, item))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
      if (!Array.isArray(field)) return [[name, truncateTo(room, field)]]
      const kept = isSeries(field) ? field.slice(-room.points) : field.slice(0, room.items)
      const omitted = field.length - kept.length
      return [
        [name, truncateTo(room, kept)],
        ...(omitted === 0 ? [] : [[`${name}_omitted`, omitted] as [string, number]]),
      ]
    }),
  )
}

const isSeries = ([first]: unknown[]) => isRecord(first) && ('start_date' in first || 'date' in first)
