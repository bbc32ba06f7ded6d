import type { BrandContext } from '../../kernel/context.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { compare, type StoredTopic } from '../visibility/index.ts'
import { scansUntil, timeOrNull } from './current-pages.ts'
import type { EarnedView } from './earned-view.ts'
import type { RankedPage } from './rank-pages.ts'

export interface PageDetails {
  /** Page key, shared by all spellings of the URL. */
  page: string
  /** The URL that was read. */
  url: string
  domain: string
  title: string
  outlet: string
  authors: string[]
  publishedAt: string | null
  scannedAt: string
  /** Engines whose answers cite it, in alphabetical order. */
  engines: string[]
  /** Existing prompts whose answers cite it, most citing answers first, then oldest first. */
  prompts: { prompt_id: string; text: string; citation_count: number }[]
  /** Topic names, most citing answers first, then in alphabetical order. */
  topics: string[]
}

export async function readDetails(
  ctx: BrandContext,
  view: EarnedView,
  pages: readonly RankedPage[],
): Promise<Map<string, PageDetails>> {
  if (pages.length === 0) return new Map()
  const { clickhouse } = ctx.services
  const ids = sql.raw(pages.map(({ pageId }) => pageId).join(','))
  const [scans, citing] = await Promise.all([
    clickhouse.query<ShownScan>(
      sql`SELECT toString(page_id) AS id, page, url, domain, title, outlet, authors, toString(published_at) AS published,
          toString(scanned_at) AS scanned
        FROM page_scans WHERE ${scansUntil(view.pages)} AND page_id IN (${ids})
        ORDER BY seq DESC LIMIT 1 BY page_id`,
    ),
    clickhouse.query<CitingPrompt>(
      sql`SELECT toString(page_id) AS id, prompt, count() AS answers, groupUniqArray(engine) AS engines
        FROM readings ARRAY JOIN page_ids AS page_id
        WHERE ${view.answers} AND page_id IN (${ids}) GROUP BY page_id, prompt ORDER BY answers DESC, prompt`,
    ),
  ])
  const topics = topicsOfPages(view.topics, citing)
  const prompts = await readPrompts(ctx, citing)
  const citingOf = Map.groupBy(citing, ({ id }) => id)
  return new Map(
    scans.map(({ id, published, scanned, ...scan }) => {
      const ofPage = citingOf.get(id) ?? []
      const details = {
        ...scan,
        publishedAt: timeOrNull(published),
        scannedAt: toTimestamp(scanned),
        engines: [...new Set(ofPage.flatMap(({ engines }) => engines))].sort(compare),
        prompts: ofPage.flatMap(({ prompt, answers }) => {
          const found = prompts.get(prompt)
          return found === undefined ? [] : [{ ...found, citation_count: Number(answers) }]
        }),
        topics: topics.get(id) ?? [],
      }
      return [id, details]
    }),
  )
}

interface ShownScan extends Pick<PageDetails, 'page' | 'url' | 'domain' | 'title' | 'outlet' | 'authors'> {
  id: string
  published: string
  scanned: string
}

interface CitingPrompt {
  id: string
  prompt: number
  answers: string
  engines: string[]
}

async function readPrompts(
  { services, brand }: BrandContext,
  citing: readonly CitingPrompt[],
): Promise<Map<number, { prompt_id: string; text: string }>> {
  const numbers = [...new Set(citing.map(({ prompt }) => prompt))]
  if (numbers.length === 0) return new Map()
  const prompts = services.db.selectFrom('prompts').select(['number', 'id', 'text'])
  const found = await prompts.where('brand_id', '=', brand.id).where('number', 'in', numbers).execute()
  return new Map(found.map(({ number, id, text }) => [number, { prompt_id: id, text }]))
}

/** Sorted topic names of the citing prompts by page. */
function topicsOfPages(topics: readonly StoredTopic[], citing: readonly CitingPrompt[]): Map<string, string[]> {
  const topicOf = new Map(topics.flatMap(({ name, prompts }) => prompts.map((prompt) => [prompt, name] as const)))
  const counts = new Map<string, Map<string, number>>()
  for (const { id, prompt, answers } of citing) {
    const topic = topicOf.get(prompt)
    if (topic === undefined) continue
    const ofPage = counts.getOrInsertComputed(id, () => new Map())
    ofPage.set(topic, (ofPage.get(topic) ?? 0) + Number(answers))
  }
  const names = (ofPage: Map<string, number>) =>
    [...ofPage].sort(([a, m], [b, n]) => n - m || compare(a, b)).map(([name]) => name)
  return new Map([...counts].map(([id, ofPage]) => [id, names(ofPage)]))
}
