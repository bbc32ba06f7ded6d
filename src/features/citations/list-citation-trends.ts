import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { filterBy } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import {
  answersOf,
  bucketKey,
  bucketOfAnswer,
  bucketsOf,
  computedRows,
  executions as executionsField,
  intervals,
  metricCatalog,
  openViewWith,
  type Period,
  periodSchema,
  plainFilterFields,
  shareField,
  shareOf,
  type View,
} from '../visibility/index.ts'
import { citedDomain } from './cited-domain.ts'
import { type OwnedDomains, ownerOf, ownerSchema, readOwnedDomains } from './owner.ts'

const dimension = z
  .enum(['domain', 'owner', 'all'])
  .describe('What the lines are of: the cited sites, whose sites they are, or all citations together')
type Dimension = z.output<typeof dimension>

const counts = {
  citation_count: z.int().describe(metricCatalog.citation_count),
  answer_count: z.int().describe(metricCatalog.answer_count),
  share_of_answers_pct: shareField.nullable().describe(metricCatalog.share_of_answers_pct),
}

export const listCitationTrends = defineOperation({
  name: 'list-citation-trends',
  summary:
    'How often answers cite pages over time: all of them, by site or by owner, those of most answers first',
  description:
    'What is cited in the period has a line. Days without answers have points with a share of null; the first and the last ' +
    'week or month hold only their days within the period.',
  on: 'brand',
  access: 'read:citations',
  role: 'viewer',
  readsTables: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/citations/trend', limit: 'read' },
  fields: {
    dimension,
    ...plainFilterFields,
    interval: z.enum(intervals).default('day').describe('Days, weeks from Monday, or calendar months (UTC)'),
    domain: filterBy(citedDomain).describe('Sites whose citations count; all where not given'),
  },
  list: computedRows,
  data: z.array(
    z.object({
      domain: z.string().nullable().describe('By domain only'),
      owner: ownerSchema.nullable().describe('Whose it is; null for all citations together'),
      ...counts,
      points: z.array(z.object({ ...periodSchema.shape, executions: executionsField, ...counts })),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    dimension,
    period: periodSchema,
    interval: z.enum(intervals),
    executions: executionsField,
    omitted_segments: z.int().describe('Lines that are not on this page'),
  }),
  async run({ ctx, input, page }) {
    const owned = await readOwnedDomains(ctx)
    // The order of the lines depends on who owns what only where they are of owners.
    const { view } = await openViewWith(ctx, input, page.after, async () =>
      input.dimension === 'owner' ? [...owned] : null,
    )
    const citations = citationsOf(view, keysOf(input.dimension, owned, view), input.domain)
    const buckets = bucketsOf(view.period, input.interval)
    const [{ lines, total }, executions] = await Promise.all([
      mostCited(ctx, citations, page.limit, view.offset),
      countByBucket(ctx, view, buckets),
    ])
    const inBuckets = await countLines(ctx, citations, lines, buckets)
    const all = buckets.reduce((sum, bucket) => sum + (executions.get(bucketKey(bucket)) ?? 0), 0)
    const end = view.offset + lines.length
    return {
      data: lines.map((line) => ({
        ...namesOf(input.dimension, line.key, owned, view),
        ...serializeCounts(line, all),
        points: buckets.map((bucket) => {
          const answers = executions.get(bucketKey(bucket)) ?? 0
          const found = inBuckets.get(`${bucketKey(bucket)} ${line.key}`) ?? nothing
          return { ...bucket, executions: answers, ...serializeCounts(found, answers) }
        }),
      })),
      meta: {
        brand_id: ctx.brand.id,
        dimension: input.dimension,
        period: view.period,
        interval: input.interval,
        executions: all,
        omitted_segments: total - lines.length,
      },
      next: end < total ? view.at(end) : undefined,
    }
  },
})

interface Counted {
  citation_count: string | number
  answer_count: string | number
}

/** One line: its key is a domain, the id of an owner (empty for everybody else), or empty. */
interface Line extends Counted {
  key: string
}

const nothing: Counted = { citation_count: 0, answer_count: 0 }

/** A function of the array of an answer's cited domains: the line that each is counted in. */
function keysOf(of: Dimension, owned: OwnedDomains, { entities }: View): (domains: Sql) => Sql {
  if (of === 'all') return (domains) => sql`arrayMap(d -> '', ${domains})`
  if (of === 'domain') return (domains) => sql`arrayMap(d -> toString(d), ${domains})`
  const active = [...owned].filter(([, id]) => entities.some((entity) => entity.id === id))
  if (active.length === 0) return (domains) => sql`arrayMap(d -> '', ${domains})`
  const [names, ids] = [active.map(([domain]) => domain), active.map(([, id]) => id)]
  return (domains) => sql`arrayMap(d -> transform(toString(d), ${names}, ${ids}, ''), ${domains})`
}

/** The view's citations: what follows FROM. `nth` counts those of one answer and line. */
function citationsOf(view: View, keys: (domains: Sql) => Sql, domains: readonly string[] | undefined): Sql {
  const cited =
    domains === undefined
      ? sql`citations.domain`
      : sql`arrayFilter(d -> has(${domains}, toString(d)), citations.domain)`
  return sql`readings ARRAY JOIN ${keys(cited)} AS key, arrayEnumerateUniq(${keys(cited)}) AS nth
    WHERE ${answersOf(view)}`
}

const countColumns = sql`countIf(nth = 1) AS answer_count, count() AS citation_count`

async function mostCited({ services }: BrandContext, citations: Sql, limit: number, offset: number) {
  const lines = await services.clickhouse.query<Line & { lines: string }>(
    sql`SELECT key, ${countColumns}, count() OVER () AS lines FROM ${citations}
      GROUP BY key ORDER BY answer_count DESC, citation_count DESC, key LIMIT ${limit} OFFSET ${offset}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return { lines, total: Number(lines[0]?.lines ?? 0) }
}

/** The counts of lines, by bucket and key. */
async function countLines(
  { services }: BrandContext,
  citations: Sql,
  lines: readonly Line[],
  buckets: readonly Period[],
): Promise<Map<string, Counted>> {
  if (lines.length === 0) return new Map()
  const rows = await services.clickhouse.query<Line & { bucket: string }>(
    sql`SELECT key, toString(${bucketOfAnswer(buckets)}) AS bucket, ${countColumns} FROM ${citations}
      AND key IN ${lines.map(({ key }) => key)} GROUP BY key, bucket`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return new Map(rows.map((row) => [`${row.bucket} ${row.key}`, row]))
}

/** How many answers there are, whatever they cite, by bucket. */
async function countByBucket({ services }: BrandContext, view: View, buckets: readonly Period[]) {
  const rows = await services.clickhouse.query<{ bucket: string; answers: string }>(
    sql`SELECT toString(${bucketOfAnswer(buckets)}) AS bucket, count() AS answers
      FROM readings WHERE ${answersOf(view)} GROUP BY bucket`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return new Map(rows.map(({ bucket, answers }) => [bucket, Number(answers)]))
}

const serializeCounts = ({ citation_count, answer_count }: Counted, executions: number) => ({
  citation_count: Number(citation_count),
  answer_count: Number(answer_count),
  share_of_answers_pct: shareOf('share_of_answers_pct', Number(answer_count), executions),
})

function namesOf(of: Dimension, key: string, owned: OwnedDomains, { entities }: View) {
  if (of === 'all') return { domain: null, owner: null }
  if (of === 'owner') return { domain: null, owner: ownerOf(key, entities) }
  return { domain: key, owner: ownerOf(owned.get(key), entities) }
}
