import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { filterBy } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
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
  .describe('What each series covers: `domain`: one cited site, `owner`: the sites of one owner, `all`: all citations.')
type Dimension = z.output<typeof dimension>

const counts = {
  citation_count: z.int().describe(metricCatalog.citation_count),
  answer_count: z.int().describe(metricCatalog.answer_count),
  share_of_answers_pct: shareField.nullable().describe(metricCatalog.share_of_answers_pct),
}

export const listCitationTrends = defineOperation({
  name: 'list-citation-trends',
  summary: 'Show citations over time: in total, by site or by owner, most answers first',
  description:
    'Returns a series for everything cited in the period. The share is null on days without answers. The first and last ' +
    'week or month cover only their days within the period.',
  ...brandRead('read:citations', '/citations/trend', ['answers', 'readings']),
  fields: {
    dimension,
    ...plainFilterFields,
    interval: z.enum(intervals).default('day').describe('Days, weeks starting on Monday, or calendar months (UTC).'),
    domain: filterBy(citedDomain).describe('Count only citations of these sites. Omit to count all.'),
  },
  list: computedRows,
  data: z.array(
    z.object({
      domain: z.string().nullable().describe('Set only if dimension is domain.'),
      owner: ownerSchema.nullable().describe('Owner of the site. Null if dimension is all.'),
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
    omitted_segments: z.int().describe('Number of series on other pages.'),
  }),
  async run({ ctx, input, page }) {
    const owned = await readOwnedDomains(ctx)
    // Only the owner dimension depends on who owns which domain.
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
          const found = inBuckets.get(`${bucketKey(bucket)} ${line.key}`) ?? noCitations
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

/** A series. Its key is a domain, an owner's id (empty for all other owners), or empty. */
interface Line extends Counted {
  key: string
}

const noCitations: Counted = { citation_count: 0, answer_count: 0 }

/** Returns a function that maps an answer's array of cited domains to series keys. */
function keysOf(of: Dimension, owned: OwnedDomains, { entities }: View): (domains: Sql) => Sql {
  if (of === 'all') return (domains) => sql`arrayMap(d -> '', ${domains})`
  if (of === 'domain') return (domains) => sql`arrayMap(d -> toString(d), ${domains})`
  const active = [...owned].filter(([, id]) => entities.some((entity) => entity.id === id))
  if (active.length === 0) return (domains) => sql`arrayMap(d -> '', ${domains})`
  const [names, ids] = [active.map(([domain]) => domain), active.map(([, id]) => id)]
  return (domains) => sql`arrayMap(d -> transform(toString(d), ${names}, ${ids}, ''), ${domains})`
}

/** FROM clause of the view's citations. `nth` numbers the citations per answer and series. */
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
  )
  return { lines, total: Number(lines[0]?.lines ?? 0) }
}

/** Counts by bucket and series key. */
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
  )
  return new Map(rows.map((row) => [`${row.bucket} ${row.key}`, row]))
}

async function countByBucket({ services }: BrandContext, view: View, buckets: readonly Period[]) {
  const rows = await services.clickhouse.query<{ bucket: string; answers: string }>(
    sql`SELECT toString(${bucketOfAnswer(buckets)}) AS bucket, count() AS answers
      FROM readings WHERE ${answersOf(view)} GROUP BY bucket`,
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
