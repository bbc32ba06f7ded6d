import type { BrandContext } from '../../kernel/context.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { compare, type StoredTopic } from '../visibility/index.ts'
import { scansUntil } from './current-pages.ts'
import type { EarnedView } from './earned-view.ts'
import type { RankedPage } from './rank-pages.ts'

export interface PageDetails {
  /** What the spellings of its address have in common. */
  page: string
  /** The address that it was read at. */
  url: string
  domain: string
  authors: string[]
  scannedAt: string
  /** Names of topics, those of most citing answers first, then by the alphabet. */
  topics: string[]
}

/** What is only needed of the pages that are shown, by their numbers. */
export async function readDetails(
  { services: { clickhouse, config } }: BrandContext,
  view: EarnedView,
  pages: readonly RankedPage[],
): Promise<Map<string, PageDetails>> {
  if (pages.length === 0) return new Map()
  const ids = sql.raw(pages.map(({ pageId }) => pageId).join(','))
  const [scans, citing] = await Promise.all([
    clickhouse.query<Omit<PageDetails, 'scannedAt' | 'topics'> & { id: string; scanned: string }>(
      sql`SELECT toString(page_id) AS id, page, url, domain, authors, toString(scanned_at) AS scanned
        FROM page_scans WHERE ${scansUntil(view.pages)} AND page_id IN (${ids})
        ORDER BY seq DESC LIMIT 1 BY page_id`,
      config.QUERY_TIMEOUT_SECONDS,
    ),
    clickhouse.query<CitingPrompt>(
      sql`SELECT toString(page_id) AS id, prompt, count() AS answers FROM readings ARRAY JOIN page_ids AS page_id
        WHERE ${view.answers} AND page_id IN (${ids}) GROUP BY page_id, prompt`,
      config.QUERY_TIMEOUT_SECONDS,
    ),
  ])
  const topics = topicsOfPages(view.topics, citing)
  return new Map(
    scans.map(({ id, scanned, ...scan }) => [
      id,
      { ...scan, scannedAt: toTimestamp(scanned), topics: topics.get(id) ?? [] },
    ]),
  )
}

/** How many answers to a prompt cite a page. */
interface CitingPrompt {
  id: string
  prompt: number
  answers: string
}

/** Names of the topics of the prompts whose answers cite each page, in their order. */
function topicsOfPages(
  topics: readonly StoredTopic[],
  citing: readonly CitingPrompt[],
): Map<string, string[]> {
  const topicOf = new Map(
    topics.flatMap(({ name, prompts }) => prompts.map((prompt) => [prompt, name] as const)),
  )
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
