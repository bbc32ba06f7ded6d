import { z } from 'zod'

/** Entries of one list that are read. No provider gives a hundredth of it. */
const maxEntries = 10_000
/** UTF-16 units of an answer, as in an answers file. */
export const maxTextLength = 2_000_000

/** A body that has another shape than its format; the message says where and how. */
export class UnreadableBody extends Error {}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * Reads a part of a body. Fields that the schema does not name are passed over.
 * @param path where the part stands in the body, as in `output[0]`; empty for the body itself
 * @throws UnreadableBody whose message names the first field of another type than expected
 */
export function readShape<T extends z.ZodType>(schema: T, value: unknown, path = ''): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const words =
    issue?.code === 'invalid_type' ? `must be ${kinds[issue.expected] ?? issue.expected}` : issue?.message
  throw new UnreadableBody(`${pathText(path, issue?.path ?? [])} ${words}`)
}

function pathText(path: string, keys: readonly PropertyKey[]): string {
  const text = keys.reduce<string>(
    (whole, key) => (typeof key === 'number' ? `${whole}[${key}]` : `${whole}.${String(key)}`),
    path,
  )
  return text.replace(/^\./, '') || 'the body'
}

/** What is looked at apart from the schema. */
export const anything = z.unknown().optional()

/** Words of an answer. */
export const textField = z.string().max(maxTextLength, 'must have at most 2,000,000 characters')

/** A list whose entries are read; null and nothing are an empty one. */
export const list = <T extends z.ZodType>(entry: T) =>
  z
    .custom<unknown[]>(
      (value) => Array.isArray(value) && value.length <= maxEntries,
      'must be a list of at most 10,000 entries',
    )
    .nullish()
    .transform((value) => value ?? [])
    .pipe(z.array(entry))

/** A list whose entries are read one by one, by their type. */
export const anyList = list(z.unknown())

/** An object or nothing; of other types it makes the body unreadable. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

/** A fact that nothing hangs on: of another type than expected it is unknown. */
export const looseText = z.string().catch('')
export const looseCount = z.number().nonnegative().nullable().catch(null)
export const looseFlag = z.boolean().nullable().catch(null)
/** Any entries that are strings; what is no list has none. */
export const looseTexts = z
  .array(z.unknown())
  .catch([])
  .transform((entries) => entries.filter((entry) => typeof entry === 'string'))
/** An object whose fields are all loose; of another type it has none of them. */
export const loose = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))

const typedEntry = z.object({ type: z.string() })

/** The kind of an entry of a list of several kinds. */
export const typeOf = (entry: unknown, path: string): string => readShape(typedEntry, entry, path).type

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
