import { z } from 'zod'
import { trimmedText } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { invalidCursor } from '../../lib/errors.ts'
import { maxPassages, rankPassages } from './search/rank-passages.ts'
import { readPassages } from './search/read-passages.ts'

const passageSchema = z
  .object({
    document_id: z.uuid(),
    document_title: z.string(),
    chunk: z.int().describe('Place of the passage in its document, from 0'),
    page: z.int().nullable().describe('Where it begins, from 1; null where the document has no pages'),
    headings: z.array(z.string()).describe('Those that it stands below, from the highest'),
    text: z.string(),
    score: z.number().describe('The higher the better; comparable within one answer alone'),
  })
  .meta({ component: 'KnowledgePassage' })

export const searchKnowledge = defineOperation({
  name: 'search-knowledge',
  summary: 'Passages of documents that answer a question, best first',
  description:
    `At most ${maxPassages} passages. By the words of the question (Okapi BM25, and how near to each other they stand); where documents are embedded also by ` +
    'its meaning, the two rankings put together by their places (reciprocal rank fusion). Where no word of the question stands in ' +
    'the documents, and not all of these are searched by meaning, words like them are searched: other forms, and what may ' +
    'have been mistyped. A cursor is invalid once ' +
    'documents have changed.',
  on: 'brand',
  access: 'read:content',
  role: 'viewer',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/knowledge-documents/search', limit: 'read' },
  fields: { q: trimmedText(1, 500).describe('A question, or words') },
  list: { position: z.tuple([z.int().min(1).max(maxPassages), z.string()]), defaultLimit: 20 },
  data: z.array(passageSchema),
  meta: z.object({
    ranking: z.enum(['lexical', 'hybrid']).describe('Ranked by words alone, or by meaning as well'),
    similar: z
      .boolean()
      .describe('Whether words like those of the question were searched, as these stand in no document'),
    problem: z
      .string()
      .nullable()
      .describe('Why meaning does not count, where an embedding model is configured'),
    total: z.int().describe('Passages found, those of other pages included'),
  }),
  async run({ ctx: { services, brand }, input: { q }, page }) {
    const { documents, ranked, read, ranking, isSimilar, problem, state } = await rankPassages(
      services,
      brand.id,
      q,
    )
    const [from, searched] = page.after ?? [0, state]
    if (searched !== state) throw invalidCursor()
    const shown = ranked.slice(from, from + page.limit)
    const end = from + shown.length
    const passages = await readPassages(services, brand.id, documents, shown, read)
    const titles = new Map(documents.map(({ id, title }) => [id, title]))
    return {
      data: passages.map(({ document_id, passage, page: number, headings, text, score }) => ({
        document_id,
        document_title: titles.get(document_id) as string,
        chunk: passage,
        page: number === 0 ? null : number,
        headings,
        text,
        score: Math.round(score * 10_000) / 10_000,
      })),
      meta: { ranking, similar: isSimilar, problem, total: ranked.length },
      next: end < ranked.length ? ([end, state] as [number, string]) : undefined,
      partial: problem !== null,
    }
  },
})
