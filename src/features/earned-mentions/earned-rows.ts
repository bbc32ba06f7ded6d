import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { day, filterBy, utcTimestamp, uuid } from '../../kernel/fields.ts'
import type { Hit } from '../../lib/text/mentions/mention-finder.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { entitiesOfReading, type ReadEntity } from '../answers/index.ts'
import { citationId } from '../citations/index.ts'
import { metricCatalog } from '../visibility/index.ts'
import { scansUntil } from './current-pages.ts'
import type { SettledPage } from './earned-state.ts'
import { type EarnedPosition, type EarnedView, openEarnedView } from './earned-view.ts'
import { pageFinder } from './named-on-page.ts'
import { readDetails } from './page-details.ts'
import { type EarnedFilter, type RankedPage, rankPages } from './rank-pages.ts'
import { bucketOf, priorityBuckets } from './score.ts'

/** Maximum length of a quote, and length before the first name in a longer line, in UTF-16 units. */
const maxLength = 300
const lengthBefore = 100
/** Shorter lines are headings or list items without information. */
const minInformativeLength = 40

/** A line of a text with the entities it mentions. */
interface NamingLine {
  text: string
  first: Hit
  entities: Set<number>
}

/**
 * Creates a function that quotes mentions of entities. Reuse it for many pages.
 * @returns the line that mentions most of the given entities, truncated to 300 characters around the first mention;
 * null if no line mentions any
 */
export function createQuoter(
  entities: readonly ReadEntity[],
): (text: string, numbers: readonly number[]) => string | null {
  const find = pageFinder(entities)
  return (text, numbers) => {
    const hits = find(text).filter(({ entity }) => numbers.includes(entity))
    const [best] = linesOf(text, hits).sort((a, b) => rankLine(b) - rankLine(a))
    return best === undefined ? null : truncateLine(best)
  }
}

const rankLine = ({ text, entities }: NamingLine) => 2 * entities.size + Number(text.length >= minInformativeLength)

/** @param hits in text order */
function linesOf(text: string, hits: readonly Hit[]): NamingLine[] {
  const lines = new Map<number, NamingLine>()
  for (const hit of hits) {
    const start = text.lastIndexOf('\n', hit.start) + 1
    const end = text.indexOf('\n', hit.end)
    const line = lines.getOrInsertComputed(start, () => ({
      text: text.slice(start, end === -1 ? undefined : end),
      first: { ...hit, start: hit.start - start, end: hit.end - start },
      entities: new Set<number>(),
    }))
    line.entities.add(hit.entity)
  }
  return [...lines.values()]
}

