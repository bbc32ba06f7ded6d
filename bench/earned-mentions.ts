import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openEarnedView } from '../src/features/earned-mentions/earned-view.ts'
import { rankPages } from '../src/features/earned-mentions/rank-pages.ts'
import { scanBrand } from '../src/features/earned-mentions/scanning/scan-pages.ts'
import type { PriorityBucket } from '../src/features/earned-mentions/score.ts'
import type { BrandContext } from '../src/kernel/context.ts'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { pageShapes } from '../src/testing/earned-mentions/page-shapes.ts'
import { answersFile, startTestApp } from '../src/testing/test-app.ts'
import { brandNames, table } from './measure.ts'

// Lists of earned mentions of a brand right after a large import, and the speed of page scans.
const pages = Number(process.env.PAGES ?? 200_000)
const rounds = Number(process.env.ROUNDS ?? 21)
const answersPerBatch = 2000
const pagesPerBatch = 5000
const scanned = Number(process.env.SCANNED ?? 6000)
const sites = 300
const day = '2026-10-27'
const names = brandNames(13)
const ms = (value: number) => value.toFixed(1)

/** A loopback server for all sites: pages of 15 kB that mention brands. */
async function startSites() {
  const filler = 'We tried a good many of them for weeks and wrote down what we saw, so that you need not do it. '
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

/** Stores answers and scans in batches like imports, in parts that ClickHouse has not merged. */
async function storePages(brandId: string, version: number): Promise<void> {
  for (const name of ['readings', 'page_readings', 'page_scans'])
    await clickhouse.command(sql`SYSTEM STOP MERGES ${sql.raw(name)}`)
  // Two citations per page on average, ten per answer, with a skewed distribution.
  const url = sql`concat('https://site', toString(page % 5000), '.example/articles/about/', toString(page))`
  const secondsApart = Math.floor((300 * 86_400) / (pages / 5))
  for (let from = 0; from < pages / 5; from += answersPerBatch)
    await clickhouse.command(sql`INSERT INTO readings (brand_id, version, executed_at, answer_id, seq, prompt, engine, country,
      citations.url, citations.domain, citations.title)
    SELECT ${brandId}, ${version}, toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalSecond(number * ${secondsApart}),
      generateUUIDv4(), ${1 + from / answersPerBatch}, number % 500 + 1, ['chatgpt', 'gemini', 'perplexity', 'claude'][number % 4 + 1], 'US',
      arrayMap(page -> ${url}, pages), arrayMap(page -> concat('site', toString(page % 5000), '.example'), pages),
      arrayMap(page -> '', pages)
    FROM (SELECT number, arrayDistinct(arrayMap(k -> if(k < 8, (number * 10 + k * 99991) % ${pages}, toUInt64(${pages} * pow((cityHash64(number, k) % 100000) / 100000, 4))), range(10))) AS pages
      FROM numbers(${from}, ${answersPerBatch}))`)
  // Readings without answers would look like damaged tables.
  await clickhouse.command(sql`INSERT INTO answers (brand_id, seq, answer_id, prompt, engine, country, executed_at)
    SELECT brand_id, seq, answer_id, prompt, engine, country, executed_at FROM readings WHERE brand_id = ${brandId}`)
  const page = sql`concat('site', toString(number % 5000), '.example/articles/about/', toString(number))`
  for (let from = 0; from < pages; from += pagesPerBatch) {
    const batch = 1 + from / pagesPerBatch
    await clickhouse.command(sql`INSERT INTO page_readings (brand_id, version, page, seq, replaces, domain, outcome, entities, linked)
      SELECT ${brandId}, ${version}, ${page} AS page, ${batch}, 0, concat('site', toString(number % 5000), '.example'), 'read',
        arrayFilter(e -> cityHash64(number, e) % 4 = 0, range(1, 14))::Array(UInt16), [] FROM numbers(${from}, ${pagesPerBatch})`)
    await clickhouse.command(sql`INSERT INTO page_scans (brand_id, page, seq, replaces, url, domain, outcome, scanned_at, tried_at)
      SELECT ${brandId}, ${page} AS page, ${batch}, 0, concat('https://', page), concat('site', toString(number % 5000), '.example'), 'read',
        toDateTime64('2026-10-01 00:00:00', 3), toDateTime64('2026-10-01 00:00:00', 3) FROM numbers(${from}, ${pagesPerBatch})`)
  }
  const committed = {
    ingest_seq: pages / 5 / answersPerBatch,
    pages_seq: pages / pagesPerBatch,
    pages_version: version,
  }
  await db.updateTable('brands').set(committed).where('id', '=', brandId).execute()
}

/** Lists before and after ClickHouse merges the import, each for a new data version. */
async function lists() {
  const brandId = await makeBrand()
  const readBrand = () => db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirstOrThrow()
  await storePages(brandId, (await readBrand()).reading_version)
  const path = `/v1/brands/${brandId}/citations/earned-mentions`
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
  /** The ranking only, as in a request for one page. */
  const rank = async ({ offset = 0, ...input }: ListInput) => {
    const ctx = { services: test.app.services, brand: await readBrand() } as BrandContext
    const view = await openEarnedView(ctx, input, undefined)
    const filter = { min_competitors: 2, include_competitor_owned_domains: false, ...input }
    const start = performance.now()
    const { total } = await rankPages(ctx, { ...view, offset }, filter, 20)
    return { ms: performance.now() - start, total }
  }
  const request = async ({ offset: _, ...input }: ListInput) => {
    const start = performance.now()
    const answer = await test.get(`${path}?${new URLSearchParams(input as Record<string, string>)}`, key)
    if (answer.status !== 200) throw new Error(answer.text)
    return performance.now() - start
  }
  const inputs: Record<string, ListInput> = {
    'all time': {},
    'all time, from the 50,000th': { offset: 50_000 },
    'high only': { priority_bucket: ['high'] },
    '30 days': { start_date: '2026-09-28', end_date: day },
  }
  for (const state of ['not merged', 'merged']) {
    const rows = []
    for (const [list, input] of Object.entries(inputs)) {
      const queries: number[] = []
      const requests: number[] = []
      let pagesListed = 0
      for (let run = 0; run < rounds; run += 1) {
        await cite()
        const { ms: taken, total } = await rank(input)
        pagesListed = total
        queries.push(taken)
        if (input.offset === undefined) requests.push(await request(input))
      }
      rows.push({
        list,
        'pages listed': pagesListed,
        ...spread('query', queries),
        ...spread('request', requests),
      })
    }
    table(`Earned mentions of a brand with ${pages} cited pages, ${state}`, rows)
    for (const name of ['readings', 'page_readings', 'page_scans']) {
      await clickhouse.command(sql`SYSTEM START MERGES ${sql.raw(name)}`)
      await clickhouse.command(sql`OPTIMIZE TABLE ${sql.raw(name)} FINAL`)
    }
  }
}

interface ListInput {
  start_date?: string
  end_date?: string
  priority_bucket?: PriorityBucket[]
  offset?: number
}

function spread(what: string, taken: number[]) {
  const sorted = taken.sort((a, b) => a - b)
  const at = (share: number) =>
    sorted.length === 0 ? '–' : ms(sorted[Math.floor((sorted.length - 1) * share)] as number)
  return { [`${what}, minimum ms`]: at(0), [`${what}, p50`]: at(0.5), [`${what}, p95`]: at(0.95) }
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
    const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirstOrThrow()
    const start = performance.now()
    const done = await scanBrand(test.app.services, brand, signal, { delayMs: 0 })
    if (done === 0) break
    const seconds = (performance.now() - start) / 1000
    const megabytes = Math.round(process.memoryUsage().rss / 1e6)
    rows.push({ run, pages: done, 'pages per second': ms(done / seconds), 'memory MB': megabytes })
  }
  table('Scanner, from loopback', rows)
}

await lists()
await scanner()
await test.close()
server.close()
