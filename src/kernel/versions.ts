import { createHash } from 'node:crypto'
import { conflict, invalidRequest } from '../lib/errors.ts'
import { canonicalJson } from './canonical.ts'

type ShownResource = Readonly<Record<string, unknown>>

/**
 * A kind of resource that people read and then change. Its version is a hash of the editable fields, computed
 * from any shape in which it is shown: a read's data, or the previous state of a change.
 */
export interface Versioned {
  /** The resource's name in errors. */
  thing: string
  /** Returns the versioned fields, the same for every shape. */
  of(shown: ShownResource): ShownResource
}

/** Defines a resource by fields that all its shapes have. Exclude fields that change on their own. */
export const defineVersioned = (thing: string, fields: readonly string[]): Versioned => ({
  thing,
  of: (shown) => Object.fromEntries(fields.map((field) => [field, shown[field]])),
})

/** The schema's fields, except those that users cannot edit. */
export const fieldsExcept = (schema: { shape: object }, ...others: string[]): string[] =>
  Object.keys(schema.shape).filter((field) => !others.includes(field))

/** The version of a resource: 132 bits of a hash, as base64url. */
export const versionOf = ({ thing, of }: Versioned, shown: object): string =>
  createHash('sha256')
    .update(canonicalJson([thing, of(shown as ShownResource)]))
    .digest('base64url')
    .slice(0, 22)

/** The version of a missing resource: a change that finds one must not replace it. */
const missingVersion = 'none'

/**
 * Parses the versions that a change accepts (`If-Match`; RFC 9110, 13.1.1). Undefined if any is accepted.
 * @throws ApiError invalid_request
 */
export function readIfMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const tags = header.split(',').map((tag) => /^"([\w-]+)"$/.exec(tag.trim())?.[1])
  if (tags.some((tag) => tag === undefined))
    throw invalidRequest('If-Match: must be * or the versions that you read, each in double quotes')
  return tags as string[]
}

/**
 * Checks that the changed resource is unchanged since the caller read it.
 * @param read undefined if the caller sent none
 * @param found the current state; null if it does not exist
 * @throws ApiError conflict
 */
export function checkVersion(versioned: Versioned, read: readonly string[] | undefined, found: object | null): void {
  if (read === undefined) return
  if (read.includes(found === null ? missingVersion : versionOf(versioned, found))) return
  throw conflict(`If-Match: the ${versioned.thing} changed after you read it; fetch it again`)
}
