import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scanBrand } from '../src/features/earned-mentions/scanning/scan-pages.ts'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { pageShapes } from '../src/testing/earned-mentions/page-shapes.ts'
import { answersFile, startTestApp } from '../src/testing/test-app.ts'
import { brandNames, table } from './measure.ts'

// The first page of earned mentions of a brand with a million cited pages, and how fast cited pages are scanned.
const pages = Number(process.env.PAGES ?? 1_000_000)
const scanned = Number(process.env.SCANNED ?? 6000)
const sites = 300
const day = '2026-10-27'
const names = brandNames(13)
const ms = (value: number) => value.toFixed(1)

/** A loopback server for every site: a page of some 15 kB with the names of brands in it. */
async function startSites() {
  const filler =
    'We tried a good many of them for weeks and wrote down what we saw, so that you need not do it. '
  const html = Object.values(pageShapes).map((make, index) =>
    make({
      title: 'The best of them',
      authors: ['Jane Doe'],
      paragraphs: Array.from({ length: 40 }, (_, at) => `${filler.repeat(3)} ${names[(at + index) % 5]}`),
      surroundings: names.slice(5),
      language: 'en',
      date: '2026-01-01T00:00:00Z',
    }),
  )
  let turn = 0
  const server = createServer((request, response) => {
    turn += 1
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.url === '/robots.txt' ? '' : html[turn % html.length])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

const { server, port } = await startSites()
const allowed = { FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${port}`, READS_PER_MINUTE: '1000000000' }
const environment = { ...allowed, RESULT_CACHE_MEGABYTES: '0' }
const test = await startTestApp(environment, { resolveHost: async () => ['127.0.0.1'] })
test.setNow(`${day}T12:00:00Z`)
const { clickhouse, db } = test.app.services
const { id: workspace_id } = await test.operate('create-workspace', { name: 'Bench' })
const { secret: key } = await test.operate<{ secret: string }>('create-key', { workspace_id, name: 'bench' })

async function makeBrand() {
  const domain = `${names[0]?.toLowerCase()}.example`
  const { id } = await test.operate('create-brand', { workspace_id, name: names[0] as string, domain })
  for (const name of names.slice(1))
    await test.operate('create-competitor', { brand_id: id, name, primary_url: `https://${name}.example` })
  return id
}

async function firstPage() {
  const brandId = await makeBrand()
  const brands = db.selectFrom('brands').select('reading_version').where('id', '=', brandId)
  const { reading_version: version } = await brands.executeTakeFirstOrThrow()
  // Two citations of a page on average, ten in an answer, some pages cited far more often than others.
  const url = sql`concat('https://site', toString(page % 5000), '.example/articles/about/', toString(page))`
  await clickhouse.command(sql`INSERT INTO readings (brand_id, version, executed_at, answer_id, seq, prompt, engine, country,
      citations.url, citations.domain, citations.title)
    SELECT ${brandId}, ${version}, toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalSecond(number * 120),
      generateUUIDv4(), 1, number % 500 + 1, ['chatgpt', 'gemini', 'perplexity', 'claude'][number % 4 + 1], 'US',
      arrayMap(page -> ${url}, pages), arrayMap(page -> concat('site', toString(page % 5000), '.example'), pages),
      arrayMap(page -> '', pages)
    FROM (SELECT number, arrayDistinct(arrayMap(k -> if(k < 8, (number * 10 + k * 99991) % ${pages}, toUInt64(${pages} * pow((cityHash64(number, k) % 100000) / 100000, 4))), range(10))) AS pages FROM numbers(${pages / 5}))`)
  const page = sql`concat('site', toString(number % 5000), '.example/articles/about/', toString(number))`
  await clickhouse.command(sql`INSERT INTO page_readings (brand_id, version, page, seq, replaces, domain, outcome, entities, linked)
    SELECT ${brandId}, ${version}, ${page} AS page, 1, 0, concat('site', toString(number % 5000), '.example'), 'read',
      arrayFilter(e -> cityHash64(number, e) % 4 = 0, range(1, 14))::Array(UInt16), [] FROM numbers(${pages})`)
  await clickhouse.command(sql`INSERT INTO page_scans (brand_id, page, seq, replaces, url, domain, outcome, scanned_at, tried_at)
    SELECT ${brandId}, ${page} AS page, 1, 0, concat('https://', page), concat('site', toString(number % 5000), '.example'), 'read',
      toDateTime64('2026-10-01 00:00:00', 3), toDateTime64('2026-10-01 00:00:00', 3) FROM numbers(${pages})`)
  const committed = { ingest_seq: 1, pages_seq: 1, pages_version: version }
  await db.updateTable('brands').set(committed).where('id', '=', brandId).execute()
  const path = `/v1/brands/${brandId}/citations/earned-mentions`
  let total = 0
  const ask = async (query: string) => {
    const start = performance.now()
    const answer = await test.get(`${path}${query}`, key)
    if (answer.status !== 200) throw new Error(answer.text)
    total = (answer.body.meta as { total: number }).total
    return performance.now() - start
  }
  const memory = () => Math.round(process.memoryUsage().rss / 1e6)
  const before = memory()
  const cold = ms(await ask(''))
  const grown = memory() - before
  let turn = 0
  const cite = async () => {
    turn += 1
    const line = {
      prompt: 'which?',
      engine: 'grok',
      executed_at: `${day}T00:00:00Z`,
      answer: `Answer ${turn}`,
    }
    const citations = [{ url: `https://site1.example/articles/about/${turn}` }]
    await test.operate('import-answers', { brand_id: brandId }, answersFile([{ ...line, citations }]))
  }
  const scan = async () => {
    turn += 1
    const lines = Array.from({ length: 200 }, (_, at) => ({
      url: `https://site${at}.example/articles/about/${at + 5000 * turn}`,
      content: `${names[1]} and ${names[2 + (turn % 5)]}`,
    }))
    await test.operate('import-page-scans', { brand_id: brandId }, answersFile(lines))
  }
  const nothing = async () => {}
  // A query of its own each time: nothing that was ranked before can be used.
  const month = () =>
    `?start_date=2026-0${1 + (turn % 8)}-${10 + (turn % 19)}&min_competitors=${1 + (turn++ % 5)}`
  const questions: [string, () => Promise<void>, () => string][] = [
    ['all time, nothing has changed', nothing, () => ''],
    [
      'all time, other filters each time',
      nothing,
      () => `?min_competitors=${1 + (turn++ % 12)}&limit=${1 + (turn % 97)}`,
    ],
    ['high only, after an import', cite, () => '?priority_bucket=high'],
    ['some months, others each time', nothing, () => `${month()}&end_date=2026-10-${10 + (turn % 20)}`],
    ['all time, after an import', cite, () => ''],
    ['all time, after 200 pages were scanned', scan, () => ''],
  ]
  const rows = []
  for (const [question, prepare, query] of questions) {
    const taken: number[] = []
    for (let run = 0; run < 31; run += 1) {
      await prepare()
      taken.push(await ask(query()))
    }
    taken.sort((a, b) => a - b)
    rows.push({
      question,
      'pages listed': total,
      'p50 ms': ms(taken[15] as number),
      'slowest ms': ms(taken[30] as number),
    })
  }
  table(`First page of earned mentions of a brand with ${pages} cited pages`, rows)
  console.log(`The first request of the process: ${cold} ms, ${grown} MB of memory more\n`)
}

async function scanner() {
  const brandId = await makeBrand()
  const lines = Array.from({ length: scanned / 10 }, (_, answer) => ({
    prompt: 'which?',
    engine: 'chatgpt',
    executed_at: `${day}T00:00:00Z`,
    answer: `Answer ${answer}`,
    citations: Array.from({ length: 10 }, (_, place) => {
      const page = answer * 10 + place
      return { url: `http://site${page % sites}.example:${port}/page/${page}` }
    }),
  }))
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
  const rows = []
  const signal = new AbortController().signal
  for (let run = 1; ; run += 1) {
    const brand = await db
      .selectFrom('brands')
      .selectAll()
      .where('id', '=', brandId)
      .executeTakeFirstOrThrow()
    const start = performance.now()
    const done = await scanBrand(test.app.services, brand, signal, { delayMs: 0 })
    if (done === 0) break
    const seconds = (performance.now() - start) / 1000
    const megabytes = Math.round(process.memoryUsage().rss / 1e6)
    rows.push({ run, pages: done, 'pages a second': ms(done / seconds), 'memory MB': megabytes })
  }
  table('Scanner, from loopback', rows)
}

await firstPage()
await scanner()
await test.close()
server.close()
