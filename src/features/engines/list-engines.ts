import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { invalidCursor } from '../../lib/errors.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { knownEngines } from './engines.ts'

interface Counted {
  engine: string
  executions: string
  first: string
  last: string
}

/** Offset of the next row in the state of the first page. */
const position = z.object({ offset: z.int().min(0), version: z.int(), seq: z.int() })

export const listEngines = defineOperation({
  name: 'list-engines',
  summary: 'List AI search engines and the number of their answers, most answers first',
  ...brandRead('read:basic', '/engines', ['answers', 'readings']),
  fields: {},
  list: { position, defaultLimit: 20 },
  data: z.array(
    z.object({
      engine: z.string().describe('Engine slug, for filters.'),
      name: z.string(),
      executions: z.int().describe('Answers of all time.'),
      first_executed_at: utcTimestamp.nullable(),
      last_executed_at: utcTimestamp.nullable(),
    }),
  ),
  async run({ ctx: { services, brand }, page }) {
    const { offset, version, seq } = page.after ?? {
      offset: 0,
      version: brand.reading_version,
      seq: brand.ingest_seq,
    }
    if (version !== brand.reading_version) throw invalidCursor()
    const counted = await services.clickhouse.query<Counted>(
      sql`SELECT engine, count() AS executions, toString(min(executed_at)) AS first,
          toString(max(executed_at)) AS last
        FROM readings
        WHERE brand_id = ${brand.id} AND version = ${version} AND ${committedUntil(seq)}
        GROUP BY engine`,
    )
    const known = knownEngines(services.config)
    const gone = counted.filter((row) => !known.some((engine) => engine.slug === row.engine))
    const engines = [...known, ...gone.map(({ engine }) => ({ slug: engine, name: engine }))].map(({ slug, name }) => {
      const row = counted.find(({ engine }) => engine === slug)
      return {
        engine: slug,
        name,
        executions: Number(row?.executions ?? 0),
        first_executed_at: row === undefined ? null : toTimestamp(row.first),
        last_executed_at: row === undefined ? null : toTimestamp(row.last),
      }
    })
    engines.sort((a, b) => b.executions - a.executions || (a.engine < b.engine ? -1 : 1))
    const end = offset + page.limit
    const next = end < engines.length ? { offset: end, version, seq } : undefined
    return { data: engines.slice(offset, end), next }
  },
})
