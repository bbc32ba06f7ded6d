import { randomUUID } from 'node:crypto'
import { makeWriter } from '../fixture.ts'
import type { Answer, TestApp } from '../test-app.ts'

/** A document as the API shows it. */
export interface ShownDocument {
  id: string
  title: string
  format: string
  source: string
  status: string
  error: string | null
  raw_text: string | null
  char_count: number
  pages: number | null
  summary: string | null
  summarised_by: string | null
  summary_model: string | null
  summary_problem: string | null
  chunks: number
  index: string | null
  embedding_model: string | null
  embedding_problem: string | null
}

export interface ShownPassage {
  document_id: string
  document_title: string
  chunk: number
  page: number | null
  headings: string[]
  text: string
  score: number
}

/** A brand whose plan includes Brand Knowledge, and what tests do with its documents. */
export interface KnowledgeBrand {
  workspaceId: string
  brandId: string
  /** Reads and writes everything. */
  key: string
  add(title: string, given: { text?: string; url?: string; file?: Buffer }): Promise<ShownDocument>
  get(id: string): Promise<ShownDocument>
  list(): Promise<ShownDocument[]>
  resync(id: string, body?: object): Promise<Answer>
  search(question: string, more?: string): Promise<Answer & { passages: ShownPassage[] }>
  /** Waits until the document is no longer processing. */
  settled(id: string): Promise<ShownDocument>
}

export async function makeKnowledgeBrand(test: TestApp): Promise<KnowledgeBrand> {
  const workspace = await test.operate('create-workspace', { name: 'W', brand_knowledge: true })
  const brand = await test.operate('create-brand', { workspace_id: workspace.id, name: 'Acme' })
  return knowledgeOf(test, workspace.id, brand.id, await makeWriter(test, workspace.id))
}

export function knowledgeOf(test: TestApp, workspaceId: string, brandId: string, key: string): KnowledgeBrand {
  const path = `/v1/brands/${brandId}/knowledge-documents`
  const read = async <T>(where: string): Promise<T> => {
    const answer = await test.get(where, key)
    if (answer.status !== 200) throw new Error(`${where}: ${answer.text}`)
    return answer.body.data as T
  }
  const known: KnowledgeBrand = {
    workspaceId,
    brandId,
    key,
    add: (title, { file, ...given }) =>
      test.operate('add-knowledge-document', { brand_id: brandId, title, ...given }, file),
    get: (id) => read(`${path}/${id}`),
    list: () => read(`${path}?limit=100`),
    resync: (id, body) =>
      test.send('POST', `${path}/${id}/resync`, key, {
        headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async search(question, more = '') {
      const answer = await test.get(`${path}/search?q=${encodeURIComponent(question)}${more}`, key)
      return { ...answer, passages: answer.body.data as ShownPassage[] }
    },
    async settled(id) {
      for (;;) {
        const document = await known.get(id)
        if (document.status !== 'processing') return document
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
  return known
}
