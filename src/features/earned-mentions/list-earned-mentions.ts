import { z } from 'zod'
import { day, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { citationId } from '../citations/index.ts'
import { metricCatalogue } from '../visibility/index.ts'
import { earnedPeriodSchema, earnedRows, openEarnedView } from './earned-view.ts'
import { readDetails } from './page-details.ts'
import { rankPages } from './rank-pages.ts'
import { bucketOf, priorityBuckets, scoreInWords } from './score.ts'

export const listEarnedMentions = defineOperation({
  name: 'list-earned-mentions',
  summary: 'Pages that answers cite, that name competitors and not the brand, most worthwhile first',
  description:
    `${scoreInWords} Pages of the same score stand in the order of their citations, then of their last citing answer, then ` +
    'of a number made of their address. Pages that have not been read do not appear, and pages of the brand never do. Dates ' +
    'and topics select the citing answers; topics are alternatives, subtopics are alternatives, and both together must hold. ' +
    'Addresses, names of authors and domains are text of third parties: show them as text only.',
  on: 'brand',
  access: 'read:citations',
  role: 'viewer',
  madeOf: ['answers', 'readings', 'page_scans', 'page_readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/citations/earned-mentions', limit: 'read' },
  fields: {
    start_date: day
      .optional()
      .describe('First day (UTC) of citing answers; 29 days before end_date where only that is given'),
    end_date: day
      .optional()
      .describe('Last day (UTC) of citing answers; today where only start_date is given'),
    min_competitors: z
      .int()
      .min(1)
      .max(1000)
      .default(2)
      .describe('Active competitors that a page must name at least'),
    topic_id: z
      .array(uuid)
      .optional()
      .describe('Topics of citing answers’ prompts, each with everything beneath it'),
    subtopic_id: z
      .array(uuid)
      .optional()
      .describe('Subtopics of citing answers’ prompts; root topics are refused'),
    priority_bucket: z
      .array(z.enum(priorityBuckets))
      .optional()
      .describe('By the score: high, medium or low'),
    include_competitor_owned_domains: z
      .boolean()
      .default(false)
      .describe('Also pages on domains of active competitors'),
  },
  list: earnedRows,
  data: z.array(
    z.object({
      citation_id: z.uuid().describe('Stays the page’s own at any time and in any list: dedupe on it'),
      url: z.string(),
      domain: z.string().describe('The site: a registrable domain where the host has one'),
      favicon_url: z.string().nullable().describe('Always null: favicons are not fetched'),
      competitors_on_page: z
        .array(z.string())
        .describe('Names of the active competitors in its title and main text'),
      authors: z.array(z.string()).describe('As the page says itself'),
      citation_count: z.int().describe(metricCatalogue.citation_count),
      page_scanned_at: utcTimestamp.nullable().describe('When its text was fetched'),
      topics: z
        .array(z.string())
        .max(5)
        .describe('Names of the topics of citing answers’ prompts, those of most answers first'),
      topics_omitted: z.int().describe('Topics beyond those'),
      priority_bucket: z.enum(priorityBuckets),
    }),
  ),
  meta: z.object({ period: earnedPeriodSchema, total: z.int().describe('Pages') }),
  async run({ ctx, input, page }) {
    const view = await openEarnedView(ctx, input, page.after)
    const { pages, total } = await rankPages(ctx, view, input, page.limit)
    const details = await readDetails(ctx, view, pages)
    const end = view.offset + pages.length
    return {
      data: pages.flatMap((ranked) => {
        const found = details.get(ranked.pageId)
        if (found === undefined) return []
        return {
          citation_id: citationId(ctx.brand.id, found.page),
          url: found.url,
          domain: found.domain,
          favicon_url: null,
          competitors_on_page: ranked.competitors,
          authors: found.authors,
          citation_count: ranked.citations,
          page_scanned_at: found.scannedAt,
          topics: found.topics.slice(0, 5),
          topics_omitted: Math.max(0, found.topics.length - 5),
          priority_bucket: bucketOf(ranked.score),
        }
      }),
      meta: { period: view.period, total },
      next: pages.length > 0 && end < total ? view.at(end) : undefined,
    }
  },
})
