import { features } from '../../src/features.ts'
import { openApiDocument } from '../../src/interfaces/openapi/openapi.ts'
import { version } from '../../src/lib/version.ts'
import type { ApiDocument, Described } from '../../src/testing/api-document.ts'

/** A generated file. */
export interface Generated {
  /** Relative to the checkout. */
  path: string
  text: string
  /** Written by `npm ci` and ignored by git. */
  isIgnored?: true
}

export interface Summarized extends Described {
  summary: string
}

export const document = openApiDocument(features, version) as unknown as ApiDocument & {
  paths: Record<string, Record<string, Summarized>>
}
