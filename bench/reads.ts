import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { Sql } from '../src/stores/clickhouse-sql.ts'
import { startTestApp, type TestApp } from '../src/testing/test-app.ts'
import { measure, table } from './measure.ts'
import { addCoveringIndexes, fillPostgres, postgresQueries } from './postgres-answers.ts'
import { addBrands, answersPerBrand, lastDay, makeMeasuredBrand, mergesHaveEnded } from './stored-answers.ts'

// Every read over 10 and 30 million answers: compared with its bare queries, cached, and PostgreSQL.
const brands = 100
const directory = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
const largerDirectory = `${directory}-larger`
const uncached = { RESULT_CACHE_MEGABYTES: '0', READS_PER_MINUTE: '1000000000' }

let test = await open(directory)
const stored = await makeMeasuredBrand(test)
await addBrands(test, stored, brands - 1)
await test.app.close()
// Node's copy would not keep the owner of PostgreSQL's files.
execFileSync('cp', ['-a', directory, largerDirectory])
test = await open(directory)
await mergesHaveEnded(test)
await fillPostgres(test, stored)

async function open(data: string, environment: Record<string, string> = uncached): Promise<TestApp> {
  const opened = await startTestApp(environment, { directory: data })
  // Unused here, and would keep the process running.
  opened.site.close()
  opened.setNow(`${lastDay}T12:00:00Z`)
  return opened
}

const day = (before: number) => new Date(Date.parse(lastDay) - before * 86_400_000).toISOString().slice(0, 10)
const period = (days: number) => `start_date=${day(days - 1)}&end_date=${lastDay}`
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await test.get(`/v1/brands/${stored.brandId}/${path}`, stored.key, headers)
  if (answer.status !== 200 && answer.status !== 304) throw new Error(`${path}: ${answer.text}`)
  return answer
}
const first = async (path: string) => ((await get(path)).body.data as { id: string }[])[0]?.id
const month = period(30)
const endpoints: Record<string, string> = {
  rankings: `competitors/rankings?${month}`,
  engines: `visibility/engines?${month}`,
  'segments by market': `visibility/segments?dimension=market&${month}`,
  'segments by topic': `visibility/segments?dimension=topic&${month}`,
  trend: `visibility/trend?${month}`,
  'trend by topic': `visibility/segments/trend?dimension=topic&${month}`,
  'trend of cited sites': `citations/trend?dimension=domain&${month}`,
  scoreboard: 'topics/scoreboard?window_days=30',
  prompts: `prompts?${month}`,
  'one prompt': `prompts/${await first('prompts')}?${month}`,
  executions: `executions?${month}`,
  'one execution': `executions/${await first('executions')}`,
  citations: `citations?${month}`,
  domains: `citations/domains?${month}`,
}

/** Repeats the queries of a request without it: in parallel or in sequence, as the request does. */
async function queriesOf(path: string): Promise<() => Promise<void>> {
  const { clickhouse } = test.app.services
  const { query } = clickhouse
  const made = new Map<number, Sql[]>()
  let ended = 0
  clickhouse.query = async (statement, seconds) => {
    made.set(ended, [...(made.get(ended) ?? []), statement])
    return query<never>(statement, seconds).finally(() => {
      ended += 1
    })
  }
  await get(path)
  clickhouse.query = query
  return async () => {
    for (const together of made.values()) await Promise.all(together.map((statement) => query(statement)))
  }
}

const postgres = (name: keyof typeof postgresQueries, days: number) => () =>
  test.app.services.postgres.execute(postgresQueries[name], [day(days - 1), lastDay])

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const times = (value: number) => value.toFixed(2)

async function rankings(): Promise<void> {
  const rows = []
  for (const days of [30, 270]) {
    const path = `competitors/rankings?${period(days)}`
    const { bare, request } = await alongside(path)
    const keys = await measure(6, postgres('rankings', days))
    rows.push({ days, bare, request, keys })
  }
  await addCoveringIndexes(test)
  const found = []
  for (const { days, bare, request, keys } of rows) {
    const covering = await measure(6, postgres('rankings', days))
    const flat = await measure(6, postgres('rankings, flat table', days))
    found.push({
      days,
      'bare query p50 ms': ms(bare.p50),
      'request p50 ms': ms(request.p50),
      'request p99 ms': ms(request.p99),
      'request / bare query': times(request.p50 / bare.p50),
      'PostgreSQL with keys, p50 ms (times)': `${ms(keys.p50)} (${ms(keys.p50 / bare.p50)})`,
      'with covering indexes': `${ms(covering.p50)} (${ms(covering.p50 / bare.p50)})`,
      'flat table': `${ms(flat.p50)} (${ms(flat.p50 / bare.p50)})`,
    })
  }
  table(`Rankings over ${(brands * answersPerBrand) / 1e6} million answers in ${brands} brands`, found)
}

