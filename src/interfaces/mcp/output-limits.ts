import { z } from 'zod'
import { truncateText } from '../../kernel/lenient-fields.ts'
import { innerSchema } from '../../kernel/text-input.ts'
import fields from './shown-fields.json' with { type: 'json' }

/** Limits of nested data in a row or resource. */
export interface OutputLimits {
  /** Items per nested list. */
  items: number
  /** The newest points per time series. */
  points: number
  /** Code points per text. */
  characters: number
}

/** Limits from default to smallest, for results that would be too large. */
export const outputLimitSteps: readonly OutputLimits[] = [
  { items: 10, points: 400, characters: 2000 },
  { items: 10, points: 40, characters: 600 },
  { items: 3, points: 10, characters: 150 },
]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Redundant fields (ids of names in the same order, derived figures, explanations of checks), constants, and
 * positions of names in texts, which only programs need.
 */
const redundant = new Set(fields.redundant)

/** An empty list, or a zero count that says nothing. */
const isEmpty = (name: string, field: unknown) =>
  Array.isArray(field) ? field.length === 0 : field === 0 && (name.endsWith('_omitted') || name === 'spoofed_visits')

/** Shortens a result for a model: drops fields without a value and redundant ones. Figures stay unchanged. */
export function compactResult(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = innerSchema(schema)
  if (Array.isArray(value)) {
    const item = inner instanceof z.ZodArray ? inner.def.element : z.unknown()
    return value.map((one) => compactResult(item, one))
  }
  if (!isRecord(value)) return value
  const shape: Record<string, z.core.$ZodType> = inner instanceof z.ZodObject ? inner.shape : {}
  const kept = Object.entries(value).filter(
    ([name, field]) => field !== null && !redundant.has(name) && !isEmpty(name, field) && !isTwice(shape[name]),
  )
  return Object.fromEntries(kept.map(([name, field]) => [name, compactResult(shape[name] ?? z.unknown(), field)]))
}

const isTwice = (schema: z.core.$ZodType | undefined) =>
  schema !== undefined && z.globalRegistry.get(schema)?.deprecated === true

/** Truncates long texts and lists. The number of omitted items is next to each list. */
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
