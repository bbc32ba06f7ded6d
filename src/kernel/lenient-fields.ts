import { z } from 'zod'
import { trimmedText } from './fields.ts'

/**
 * Fields of what models answer and pages declare. Nobody can be asked to write it again: what is too long is cut, and what
 * cannot be taken is none. Their JSON Schema has the limits, so that a model is told them.
 */

/** A text within a limit, in code points: cut where a word ends. */
export function truncateText(text: string, max: number): string {
  // Of a far longer one nothing else is looked at.
  const points = [...text.slice(0, (max + 1) * 2)]
  if (points.length <= max) return text
  const start = points.slice(0, max - 1).join('')
  const space = start.lastIndexOf(' ')
  return `${start.slice(0, space > max / 2 ? space : start.length)}…`
}

/** What a field takes of a value; null where that is nothing. */
function taken(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null
  const { data = '' } = trimmedText(0, max).safeParse(truncateText(value.trim(), max))
  return data === '' ? null : data
}

const told = (max: number) => z.string().meta({ maxLength: max })

/** A text of at most so many code points; null for what is none. */
export const textOrNull = (max: number) => z.preprocess((value) => taken(value, max), told(max).nullable())

/** A text of at most so many code points, without which there is nothing. */
export const requiredText = (max: number) => z.preprocess((value) => taken(value, max), told(max))

/** A name within a limit: one that is cut would be another. */
export const nameField = (max: number) => trimmedText(1, max).meta({ maxLength: max })

/** The first items that can be taken; of equal texts one. */
export function lenientList<T extends z.ZodType>(item: T, max: number) {
  function first(values: readonly unknown[]): unknown[] {
    const items = new Set<unknown>()
    for (const value of values) {
      const { success, data } = item.safeParse(value)
      if (success) items.add(data)
      // Pages may declare a hundred thousand.
      if (items.size === max) break
    }
    return [...items]
  }
  return z.preprocess((value) => (Array.isArray(value) ? first(value) : []), z.array(item).max(max))
}