async function timed(to: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  to.push(performance.now() - start)
}

const shareOf = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] as number

/** Alternates a request and its bare queries, so that both run under the same load. */
async function alongside(path: string) {
  const queries = await queriesOf(path)
  const taken = { bare: [] as number[], request: [] as number[] }
  for (let run = 0; run < 70; run += 1) {
    await timed(taken.bare, queries)
    await timed(taken.request, () => get(path))
  }
  const summary = (all: number[]) => ({ p50: shareOf(all.slice(10), 0.5), p99: shareOf(all.slice(10), 0.99) })
  return { bare: summary(taken.bare), request: summary(taken.request) }
}

/** Alternates requests over less and more data, and returns the ratio of their times. */
async function growth(): Promise<Map<string, number>> {
  const names = Object.keys(endpoints)
  const taken = [directory, largerDirectory].map((data) => ({ data, times: names.map((): number[] => []) }))
  for (let round = 0; round < 5; round += 1)
    for (const { data, times } of taken) {
      test = await open(data)
      await warmUp(5)
      for (const [index, path] of Object.values(endpoints).entries())
        for (let run = 0; run < 15; run += 1) await timed(times[index] as number[], () => get(path))
      await test.app.close()
    }
  const [less, more] = taken.map(({ times }) => times.map((all) => shareOf(all, 0.5)))
  return new Map(names.map((name, index) => [name, (more?.[index] as number) / (less?.[index] as number)]))
}

/** Warms up every request. */
async function warmUp(times: number): Promise<void> {
  for (let run = 0; run < times; run += 1) for (const path of Object.values(endpoints)) await get(path)
}

/** Requests of several parallel clients over HTTP. */
async function load(url: string, path: string, connections: number, headers: Record<string, string> = {}) {
  const result = await autocannon({
    url: `${url}/v1/brands/${stored.brandId}/${path}`,
    connections,
    duration: 3,
    workers: 1,
    headers: { authorization: `Bearer ${stored.key}`, ...headers },
  })
  if (result.errors > 0 || result['5xx'] > 0 || result['4xx'] > 0) throw new Error(`${path}: ${JSON.stringify(result)}`)
  return `${ms(result.latency.p50)} / ${ms(result.latency.p99)}`
}

const listen = (app: TestApp['app']) => app.http.listen({ host: '127.0.0.1', port: 0 })

await warmUp(30)
// Before all clients at the same time: their queries continue for a while after they disconnect.
const measured: [name: string, path: string, taken: Awaited<ReturnType<typeof alongside>>][] = []
for (const [name, path] of Object.entries(endpoints)) measured.push([name, path, await alongside(path)])
await rankings()
const rows: Record<string, Record<string, string | number>> = {}
const url = await listen(test.app)
for (const [name, path, { bare, request }] of measured) {
  const inPostgres = name in postgresQueries ? await measure(6, postgres(name as 'rankings', 30)) : undefined
  rows[name] = {
    endpoint: name,
    'bare p50 ms': ms(bare.p50),
    'request p50 ms': ms(request.p50),
    'request / bare': times(request.p50 / bare.p50),
    'HTTP, 1 client p50 / p99 ms': await load(url, path, 1),
    '16 clients p50 / p99 ms': await load(url, path, 16),
    'PostgreSQL p50 ms (times)':
      inPostgres === undefined ? '–' : `${ms(inPostgres.p50)} (${ms(inPostgres.p50 / bare.p50)})`,
  }
}
await test.app.close()

test = await open(largerDirectory)
await addBrands(test, stored, brands * 2)
await mergesHaveEnded(test)
await test.app.close()
for (const [name, ratio] of await growth())
  (rows[name] as Record<string, string>)['with 3 times the data'] = times(ratio)

test = await open(largerDirectory, { ...uncached, RESULT_CACHE_MEGABYTES: '64' })
const cachedUrl = await listen(test.app)
for (const [name, path] of Object.entries(endpoints)) {
  const row = rows[name] as Record<string, string>
  const { headers } = await get(path)
  row['cached p50 ms'] = (await measure(200, () => get(path))).p50.toFixed(2)
  const known = { 'if-none-match': String(headers.etag) }
  row['304 p50 ms'] = (await measure(200, () => get(path, known))).p50.toFixed(2)
  row['cached, 16 clients p50 / p99 ms'] = await load(cachedUrl, path, 16)
}
await test.app.close()
for (const data of [directory, largerDirectory]) rmSync(data, { recursive: true })
table(
  `Reads of 30 days with ${answersPerBrand / 10} answers, of ${(brands * answersPerBrand) / 1e6} million stored`,
  Object.values(rows),
)
