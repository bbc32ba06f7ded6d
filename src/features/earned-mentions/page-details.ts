import type { BrandContext, Services } from '../../kernel/context.ts'
import { shownStoredTime, sql } from '../../stores/clickhouse-sql.ts'
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
  { services }: BrandContext,
  view: EarnedView,
  pages: readonly RankedPage[],
): Promise<Map<string, PageDetails>> {
  if (pages.length === 0) return new Map()
  const { clickhouse, config } = services
  const ids = sql.raw(pages.map(({ pageId }) => pageId).join(','))
  const [scans, prompts] = await Promise.all([
    clickhouse.query<Omit<PageDetails, 'scannedAt' | 'topics'> & { id: string; scanned: string }>(
      sql`SELECT toString(page_id) AS id, page, url, domain, authors, toString(scanned_at) AS scanned
        FROM page_scans WHERE ${scansUntil(view.pages)} AND page_id IN (${ids})
        ORDER BY seq DESC LIMIT 1 BY page_id`,
      config.QUERY_TIMEOUT_SECONDS,
    ),
    promptsCiting(services, view, pages),
  ])
  const topicOf = topicNames(view.topics)
  const answersByTopic = new Map<string, Map<string, number>>()
  for (const [id, answers] of prompts) {
    const counts = answersByTopic.getOrInsertComputed(id, () => new Map())
    for (const [prompt, count] of answers) {
      const topic = topicOf.get(prompt)
      if (topic !== undefined) counts.set(topic, (counts.get(topic) ?? 0) + count)
    }
  }
  return new Map(
    scans.map(({ id, scanned, ...scan }) => {
      const counts = [...(answersByTopic.get(id) ?? [])].sort(([a, m], [b, n]) => n - m || compare(a, b))
      return [id, { ...scan, scannedAt: shownStoredTime(scanned), topics: counts.map(([name]) => name) }]
    }),
  )
}

/** How many answers to each prompt cite each of the pages. */
async function promptsCiting(
  services: Services,
  view: EarnedView,
  pages: readonly RankedPage[],
): Promise<Map<string, Map<number, number>>> {
  const pageIds = pages.map(({ pageId }) => pageId)
  const rows = await services.clickhouse.query<{ id: string; prompt: number; answers: string }>(
    sql`SELECT toString(page_id) AS id, prompt, count() AS answers
      FROM readings ARRAY JOIN page_ids AS page_id
      WHERE ${view.answers} AND page_id IN (${sql.raw(pageIds.join(','))}) GROUP BY page_id, prompt`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  const found = new Map<string, Map<number, number>>()
  for (const { id, prompt, answers } of rows)
    found.getOrInsertComputed(id, () => new Map()).set(prompt, Number(answers))
  return found
}

/** The name of each prompt's topic, by the prompt's number. */
const topicNames = (topics: readonly StoredTopic[]) =>
  new Map(topics.flatMap(({ name, prompts }) => prompts.map((prompt) => [prompt, name] as const)))
