import { z } from 'zod'
import { invalidRequest } from '../lib/errors.ts'
import { holdsKey } from '../lib/key-text.ts'
import { isOneLine } from '../lib/text/one-line.ts'
import { innerSchema } from './text-input.ts'

/** Whether both stores can hold the text unchanged: no NUL (PostgreSQL rejects it), no lone surrogates. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** Counts code points, the unit of all API lengths. */
const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** JSON Schema of such a text, which also counts code points. */
const textSchemaMeta = (min: number, max: number) => ({
  ...(min === 0 ? {} : { minLength: min }),
  maxLength: max,
  pattern: min === 0 ? '^[^\\u0000]*$' : '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
})

/** Text of `min` to `max` code points after trimming, stored trimmed. */
export function trimmedText(min: number, max: number) {
  return z
    .string()
    .meta(textSchemaMeta(min, max))
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .refine((text) => storable(text), 'must not contain NUL or lone surrogates')
        .refine((text) => !holdsKey(text), 'must not contain an API key or ingest token')
        .refine(
          (text) => text.length <= max * 2 && codePoints(text) >= min && codePoints(text) <= max,
          `must be text from ${min} to ${max} characters`,
        ),
    )
}

export const notOneLine = 'must not contain line breaks or control characters'

/** A name, on one line because lists, sentences and mail subjects include it. */
export const nameText = (max: number) => trimmedText(1, max).refine(isOneLine, notOneLine)

/** An existing UTC calendar day, with a margin inside the range of both stores. */
export const day = z.iso
  .date({ abort: true })
  .refine((date) => date >= '1970-01-01' && date <= '2199-12-31', 'must be a date from 1970-01-01 to 2199-12-31')
  .register(z.globalRegistry, {
    pattern: '^(19[7-9]\\d|2[01]\\d\\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  })

/** An RFC 3339 time with offset. */
export const timestamp = z.iso.datetime({ offset: true })

export const uuid = z.guid().transform((id) => id.toLowerCase())

/** A list of texts such as aliases: trimmed, without blanks and duplicates, in order. */
export function nameList(max: number, length = 200) {
  return z
    .array(z.string().meta(textSchemaMeta(0, length)))
    .max(max)
    .transform((items) => [...new Set(items.map((item) => item.trim()).filter((item) => item !== ''))])
    .pipe(z.array(trimmedText(1, length)))
}

/** A filter by any of several values. Empty lists are invalid, as they could mean all rows or none. */
export const filterBy = <T extends z.ZodType>(value: T) => z.array(value).min(1).optional()

const isPath = 'a path'

/** A file system path. The CLI makes it absolute. */
export const path = z.string().min(1).register(z.globalRegistry, { takes: isPath })

export const isPathField = (schema: z.core.$ZodType) => z.globalRegistry.get(innerSchema(schema))?.takes === isPath

const isSecret = 'a secret'

/**
 * A secret such as a provider's API key. The CLI reads it from an environment variable or file, as other
 * users of the machine can see its arguments.
 */
export const secretField = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(10_000)
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
  )
  .register(z.globalRegistry, { takes: isSecret })

/** A presented secret, taken as is: a password, a code, or the token of a link. */
export const presentedSecret = (maxLength: number) =>
  z.string().min(1).max(maxLength).register(z.globalRegistry, { opensDoors: true })

/** A secret with spaces, such as a typed one or JSON. A file that holds it may end with a line break. */
export const enteredSecret = (maxLength: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r?\n$/, ''))
    .pipe(z.string().min(1).max(maxLength))
    .register(z.globalRegistry, { takes: isSecret })

const metaOf = (schema: z.core.$ZodType) =>
  z.globalRegistry.get(schema instanceof z.ZodOptional ? schema.def.innerType : schema)

/** Marks the last day of a period that ends today if omitted. */
export const endsToday = { endsToday: true }

export const isTodayByDefault = (schema: z.core.$ZodType) => metaOf(schema)?.endsToday === true

/** Whether the CLI reads a field from an environment variable or file. */
export const isSecretField = (schema: z.core.$ZodType) => metaOf(schema)?.takes === isSecret

/** Whether a field's value must not be stored, not even in a MAC. */
export const containsSecret = (schema: z.core.$ZodType) => isSecretField(schema) || metaOf(schema)?.opensDoors === true

/** A host name in lower case. */
export const hostName = trimmedText(1, 253)
  .transform((text) => text.toLowerCase())
  .refine(
    (host) => /^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,}$/.test(host),
    'must be a host name, such as www.example.com',
  )

/** Marks a response field or filter as replaced by another one. */
export const deprecatedFor = (name: string) => ({ deprecated: true, description: `Use ${name}` })

/** Fields that set a status: `status`, or its former name `state`. */
export const statusFields = <T extends z.ZodType>(statuses: T) => ({
  state: statuses.optional().meta(deprecatedFor('status')),
  status: statuses.optional().describe('New status. Set status or state, not both.'),
})

/** @throws ApiError invalid_request if no field of `statusFields` is set or the two differ */
export function statusOf<T extends string>(given: { state?: T | undefined; status?: T | undefined }): T {
  const { state, status = state } = given
  if (status === undefined) throw invalidRequest('status is required')
  if (state !== undefined && state !== status) throw invalidRequest('state and status differ; set only status')
  return status
}

/** A time in API responses, with milliseconds. */
export const utcTimestamp = z.iso.datetime()