/** Truncates a line at word boundaries, marked by ellipses. */
function truncateLine({ text, first }: NamingLine): string {
  if (text.length <= maxLength) return text.trim()
  const wanted = Math.max(0, Math.min(first.start - lengthBefore, text.length - maxLength))
  const start = wanted === 0 ? 0 : text.slice(0, first.start).indexOf(' ', wanted) + 1 || first.start
  const end =
    start + maxLength >= text.length ? text.length : Math.max(text.lastIndexOf(' ', start + maxLength), first.end)
  const shown = text.slice(start, end).toWellFormed().trim()
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`
}

/** Searches only the beginning of longer texts, to keep lists fast. */
const maxCharacters = 50_000

/** Quotes the mentions of competitors on each page, from its main text or else its title, by page id. */
async function readQuotes(
  { services, brand }: BrandContext,
  view: EarnedView,
  pages: readonly RankedPage[],
): Promise<Map<string, string | null>> {
  if (pages.length === 0) return new Map()
  const ids = sql.raw(pages.map(({ pageId }) => pageId).join(','))
  const [texts, entities] = await Promise.all([
    services.clickhouse.query<{ id: string; title: string; text: string }>(
      sql`SELECT toString(page_id) AS id, title, substringUTF8(content, 1, ${maxCharacters}) AS text
        FROM page_scans WHERE ${scansUntil(view.pages)} AND page_id IN (${ids})
        ORDER BY seq DESC LIMIT 1 BY page_id`,
    ),
    entitiesOfReading(services, brand.id, view.pages.version),
  ])
  const shown = new Map(pages.map(({ pageId, named }) => [pageId, named]))
  const numbers = new Set(pages.flatMap(({ named }) => named))
  const quote = createQuoter(entities.filter(({ number }) => numbers.has(number)))
  return new Map(
    texts.map(({ id, title, text }) => {
      const named = shown.get(id) ?? []
      return [id, quote(text, named) ?? quote(title, named)]
    }),
  )
}

export const earnedFields = {
  start_date: day.optional().describe('First day (UTC) of citing answers. If only end_date is set, 29 days before it.'),
  end_date: day.optional().describe('Last day (UTC) of citing answers. If only start_date is set, today.'),
  min_competitors: z.int().min(1).max(1000).default(2).describe('Minimum active competitors mentioned on a page.'),
  topic_id: filterBy(uuid).describe('Topic ids of the citing answers’ prompts. Each one includes its subtopics.'),
  subtopic_id: filterBy(uuid).describe('Subtopic ids of the citing answers’ prompts. Must not be root topics.'),
  priority_bucket: filterBy(z.enum(priorityBuckets)).describe('Filter by priority, which depends on the score.'),
  include_competitor_owned_domains: z
    .boolean()
    .default(false)
    .describe('Whether to include pages on domains of active competitors.'),
}
type EarnedInput = z.output<z.ZodObject<typeof earnedFields>>

/** Prompts per row. */
const shownPrompts = 5

export const earnedRow = z.object({
  citation_id: z.uuid().describe('Stable id of the page in all lists. Use it to deduplicate.'),
  url: z.string(),
  domain: z.string().describe('Site: the registrable domain, or else the host.'),
  title: z.string().nullable(),
  outlet: z.string().nullable().describe('Publisher that the page declares.'),
  published_at: utcTimestamp.nullable().describe('Publication time that the page declares.'),
  favicon_url: z.string().nullable().describe('Always null.'),
  competitors_on_page: z.array(z.string()).describe('Active competitors mentioned in the title and main text.'),
  competitor_ids_on_page: z.array(z.uuid()).describe('Their ids, in the same order.'),
  quote: z
    .string()
    .nullable()
    .describe(
      'The line of the main text that mentions most of them, truncated to 300 characters. The title if only that mentions ' +
        'them. Null if they appear only far down a long page.',
    ),
  authors: z.array(z.string()).describe('Authors that the page declares.'),
  citation_count: z.int().describe(metricCatalog.citation_count),
  engines: z.array(z.string()).describe('Engines whose answers cite the page.'),
  prompts: z
    .array(
      z.object({
        prompt_id: z.uuid(),
        text: z.string(),
        citation_count: z.int().describe(metricCatalog.citation_count),
      }),
    )
    .max(shownPrompts)
    .describe('Prompts whose answers cite the page, most answers first. Omits deleted prompts.'),
  prompts_omitted: z.int().describe('Number of further prompts.'),
  page_scanned_at: utcTimestamp.nullable().describe('When Sightline fetched the text.'),
  topics: z.array(z.string()).max(5).describe('Topic names of the citing answers’ prompts, most answers first.'),
  topics_omitted: z.int().describe('Number of further topics.'),
  score: z.int().min(0).max(100).describe('Determines the order and priority_bucket.'),
  priority_bucket: z.enum(priorityBuckets),
})

export const earnedTotal = z.int().describe('Number of pages.')

interface PagePart {
  limit: number
  after: EarnedPosition | undefined
}

/**
 * Reads one part of the pages that mention competitors but not the brand, highest score first, with their ClickHouse
 * page ids.
 * @param work states that narrow the list; if they change, cursors become invalid
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
