import { countAnswers } from '../src/features/visibility/count-answers.ts'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { brandNames, measure, table } from './measure.ts'

// Rankings of one brand among 100, over its 30 and 270 days, beside the bare query and the same figures from PostgreSQL.
const brands = 100
const answersPerBrand = 100_000
const days = 300
/** PostgreSQL's share of the brands: its normalised tables take ten times as long to fill. */
const postgresBrands = 5
const competitors = brandNames(15).slice(1)
const lastDay = '2026-10-27'

const running = await startTestApp()
running.setNow(`${lastDay}T12:00:00Z`)
const { id: workspace_id } = await running.operate('create-workspace', { name: 'Bench' })
const { secret } = await running.operate<{ secret: string }>('create-key', { workspace_id, name: 'bench' })
const ids: string[] = []
for (let brand = 0; brand < brands; brand += 1) {
  const { id: brand_id } = await running.operate('create-brand', { workspace_id, name: 'Zubax0' })
  ids.push(brand_id)
  for (const name of brand === 50 ? competitors : []) {
    await running.operate('create-competitor', { brand_id, name, primary_url: `https://${name}.com` })
  }
}
const { clickhouse, db, postgres } = running.app.services
const brandId = ids[50] as string
await db.updateTable('brands').set({ ingest_seq: 1 }).execute()
const { reading_version: version } = await db
  .selectFrom('brands')
  .select('reading_version')
  .where('id', '=', brandId)
  .executeTakeFirstOrThrow()
for (const id of ids) {
  await clickhouse.command(sql`INSERT INTO readings
    WITH arraySlice(arraySort(e -> cityHash64(e, number), range(1, 21)::Array(UInt16)), 1, number % 12) AS entities
    SELECT ${id}, ${version}, toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalSecond(intDiv(number * 86400 * ${days}, ${answersPerBrand})),
      generateUUIDv4(), 1, number % 500 + 1, ['chatgpt', 'gemini', 'perplexity', 'claude'][number % 4 + 1],
      ['US', 'DE', 'GB'][number % 3 + 1], entities, arrayMap(e -> toUInt16(1 + e % 4), entities),
      arrayMap((e, place) -> toUInt32(place * 50), entities, arrayEnumerate(entities)),
      arrayMap(e -> toUInt16((e * 997 + number) % 10001), entities), ['https://a.com/' || toString(number % 100)], ['a.com'], ['']
    FROM numbers(${answersPerBrand})`)
}

await postgres.execute(`
  set statement_timeout = 0;
  create table bench_answers (id bigserial primary key, brand int, executed_at timestamptz);
  create table bench_mentions (answer_id bigint, entity int, named int, place int, sentiment int)`)
for (let brand = 0; brand < postgresBrands; brand += 1) {
  const rows = await clickhouse.query<{ at: string; e: number[]; c: number[]; s: number[] }>(
    sql`SELECT toString(executed_at) AS at, mentions.entity AS e, mentions.count AS c, mentions.sentiment AS s
      FROM readings WHERE brand_id = ${ids[50 - brand] as string}`,
  )
  for (let start = 0; start < rows.length; start += 10_000) {
    const part = JSON.stringify(rows.slice(start, start + 10_000))
    await postgres.execute(
      `with given as (
         select nextval('bench_answers_id_seq') as id, row.* from json_to_recordset($1) as row(at timestamptz, e json, c json, s json)
       ), stored as (insert into bench_answers select id, ${brand}, at from given)
       insert into bench_mentions
       select id, e.value::text::int, (c ->> (e.ordinality - 1)::int)::int, e.ordinality, (s ->> (e.ordinality - 1)::int)::int
       from given, json_array_elements(e) with ordinality as e`,
      [part],
    )
  }
}
await postgres.execute(`
  create index on bench_answers (brand, executed_at) include (id);
  create index on bench_mentions (answer_id) include (entity, named, place, sentiment);
  analyze bench_answers; analyze bench_mentions`)

const active = competitors.map((_, index) => index + 2).concat(1)
const rows = []
for (const length of [30, 270]) {
  const start = new Date(Date.parse(lastDay) - (length - 1) * 86_400_000).toISOString().slice(0, 10)
  const period = { start_date: start, end_date: lastDay }
  const path = `/v1/brands/${brandId}/competitors/rankings?start_date=${start}&end_date=${lastDay}`
  const bare = await measure(40, () =>
    countAnswers(running.app.services, { brandId, version, seq: 1 }, period, sql`true`, active),
  )
  const request = await measure(40, async () => {
    const { status } = await running.get(path, secret)
    if (status !== 200) throw new Error(`rankings: ${status}`)
  })
  const relational = await measure(5, () =>
    postgres.execute(
      `select entity, count(*), sum(named), sum(sentiment), sum(rank) from (
         select entity, named, sentiment, row_number() over (partition by answer_id order by place) as rank
         from bench_answers join bench_mentions on answer_id = id
         where brand = 0 and executed_at >= $1 and executed_at < $2::date + 1 and entity = any($3)
       ) ranked group by entity`,
      [start, lastDay, active],
    ),
  )
  rows.push({
    days: length,
    'bare query p50 ms': bare.p50.toFixed(1),
    'request p50 ms': request.p50.toFixed(1),
    'request p99 ms': request.p99.toFixed(1),
    'request / bare query': (request.p50 / bare.p50).toFixed(2),
    'PostgreSQL p50 ms': relational.p50.toFixed(0),
    'PostgreSQL / bare query': (relational.p50 / bare.p50).toFixed(1),
  })
}
await running.close()
table(
  `Rankings over ${(brands * answersPerBrand) / 1e6} million answers in ${brands} brands (PostgreSQL: ${postgresBrands} of them)`,
  rows,
)
