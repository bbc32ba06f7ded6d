import { z } from 'zod'
import { trimmedText } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { invalidCursor } from '../../lib/errors.ts'
import { maxPassages, rankPassages } from './search/rank-passages.ts'
import { readPassages } from './search/read-passages.ts'

const passageSchema = z
  .object({
    document_id: z.uuid(),
    document_title: z.string(),
    chunk: z.int().describe('Position of the passage in its document, from 0.'),
    page: z.int().nullable().describe('First page of the passage, from 1. Null if the document has no pages.'),
    headings: z.array(z.string()).describe('Headings above the passage, highest first.'),
    text: z.string(),
    score: z.number().describe('Relevance; higher is better. Comparable only within one response.'),
  })
  .meta({ component: 'KnowledgePassage' })

export const searchKnowledge = defineOperation({
  name: 'search-knowledge',
  summary: 'Search knowledge documents for passages that answer a question, best first',
  description:
    `Returns at most ${maxPassages} passages. Ranks by the words of the question (Okapi BM25 and word proximity) and, ` +
    'for embedded documents, by its meaning; combines both by reciprocal rank fusion. If no document contains any word ' +
    'of the question, and not all are embedded, searches for similar words, such as other forms and likely typos. A ' +
    'cursor becomes invalid when documents change.',
  ...brandRead('read:content', '/knowledge-documents/search'),
  fields: { q: trimmedText(1, 500).describe('A question or keywords.') },
  list: { position: z.tuple([z.int().min(1).max(maxPassages), z.string()]), defaultLimit: 20 },
  data: z.array(passageSchema),
  meta: z.object({
    ranking: z.enum(['lexical', 'hybrid']).describe('`lexical`: by words only, `hybrid`: also by meaning.'),
    similar: z
      .boolean()
      .describe('Whether similar words were searched because no document contains those of the question.'),
    problem: z
      .string()
      .nullable()
      .describe('Why search by meaning failed for some documents. Null if it worked or is not configured.'),
    total: z.int().describe('Number of passages found on all pages.'),
  }),
  async run({ ctx: { services, brand }, input: { q }, page }) {
    const { documents, ranked, read, ranking, isSimilar, problem, state } = await rankPassages(services, brand.id, q)
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
