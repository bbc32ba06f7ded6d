import { z } from 'zod'
import { trimmedText } from './fields.ts'

/**
 * Fields of model output and page markup, whose author cannot be asked for a correction: too long text is
 * truncated and invalid values become null. Their JSON Schema includes the limits for models.
 */

/** Truncates text to a limit in code points, at a word boundary. */
export function truncateText(text: string, max: number): string {
  // Do not split all of a very long text.
  const points = [...text.slice(0, (max + 1) * 2)]
  if (points.length <= max) return text
  const start = points.slice(0, max - 1).join('')
  const space = start.lastIndexOf(' ')
  return `${start.slice(0, space > max / 2 ? space : start.length)}…`
}

/** Returns the trimmed and truncated text. Null if the value is not usable text. */
function parseText(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null
  const { data = '' } = trimmedText(0, max).safeParse(truncateText(value.trim(), max))
  return data === '' ? null : data
}

const textWithLimit = (max: number) => z.string().meta({ maxLength: max })

/** Text truncated to `max` code points. Null if it is not usable. */
export const textOrNull = (max: number) => z.preprocess((value) => parseText(value, max), textWithLimit(max).nullable())

/** Required text, truncated to `max` code points. */
export const requiredText = (max: number) => z.preprocess((value) => parseText(value, max), textWithLimit(max))

/** A name within a limit; not truncated, as that would make it a different name. */
export const nameField = (max: number) => trimmedText(1, max).meta({ maxLength: max })

/** The first `max` valid and distinct items. */
export function lenientList<T extends z.ZodType>(item: T, max: number) {
  function first(values: readonly unknown[]): unknown[] {
    const items = new Set<unknown>()
    for (const value of values) {
      const { success, data } = item.safeParse(value)
      if (success) items.add(data)
      // A page may declare a hundred thousand items.
      if (items.size === max) break
    }
    return [...items]
  }
  return z.preprocess((value) => (Array.isArray(value) ? first(value) : []), z.array(item).max(max))
}
