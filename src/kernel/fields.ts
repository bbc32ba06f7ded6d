import { z } from 'zod'
import { invalidRequest } from '../lib/errors.ts'
import { holdsKey } from '../lib/key-text.ts'
import { isOneLine } from '../lib/text/one-line.ts'
import { innerSchema } from './text-input.ts'

/** Text that both stores hold and give back unchanged: no NUL (PostgreSQL takes none), no lone surrogates. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** Counts code points, which is what the API's lengths are in. */
const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** What the API's document says of such a text. JSON Schema counts code points too. */
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
        .refine((text) => storable(text), 'must hold neither NUL nor lone surrogates')
        .refine((text) => !holdsKey(text), 'must not hold an API key or an ingest token')
        .refine(
          (text) => text.length <= max * 2 && codePoints(text) >= min && codePoints(text) <= max,
          `must be text from ${min} to ${max} characters`,
        ),
    )
}

export const notOneLine = 'must hold no line breaks or control characters'

/** A name of something: it stands in lists, sentences and subjects of mail, so that it is one line. */
export const nameText = (max: number) => trimmedText(1, max).refine(isOneLine, notOneLine)

/** A calendar day of UTC that exists, within the times that both stores hold with a margin before and after. */
export const day = z.iso
  .date({ abort: true })
  .refine(
    (date) => date >= '1970-01-01' && date <= '2199-12-31',
    'must be a date from 1970-01-01 to 2199-12-31',
  )
  .register(z.globalRegistry, {
    pattern: '^(19[7-9]\\d|2[01]\\d\\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  })

/** A point in time as RFC 3339 has it, with its offset. */
export const timestamp = z.iso.datetime({ offset: true })

export const uuid = z.guid().transform((id) => id.toLowerCase())

/** Aliases, features and the like: trimmed, blanks and repetitions dropped, in their order. */
export function nameList(max: number, length = 200) {
  return z
    .array(z.string().meta(textSchemaMeta(0, length)))
    .max(max)
    .transform((items) => [...new Set(items.map((item) => item.trim()).filter((item) => item !== ''))])
    .pipe(z.array(trimmedText(1, length)))
}

/** A filter by any of several values. It needs one: an empty list is neither all rows nor none. */
export const filterBy = <T extends z.ZodType>(value: T) => z.array(value).min(1).optional()

const isPath = 'a path'

/** A place in the file system; the command line makes it absolute. */
export const path = z.string().min(1).register(z.globalRegistry, { takes: isPath })

/** Whether a field is a `path`. */
export const isPathField = (schema: z.core.$ZodType) =>
  z.globalRegistry.get(innerSchema(schema))?.takes === isPath

const isSecret = 'a secret'

/**
 * What opens a door elsewhere, such as a provider's key. The command line takes it from a variable or a file and never
 * among its words, which every user of the machine can read.
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

/** What somebody shows to come in, as it is: a password, a code, or what stands in a link. */
export const presentedSecret = (maxLength: number) =>
  z.string().min(1).max(maxLength).register(z.globalRegistry, { opensDoors: true })

/** What somebody types to come in, blanks and all. A file that holds it may end with a line break. */
export const enteredSecret = z
  .string()
  .transform((text) => text.replace(/\r?\n$/, ''))
  .pipe(z.string().min(1).max(1000))
  .register(z.globalRegistry, { takes: isSecret })

const metaOf = (schema: z.core.$ZodType) =>
  z.globalRegistry.get(schema instanceof z.ZodOptional ? schema.def.innerType : schema)

/** Marks the last day of a period that ends today if it is omitted. */
export const endsToday = { endsToday: true }

export const isTodayByDefault = (schema: z.core.$ZodType) => metaOf(schema)?.endsToday === true

/** Whether the command line takes a field from a variable or a file. */
export const isSecretField = (schema: z.core.$ZodType) => metaOf(schema)?.takes === isSecret

/** Whether what a field holds is to be stored nowhere, and not in a MAC either. */
export const containsSecret = (schema: z.core.$ZodType) =>
  isSecretField(schema) || metaOf(schema)?.opensDoors === true

/** The name of a host, in lower case. */
export const hostName = trimmedText(1, 253)
  .transform((text) => text.toLowerCase())
  .refine(
    (host) => /^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,}$/.test(host),
    'must be a host name, such as www.example.com',
  )

/** Marks a field of responses, or a filter, that another one says as well. */
export const deprecatedFor = (name: string) => ({ deprecated: true, description: `Use ${name}` })

/** The fields that set what something is: `status`, or `state` as it was called before. */
export const statusFields = <T extends z.ZodType>(statuses: T) => ({
  state: statuses.optional().meta(deprecatedFor('status')),
  status: statuses.optional().describe('What it is to be; given here or as state'),
})

/** @throws ApiError invalid_request where none of `statusFields` is given, or two that differ */
export function statusOf<T extends string>(given: { state?: T | undefined; status?: T | undefined }): T {
  const { state, status = state } = given
  if (status === undefined) throw invalidRequest('status is required')
  if (state !== undefined && state !== status) throw invalidRequest('state and status differ')
  return status
}

/** A time as the API shows it, in milliseconds. */
export const utcTimestamp = z.iso.datetime()
