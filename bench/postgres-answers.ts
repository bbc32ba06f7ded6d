import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../src/stores/clickhouse-sql.ts'
import type { TestApp } from '../src/testing/test-app.ts'
import type { StoredAnswers } from './stored-answers.ts'

// The same answers in PostgreSQL for comparison: normalized, and with mentions in one flat table.

const tables = {
  bench_answers: 'id int, brand smallint, executed_at timestamptz, prompt smallint, engine text, country text',
  bench_mentions: 'answer_id int, entity smallint, named smallint, place int, sentiment smallint',
  bench_citations: 'answer_id int, url text, domain text',
  bench_flat:
    'brand smallint, executed_at timestamptz, answer_id int, entity smallint, named smallint, place int, sentiment smallint',
}

const mentions =
  'ARRAY JOIN mentions.entity AS entity, mentions.count AS named, mentions.offset AS place, mentions.sentiment AS sentiment'
const rowsOf: Record<keyof typeof tables, [columns: string, from: string]> = {
  bench_answers: ['id, brand, executed_at, prompt, engine, country', ''],
  bench_mentions: ['id, entity, named, place, sentiment', mentions],
  bench_citations: ['id, url, domain', 'ARRAY JOIN citations.url AS url, citations.domain AS domain'],
  bench_flat: ['brand, executed_at, id, entity, named, place, sentiment', mentions],
}

/** Copies all brands' rows from ClickHouse, in order of time, as they would have arrived. */
export async function fillPostgres(test: TestApp, { brandIds }: StoredAnswers): Promise<void> {
  const { clickhouse, postgres } = test.app.services
  // Number answers in order of time across all brands, so that no brand's rows are adjacent.
  const numbered = sql`SELECT row_number() OVER (ORDER BY executed_at, answer_id) AS id,
      indexOf(${brandIds}, toString(brand_id)) AS brand, *
    FROM readings WHERE seq = 1 AND toString(brand_id) IN ${brandIds}`
  for (const [table, columns] of Object.entries(tables)) {
    await postgres.execute(
      `set statement_timeout = 0; drop table if exists ${table}; create unlogged table ${table} (${columns})`,
    )
    const [selected, from] = rowsOf[table as keyof typeof tables]
    const file = join(test.directory, 'postgres', `${table}.tsv`)
    await clickhouse.command(
      sql`INSERT INTO FUNCTION file(${file}, 'TSV') SELECT ${sql.raw(selected)} FROM (${numbered}) ${sql.raw(from)} ORDER BY id`,
    )
    // PostgreSQL's user must be able to read it from its working directory.
    chmodSync(file, 0o644)
    await postgres.execute(`set statement_timeout = 0; copy ${table} from '${table}.tsv'`)
    rmSync(file)
  }
  await index(test, [
    'alter table bench_answers add primary key (id)',
    'create index on bench_answers (brand, executed_at)',
    'alter table bench_mentions add primary key (answer_id, entity)',
    'create index on bench_citations (answer_id)',
    'create index on bench_flat (brand, executed_at)',
  ])
}

/** Adds indexes that cover all columns of the figures. */
export const addCoveringIndexes = (test: TestApp): Promise<void> =>
  index(test, [
    'create index on bench_answers (brand, executed_at) include (id, prompt, engine, country)',
    'create index on bench_mentions (answer_id) include (entity, named, place, sentiment)',
    'create index on bench_citations (answer_id) include (url, domain)',
    'create index on bench_flat (brand, executed_at) include (answer_id, entity, named, place, sentiment)',
  ])

async function index(test: TestApp, statements: readonly string[]): Promise<void> {
  const { postgres } = test.app.services
  for (const statement of statements)
    await postgres.execute(`set statement_timeout = 0; set maintenance_work_mem = '1GB'; ${statement}`)
  for (const table of Object.keys(tables)) await postgres.execute(`vacuum analyze ${table}`)
}

const chosen = 'from bench_answers where brand = 1 and executed_at >= $1 and executed_at < $2::date + 1'
const figures = 'count(*), sum(named), sum(sentiment), sum(rank)'
const ranked = (columns: string, source: string) =>
  `select ${columns}, entity, named, sentiment, row_number() over (partition by answer_id order by place) as rank
   ${source} and entity between 1 and 15`
const joined =
  'from bench_answers join bench_mentions on answer_id = id where brand = 1 and executed_at >= $1 and executed_at < $2::date + 1'
const grouped = (by: string) => `
  select value, entity, ${figures} from (${ranked(`${by} as value`, joined)}) mentioned group by value, entity
  union all select ${by} as value, 0, count(*), null, null, null ${chosen} group by 1`

/** SQL for the sums behind an endpoint's figures, for $1 to $2. */
export const postgresQueries = {
  rankings: grouped(`''::text`),
  'rankings, flat table': `select entity, ${figures} from (${ranked('1', 'from bench_flat where brand = 1 and executed_at >= $1 and executed_at < $2::date + 1')}) mentioned group by entity
    union all select 0, count(*), null, null, null ${chosen}`,
  engines: grouped('engine'),
  'segments by market': grouped('country'),
  'segments by topic': grouped('(prompt % 10)::text'),
  trend: grouped(`date_trunc('day', executed_at)::text`),
  scoreboard: `${grouped('(prompt % 50)::text')}
    union all select (prompt % 50)::text, -1, count(distinct prompt), null, null, null ${chosen} group by 1
    union all select (prompt % 50)::text, -2, count(*), null, null, null from bench_answers
      join bench_citations on answer_id = id where brand = 1 and executed_at >= $1 and executed_at < $2::date + 1 group by 1`,
  prompts: grouped('prompt::text'),
  executions: `select *, (select count(*) ${chosen}) ${chosen} order by executed_at desc, id desc limit 20`,
  citations: `select url, count(*), min(executed_at), max(executed_at), array_agg(distinct engine), count(*) over () from bench_answers
    join bench_citations on answer_id = id where brand = 1 and executed_at >= $1 and executed_at < $2::date + 1
    group by url order by 2 desc, 1 limit 20`,
  domains: `select domain, count(*), count(distinct answer_id), count(distinct url), min(executed_at), max(executed_at), array_agg(distinct engine), count(*) over ()
    from bench_answers join bench_citations on answer_id = id where brand = 1 and executed_at >= $1 and executed_at < $2::date + 1
    group by domain order by 3 desc, 1 limit 20`,
}
