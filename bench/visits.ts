import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { botCatalog } from '../src/lib/bots/index.ts'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { measure, table } from './measure.ts'
import { mergesHaveEnded } from './stored-answers.ts'

// Reads of one brand with a year of visits, 60 bots, 20,000 pages. `node bench/visits.ts [visits]`

const visits = Number(process.argv[2] ?? 100_000_000)
const bytesPerVisit = 120
const days = 365
const pages = 20_000
const firstDay = '2025-10-28'
const lastDay = '2026-10-27'
/** Visits per statement, to stay within the store's time limits. */
const perStatement = 5_000_000
const runs = 40

const { bavail, bsize } = statfsSync(tmpdir())
if (bavail * bsize < 2 * visits * bytesPerVisit) throw new Error('not enough room on the disk')

const test = await startTestApp({ RESULT_CACHE_MEGABYTES: '0', READS_PER_MINUTE: '1000000000' })
test.setNow(`${lastDay}T12:00:00Z`)
const { services } = test.app
const { clickhouse, db } = services
const { id: workspace_id } = await test.operate('create-workspace', { name: 'Bench' })
const { secret } = await test.operate<{ secret: string }>('create-key', { workspace_id, name: 'bench' })
const brand = { workspace_id, name: 'Bench', domain: 'bench.example' }
const { id: brandId } = await test.operate('create-brand', brand)

const bots = botCatalog.filter(({ governs }) => governs === undefined).slice(0, 60)
/** Share of this bot in the visits. */
const rareVisits = 100
const rare = bots.at(-1)?.name as string

const started = performance.now()
for (let from = 0; from < visits; from += perStatement) await makeVisits(from, Math.min(perStatement, visits - from))
const made = (performance.now() - started) / 1000
await mergesHaveEnded(test)
await db.updateTable('brands').set({ visits_seq: 1 }).where('id', '=', brandId).execute()
const [size] = await clickhouse.query<Record<string, string>>(sql`SELECT count() AS parts, sum(rows) AS stored,
  round(sum(bytes_on_disk) / 1e9, 2) AS gigabytes FROM system.parts WHERE table = 'crawler_visits' AND active`)
console.log(`${JSON.stringify(size)}, made in ${made.toFixed(0)} s; merges have ended`)

const day = (before: number) => new Date(Date.parse(lastDay) - before * 86_400_000).toISOString().slice(0, 10)
const month = `start_date=${day(29)}&end_date=${lastDay}`
const year = `start_date=${firstDay}&end_date=${lastDay}`
const get = async (path: string) => {
  const answer = await test.get(`/v1/brands/${brandId}/${path}`, secret)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
  return answer.body
}

/** A page in the middle of the period, by moving a cursor; paging there would take hours. */
async function deep(path: string): Promise<string> {
  const codec = services.cursors
  const middle: [string, string] = [`${path.includes(year) ? day(180) : day(15)}T12:00:00.000Z`, brandId]
  services.cursors = {
    ...codec,
    seal: (position, binding) => codec.seal({ ...(position as object), after: middle }, binding),
  }
  const { pagination } = await get(path)
  services.cursors = codec
  return `${path}&cursor=${pagination.next_cursor}`
}

const logs = `crawler/logs?${month}`
const requests: Record<string, string> = {
  'logs, first page': logs,
  'logs, a page deep inside': await deep(logs),
  'logs, deep inside a year': await deep(`crawler/logs?${year}`),
  'logs of one operator': `${logs}&bot_category=anthropic`,
  'logs of a rare bot': `${logs}&crawler=${encodeURIComponent(rare)}`,
  'logs of a rare bot, a year, deep inside': await deep(
    `crawler/logs?${year}&limit=10&crawler=${encodeURIComponent(rare)}`,
  ),
  'summary of 30 days': `crawler/summary?${month}`,
  'summary of 30 days, one operator': `crawler/summary?${month}&bot_category=anthropic`,
  'summary of 30 days, a rare bot': `crawler/summary?${month}&crawler=${encodeURIComponent(rare)}`,
  'summary of a year': `crawler/summary?${year}`,
  'pages of 30 days': `website/pages?${month}`,
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const rows = []
for (const [read, path] of Object.entries(requests)) {
  const { data } = await get(path)
  const { p50, p99 } = await measure(runs, () => get(path))
  const shown = Array.isArray(data) ? (data as unknown[]).length : '–'
  rows.push({ read, rows: shown, 'p50, ms': ms(p50), 'p99, ms': ms(p99) })
}
await db.updateTable('brands').set({ visits_pending: true }).where('id', '=', brandId).execute()
const { p50, p99 } = await measure(runs, () => get(`crawler/summary?${month}`))
rows.push({
  read: 'summary of 30 days, during imports',
  rows: '–',
  'p50, ms': ms(p50),
  'p99, ms': ms(p99),
})
table(`${visits} visits of one brand`, rows)
await test.close()

/** Visits in order of time, like in logs; a few bots and pages have most of them. */
async function makeVisits(from: number, count: number): Promise<void> {
  const names = bots.map(({ name }) => name)
  const categories = bots.map(({ category }) => category)
  const step = (days * 86_400_000) / visits
  await clickhouse.command(sql`INSERT INTO crawler_visits (brand_id, seq, ts, visit_id, bot, category, verdict, domain,
      path, page_key, status, bytes, method, query, address, user_agent, referrer)
    WITH cityHash64(number) AS hash, (hash % 1000003) / 1000003 AS roll, (intDiv(hash, 1000003) % 1000003) / 1000003 AS other,
      if(number % ${Math.floor(visits / rareVisits)} = 77, ${bots.length}, 1 + toUInt32(${bots.length - 1} * roll * roll * roll)) AS place,
      toUInt32(${pages} * other * other * other) AS page_number,
      concat('/section-', toString(page_number % 40), '/article-', toString(page_number)) AS shown_path
    SELECT ${brandId}, 1, toDateTime64(${`${firstDay} 00:00:00`}, 3, 'UTC') + toIntervalMillisecond(toUInt64(number * ${step})),
      reinterpretAsUUID(MD5(toString(number))), arrayElement(${names}, place) AS bot_name,
      arrayElement(${categories}, place), multiIf(hash % 50 = 0, 'spoofed', hash % 3 = 0, 'verified', 'unverified'),
      'bench.example', shown_path, concat('bench.example', shown_path),
      if(hash % 20 = 0, 404, 200), hash % 90000, 'GET', '',
      IPv4NumToString(toUInt32(335544320 + hash % 65536)), concat('Mozilla/5.0 (compatible; ', bot_name, '/1.0)'), ''
    FROM numbers(${from}, ${count})
    SETTINGS max_block_size = 65536, min_insert_block_size_rows = 1000000, max_threads = 1, max_insert_threads = 1`)
}
