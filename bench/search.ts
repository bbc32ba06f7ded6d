import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { measure, table } from './measure.ts'
import { days, lastDay, makeMeasuredBrand, mergesHaveEnded } from './stored-answers.ts'

// Searches the answers of one brand, and measures the effect on other reads.
const answers = Number(process.argv[2] ?? 1_000_000)
const batches = 20
const directory = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
const test = await startTestApp(
  { RESULT_CACHE_MEGABYTES: '0', READS_PER_MINUTE: '1000000000', QUERY_TIMEOUT_SECONDS: '600' },
  { directory },
)
test.site.close()
const stored = await makeMeasuredBrand(test)
const { clickhouse, db } = test.app.services

/** Words of several languages; each answer has 150 to 450. */
const words =
  'the a of and to in is that for with best shoe shoes boots running trail comfortable price quality brand brands Zubax0 reliable customers say many users reviews durable waterproof lightweight support fit wide narrow sizes available online store shipping returns warranty value money compare models top rated overall budget premium experts recommend however some note that sole upper leather mesh weight drop stability neutral daily training race winter summer ice grip outsole Vibram foam carbon plate energy return soft firm ride heel toe ankle collar laces Größe für über München привет мир обувь 日本 靴'

for (let batch = 0; batch < batches; batch += 1) {
  const size = answers / batches
  const numbers = sql`FROM numbers(${batch * size}, ${size})`
  const at = sql`toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalSecond(intDiv(number * ${86_400 * days}, ${answers}))`
  const id = sql`reinterpretAsUUID(MD5(concat(${stored.brandId}, 'searched', toString(number))))`
  const shared = sql`${id}, ${batch + 2}, number % 500 + 1, ['chatgpt', 'gemini', 'perplexity', 'claude'][number % 4 + 1],
    ['US', 'DE', 'GB'][number % 3 + 1], ${at}`
  await clickhouse.command(
    sql`INSERT INTO readings (answer_id, seq, prompt, engine, country, executed_at, brand_id, version)
      SELECT ${shared}, ${stored.brandId}, ${stored.version} ${numbers}`,
  )
  await clickhouse.command(
    sql`INSERT INTO answers (answer_id, seq, prompt, engine, country, executed_at, brand_id, source_id, model, answer)
      WITH splitByChar(' ', ${words}) AS words
      SELECT ${shared}, ${stored.brandId}, toString(number), 'model-1', concat('## Answer ', toString(number), '\n',
        arrayStringConcat(arrayMap(i -> words[cityHash64(number, i) % length(words) + 1], range(150 + number % 300)), ' '))
      ${numbers}`,
  )
}
await db
  .updateTable('brands')
  .set({ ingest_seq: batches + 1 })
  .where('id', '=', stored.brandId)
  .execute()
await mergesHaveEnded(test)

const day = (before: number) => new Date(Date.parse(lastDay) - before * 86_400_000).toISOString().slice(0, 10)
const get = async (path: string) => {
  const answer = await test.get(`/v1/brands/${stored.brandId}/${path}`, stored.key)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
  return answer
}
const searchPath = (text: string, period: number, more = '') =>
  `executions?search=${encodeURIComponent(text)}&start_date=${day(period - 1)}&end_date=${lastDay}${more}`
const ms = (value: number) => value.toFixed(0)

const texts = {
  'a common word': 'VIBRAM',
  'three words': 'premium vibram foam',
  'another script': 'привет мир обувь',
  accents: 'größe für münchen',
  nothing: 'zuvari nowhere',
}
/** The median time of several runs, and the CPU time of one, which includes the engine. */
async function taken(path: string) {
  const before = process.cpuUsage()
  const { p50 } = await measure(3, () => get(path))
  const { user, system } = process.cpuUsage(before)
  // The additional run is the warm-up.
  return `${ms(p50)} (${ms((user + system) / 1000 / 4)})`
}

const rows = []
for (const [name, text] of Object.entries(texts)) {
  const { body } = await get(searchPath(text, days))
  const cursor = body.pagination.next_cursor
  rows.push({
    'search for': name,
    found: (body.meta as { total: number }).total,
    'one engine, 30 days': await taken(searchPath(text, 30, '&engine=claude')),
    '30 days': await taken(searchPath(text, 30)),
    [`${days} days`]: await taken(searchPath(text, days)),
    'second page': cursor === null ? '–' : await taken(searchPath(text, days, `&cursor=${cursor}`)),
  })
}
const [size] = await clickhouse.query<{ bytes: string }>(
  sql`SELECT formatReadableSize(sum(length(answer))) AS bytes FROM answers WHERE brand_id = ${stored.brandId}`,
)
table(`Search in ${answers} answers of one brand, ${size?.bytes} of text: p50 ms (processor ms)`, rows)

const rankings = () => get(`competitors/rankings?start_date=${day(29)}&end_date=${lastDay}`)
const alone = await measure(50, rankings)
let isSearching = true
const searching = Array.from({ length: 4 }, async () => {
  while (isSearching) await get(searchPath('zuvari nowhere', days)).catch(() => undefined)
})
const during = await measure(50, rankings)
isSearching = false
await Promise.all(searching)
table('Rankings of 30 days during searches of all answers by 4 clients', [
  { rankings: 'alone', 'p50 ms': ms(alone.p50), 'p99 ms': ms(alone.p99) },
  { rankings: 'during searches', 'p50 ms': ms(during.p50), 'p99 ms': ms(during.p99) },
])
await test.app.close()
rmSync(directory, { recursive: true })
