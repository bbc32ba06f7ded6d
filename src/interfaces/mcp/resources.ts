import type { ResourceTemplateType, TextResourceContents } from '@modelcontextprotocol/server'
import { notFound } from '../../lib/errors.ts'
import { compactResult } from './output-limits.ts'
import { thirdPartyFieldsOf, untrustedIn } from './third-party.ts'
import type { Caller } from './tool.ts'

/** A resource that a model can read in full by URI; tools show it shortened. */
export interface ResourceKind {
  listed: Pick<ResourceTemplateType, 'name' | 'title' | 'uriTemplate' | 'description' | 'mimeType'>
  /** Captures the brand id and the other parts of the URI. */
  address: RegExp
  read(caller: Caller, brand_id: string, ...parts: string[]): Promise<object>
}

const passageCharacters = 8000

const id = '([0-9a-fA-F-]{36})'

export const resourceKinds: readonly ResourceKind[] = [
  {
    listed: {
      name: 'answer',
      title: 'Answer',
      uriTemplate: 'sightline://brands/{brand_id}/answers/{execution_id}',
      description: 'An engine’s answer with its full text, mentions and citations',
      mimeType: 'application/json',
    },
    address: new RegExp(`^sightline://brands/${id}/answers/${id}$`),
    read: (caller, brand_id, execution_id) => readWhole(caller, 'get-execution', { brand_id, execution_id }),
  },
  {
    listed: {
      name: 'issue',
      title: 'Technical issue',
      uriTemplate: 'sightline://brands/{brand_id}/issues/{issue_id}',
      description: 'A technical issue with its first hundred affected pages',
      mimeType: 'application/json',
    },
    address: new RegExp(`^sightline://brands/${id}/issues/${id}$`),
    read: (caller, brand_id, issue_id) => readWhole(caller, 'get-issue', { brand_id, issue_id, limit: 100 }),
  },
  {
    listed: {
      name: 'document-passage',
      title: 'Passage of a document',
      uriTemplate: 'sightline://brands/{brand_id}/documents/{document_id}/passages/{passage}',
      description: `A knowledge document’s text in passages of ${passageCharacters} characters, numbered from 1`,
      mimeType: 'application/json',
    },
    address: new RegExp(`^sightline://brands/${id}/documents/${id}/passages/([1-9]\\d{0,5})$`),
    read: readPassage,
  },
]

/** Reads a resource. @returns undefined if the URI is unknown @throws ApiError */
export async function readResource(caller: Caller, uri: string): Promise<TextResourceContents | undefined> {
  for (const { address, read } of resourceKinds) {
    const [, brandId, ...parts] = address.exec(uri) ?? []
    if (brandId === undefined) continue
    return { uri, mimeType: 'application/json', text: JSON.stringify(await read(caller, brandId, ...parts)) }
  }
  return undefined
}

async function readWhole(caller: Caller, name: string, input: Record<string, unknown>): Promise<object> {
  const operation = caller.operation(name)
  const { data, meta } = await caller.run(operation, input)
  const shown = compactResult(operation.data, data)
  return {
    ...untrustedIn(shown, thirdPartyFieldsOf(name)),
    data: shown,
    ...(meta === undefined ? {} : { meta }),
  }
}

async function readPassage(caller: Caller, brand_id: string, document_id = '', number = ''): Promise<object> {
  const operation = caller.operation('get-knowledge-document')
  const { data } = await caller.run(operation, { brand_id, document_id })
  const { title, raw_text } = data as { title: string; raw_text: string | null }
  const text = raw_text ?? ''
  const from = (Number(number) - 1) * passageCharacters
  if (from >= text.length) throw notFound('passage')
  const passage = text.slice(wholeAt(text, from), wholeAt(text, from + passageCharacters))
  const shown = { title, passage }
  const passages = Math.ceil(text.length / passageCharacters)
  return { ...untrustedIn(shown, thirdPartyFieldsOf(operation.name)), ...shown, passages }
}

/** Moves the position forward if it would split a surrogate pair. */
const wholeAt = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at)
