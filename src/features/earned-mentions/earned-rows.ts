import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { day, filterBy, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { citationId } from '../citations/index.ts'
import { metricCatalog } from '../visibility/index.ts'
import type { SettledPage } from './earned-state.ts'
import { type EarnedPosition, openEarnedView } from './earned-view.ts'
import { readDetails } from './page-details.ts'
import { readQuotes } from './page-quotes.ts'
import { type EarnedFilter, type RankedPage, rankPages } from './rank-pages.ts'
import { bucketOf, priorityBuckets } from './score.ts'

export const earnedFields = {
  start_date: day
    .optional()
    .describe('First day (UTC) of citing answers; 29 days before end_date where only that is given'),
  end_date: day.optional().describe('Last day (UTC) of citing answers; today where only start_date is given'),
  min_competitors: z
    .int()
    .min(1)
    .max(1000)
    .default(2)
    .describe('Active competitors that a page must name at least'),
  topic_id: filterBy(uuid).describe('Topics of citing answers’ prompts, each with everything beneath it'),
  subtopic_id: filterBy(uuid).describe('Subtopics of citing answers’ prompts; root topics are refused'),
  priority_bucket: filterBy(z.enum(priorityBuckets)).describe('By the score: high, medium or low'),
  include_competitor_owned_domains: z
    .boolean()
    .default(false)
    .describe('Also pages on domains of active competitors'),
}
type EarnedInput = z.output<z.ZodObject<typeof earnedFields>>

/** Prompts that a row names. */
const shownPrompts = 5

export const earnedRow = z.object({
  citation_id: z.uuid().describe('Stays the page’s own at any time and in any list: dedupe on it'),
  url: z.string(),
  domain: z.string().describe('The site: a registrable domain where the host has one'),
  title: z.string().nullable(),
  outlet: z.string().nullable().describe('Who publishes it, as it says itself'),
  published_at: utcTimestamp.nullable().describe('When it says that it was published'),
  favicon_url: z.string().nullable().describe('Always null: favicons are not fetched'),
  competitors_on_page: z
    .array(z.string())
    .describe('Names of the active competitors in its title and main text'),
  competitor_ids_on_page: z.array(z.uuid()).describe('Their ids, in the same order'),
  quote: z
    .string()
    .nullable()
    .describe(
      'A line of its main text that names most of them, of at most 300 characters or cut to that; its title where they are ' +
        'named nowhere else, and null where they stand far down a long page',
    ),
  authors: z.array(z.string()).describe('As the page says itself'),
  citation_count: z.int().describe(metricCatalog.citation_count),
  engines: z.array(z.string()).describe('Engines whose answers cite it'),
  prompts: z
    .array(
      z.object({
        prompt_id: z.uuid(),
        text: z.string(),
        citation_count: z.int().describe(metricCatalog.citation_count),
      }),
    )
    .max(shownPrompts)
    .describe('Prompts whose answers cite it, those of most answers first; without deleted ones'),
  prompts_omitted: z.int().describe('Prompts beyond those'),
  page_scanned_at: utcTimestamp.nullable().describe('When its text was fetched'),
  topics: z
    .array(z.string())
    .max(5)
    .describe('Names of the topics of citing answers’ prompts, those of most answers first'),
  topics_omitted: z.int().describe('Topics beyond those'),
  score: z.int().min(0).max(100).describe('What the order and the bucket come from'),
  priority_bucket: z.enum(priorityBuckets),
})

export const earnedTotal = z.int().describe('Pages')

interface PagePart {
  limit: number
  after: EarnedPosition | undefined
}

/**
 * One part of the pages that name competitors and not the brand, most worthwhile first, each with the number that
 * ClickHouse knows it by.
 * @param work by which they are narrowed: while a list is walked it stays as it was, or the walk ends
 * @throws ApiError as `openEarnedView`
 */
export async function readEarned(
  ctx: BrandContext,
  input: EarnedInput & Pick<EarnedFilter, 'among'>,
  { limit, after }: PagePart,
  work: readonly SettledPage[] = [],
) {
  const view = await openEarnedView(ctx, input, after, work)
  const { pages, total } = await rankPages(ctx, view, input, limit)
  const [details, quotes] = await Promise.all([readDetails(ctx, view, pages), readQuotes(ctx, view, pages)])
  const end = view.offset + pages.length
  const rowOf = (ranked: RankedPage) => {
    const found = details.get(ranked.pageId)
    if (found === undefined) return []
    const row: z.input<typeof earnedRow> = {
      citation_id: citationId(ctx.brand.id, found.page),
      url: found.url,
      domain: found.domain,
      title: found.title || null,
      outlet: found.outlet || null,
      published_at: found.publishedAt,
      favicon_url: null,
      competitors_on_page: ranked.competitors.map(({ name }) => name),
      competitor_ids_on_page: ranked.competitors.map(({ id }) => id),
      quote: quotes.get(ranked.pageId) ?? null,
      authors: found.authors,
      citation_count: ranked.citations,
      engines: found.engines,
      prompts: found.prompts.slice(0, shownPrompts),
      prompts_omitted: Math.max(0, found.prompts.length - shownPrompts),
      page_scanned_at: found.scannedAt,
      topics: found.topics.slice(0, 5),
      topics_omitted: Math.max(0, found.topics.length - 5),
      score: ranked.score,
      priority_bucket: bucketOf(ranked.score),
    }
    return [{ pageId: ranked.pageId, row }]
  }
  return {
    rows: pages.flatMap(rowOf),
    meta: { period: view.period, total },
    next: pages.length > 0 && end < total ? view.at(end) : undefined,
  }
}
