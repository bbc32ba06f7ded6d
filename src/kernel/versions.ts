import { createHash } from 'node:crypto'
import { conflict, invalidRequest } from '../lib/errors.ts'
import { canonicalJson } from './canonical.ts'

type Shown = Readonly<Record<string, unknown>>

/**
 * A kind of thing that people read and then change. Its version is a hash of what they can change of it, made anew from
 * however it is shown: by a read, and by the change as it finds it.
 */
export interface Versioned {
  /** What it is called. */
  thing: string
  /** What of it counts: the same in every shape in which it is shown. */
  of(shown: Shown): Shown
}

/** A kind of thing whose shapes all have these fields. What changes by itself, such as counts, is not to be among them. */
export const defineVersioned = (thing: string, fields: readonly string[]): Versioned => ({
  thing,
  of: (shown) => Object.fromEntries(fields.map((field) => [field, shown[field]])),
})

/** The fields of a schema, but for those that nobody changes by hand. */
export const fieldsExcept = (schema: { shape: object }, ...others: string[]): string[] =>
  Object.keys(schema.shape).filter((field) => !others.includes(field))

/** The version of a thing as it is shown: 132 bits of a hash, as base64url. */
export const versionOf = ({ thing, of }: Versioned, shown: object): string =>
  createHash('sha256')
    .update(canonicalJson([thing, of(shown as Shown)]))
    .digest('base64url')
    .slice(0, 22)

/** The version of what is not there yet: a change that finds something makes nothing of it. */
const nothing = 'none'

/**
 * The versions that a change may find (`If-Match`; RFC 9110, 13.1.1); undefined where any will do.
 * @throws ApiError invalid_request
 */
export function readIfMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const tags = header.split(',').map((tag) => /^"([\w-]+)"$/.exec(tag.trim())?.[1])
  if (tags.some((tag) => tag === undefined))
    throw invalidRequest('If-Match must be versions as they were read, each in double quotes, or *')
  return tags as string[]
}

/**
 * Checks that what is changed is still what the caller has read.
 * @param read undefined where they do not say
 * @param found as the change has found it; null where there was nothing
 * @throws ApiError conflict
 */
export function checkVersion(
  versioned: Versioned,
  read: readonly string[] | undefined,
  found: object | null,
): void {
  if (read === undefined) return
  if (read.includes(found === null ? nothing : versionOf(versioned, found))) return
  throw conflict(`the ${versioned.thing} is not as it was when it was read (If-Match): read it again`)
}
