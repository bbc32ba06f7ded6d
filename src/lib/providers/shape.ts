import { z } from 'zod'

/** Maximum entries read of one list: over 100 times as many as any provider sends. */
const maxEntries = 10_000
/** Maximum length of an answer in UTF-16 units, as in an answers file. */
export const maxTextLength = 2_000_000

/** A body that does not match its format. The message names the field and the problem. */
export class UnreadableBody extends Error {}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * Reads a part of a body. Ignores fields that the schema does not name.
 * @param path the part's path in the body, such as `output[0]`; empty for the body itself
 * @throws UnreadableBody that names the first field of an unexpected type
 */
export function readShape<T extends z.ZodType>(schema: T, value: unknown, path = ''): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const words = issue?.code === 'invalid_type' ? `must be ${kinds[issue.expected] ?? issue.expected}` : issue?.message
  throw new UnreadableBody(`${pathText(path, issue?.path ?? [])} ${words}`)
}

function pathText(path: string, keys: readonly PropertyKey[]): string {
  const text = keys.reduce<string>(
    (whole, key) => (typeof key === 'number' ? `${whole}[${key}]` : `${whole}.${String(key)}`),
    path,
  )
  return text.replace(/^\./, '') || 'the body'
}

/** A value that is checked separately. */
export const anything = z.unknown().optional()

/** Text of an answer. */
export const textField = z.string().max(maxTextLength, 'must have at most 2,000,000 characters')

/** A list whose entries are read; null and undefined are an empty list. */
export const list = <T extends z.ZodType>(entry: T) =>
  z
    .custom<unknown[]>(
      (value) => Array.isArray(value) && value.length <= maxEntries,
      'must be a list of at most 10,000 entries',
    )
    .nullish()
    .transform((value) => value ?? [])
    .pipe(z.array(entry))

/** A list whose entries are read one by one, by type. */
export const anyList = list(z.unknown())

/** An object or nothing; other types make the body unreadable. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

/** Non-essential facts: unknown if they have an unexpected type. */
export const looseText = z.string().catch('')
export const looseCount = z.number().nonnegative().nullable().catch(null)
export const looseFlag = z.boolean().nullable().catch(null)
/** The strings of a list; empty if the value is not a list. */
export const looseTexts = z
  .array(z.unknown())
  .catch([])
  .transform((entries) => entries.filter((entry) => typeof entry === 'string'))
/** An object with non-essential fields; other types count as an empty object. */
export const loose = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))

/** A page that an answer names. */
export const page = z.object({ url: optional(z.string()), title: looseText })

/** A link in an answer's text. */
export const link = page.extend({ start_index: optional(z.number()), end_index: optional(z.number()) })

const typedEntry = z.object({ type: z.string() })

/** The type of an entry in a list of mixed types. */
export const typeOf = (entry: unknown, path: string): string => readShape(typedEntry, entry, path).type

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
