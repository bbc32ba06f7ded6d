import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serveSite } from '../src/features/technical/testing/serve-site.ts'
import { startTestApp, type TestApp } from '../src/testing/test-app.ts'
import { testData } from '../src/testing/test-data.ts'
import { randomNumbers, table } from './measure.ts'

// Audits beside `linkchecker` (Debian's package, where it is installed) on a real site of 633 pages, in turn; what a second
// audit of the unchanged site sends; and the memory that an audit of a generated site of 10,000 pages takes.
const rounds = Number(process.env.ROUNDS ?? 3)
const generatedPages = Number(process.env.PAGES ?? 10_000)
const random = randomNumbers(7)

interface Audit {
  pages_done: number
  state: string
  problem: string | null
}

/** Does an audit of a site on loopback; seconds that it took, and what it tells. */
async function audit(
  test: TestApp,
  brandId: string,
  origin: string,
): Promise<{ seconds: number; audit: Audit }> {
  const { db } = test.app.services
  await db.updateTable('brands').set({ website: origin }).where('id', '=', brandId).execute()
  const start = performance.now()
  await test.operate('start-audit', { brand_id: brandId, include_link_analysis: false })
  await test.auditsAreOver()
  const seconds = (performance.now() - start) / 1000
  const [last] = await test.operate<Audit[]>('list-audits', { brand_id: brandId })
  if (last?.state !== 'completed' || last.problem !== null)
    throw new Error(`the audit ended ${last?.state}: ${last?.problem}`)
  return { seconds, audit: last }
}

async function makeBrand(test: TestApp): Promise<string> {
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Bench', credits: 1000 })
  return (await test.operate('create-brand', { workspace_id, name: 'Bench', domain: 'acme.com' })).id
}

/** Seconds that linkchecker takes for a site; undefined where it is not installed. */
async function linkchecker(origin: string): Promise<number | undefined> {
  const start = performance.now()
  const configuration = join(mkdtempSync(join(tmpdir(), 'linkchecker-')), 'linkcheckerrc')
  writeFileSync(configuration, '[checking]\nthreads=10\nmaxrequestspersecond=1000\n')
  const words = ['-f', configuration, '--no-status', '-o', 'none', `${origin}/`]
  const done = await promisify(execFile)('linkchecker', words, { maxBuffer: 1 << 30 }).catch((error) => error)
  if (done.code === 'ENOENT') return undefined
  return (performance.now() - start) / 1000
}

const middle = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number

async function compare(test: TestApp): Promise<void> {
  const folder = testData('site/flink')
  if (folder === undefined || rounds === 0) return
  // linkchecker asks a server that does not say this 10 times a second at most.
  const headers = { LinkChecker: 'bench' }
  const site = await serveSite(folder, { publishedAs: 'https://flink.apache.org', headers })
  const ours: number[] = []
  const theirs: number[] = []
  const bytes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const brandId = await makeBrand(test)
    for (const which of ['first', 'second']) {
      const [before, asked] = [site.sentBytes(), site.requests.length]
      const { seconds } = await audit(test, brandId, site.origin)
      const pages = pagesOf(site.requests.slice(asked))
      bytes.push(site.sentBytes() - before)
      if (which === 'first') ours.push(pages / seconds)
    }
    const asked = site.requests.length
    const seconds = await linkchecker(site.origin)
    if (seconds !== undefined) theirs.push(pagesOf(site.requests.slice(asked)) / seconds)
  }
  await site.close()
  const [first = 0, second = 1] = bytes
  const rows = [{ of: 'audit', 'pages a second': middle(ours).toFixed(1) }]
  if (theirs.length > 0) rows.push({ of: 'linkchecker', 'pages a second': middle(theirs).toFixed(1) })
  else console.log('linkchecker is not installed: nothing to compare with')
  table('A site of 633 pages on loopback', rows)
  table('Bytes of bodies that it sends', [
    { audit: 'first', bytes: first },
    { audit: 'second, nothing changed', bytes: second },
  ])
}

/** Distinct addresses that were asked for and answered with a page. */
const pagesOf = (requests: readonly { url: string; status: number }[]) =>
  new Set(
    requests.filter(({ url, status }) => status === 200 && /(\/|\.html)$/.test(url)).map(({ url }) => url),
  ).size

/** A page with 40 links and 20 kB of text. */
function generatedPage(number: number): string {
  const links = Array.from({ length: 40 }, (_, index) => {
    const to = index < 2 ? 2 * number + index : Math.floor(random() * generatedPages) + 1
    return to <= generatedPages ? `<a href="/page-${to}.html">Page ${to}</a>` : ''
  })
  const text = Array.from(
    { length: 300 },
    () => `Sentence ${Math.floor(random() * 1e6)} of some words that differ.`,
  )
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title></head><body><h1>Page ${number}</h1>
  <nav>${links.join(' ')}</nav><main><p>${text.join(' ')}</p></main></body></html>`
}

async function serveGenerated(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const number = request.url === '/' ? 1 : Number(/^\/page-(\d+)\.html$/.exec(request.url ?? '')?.[1])
    response.writeHead(number >= 1 ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(number >= 1 ? generatedPage(number) : 'nothing here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Resident memory of this process, in MB. */
const residentMb = () => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function measureMemory(test: TestApp): Promise<void> {
  const { server, origin } = await serveGenerated()
  const brandId = await makeBrand(test)
  const before = residentMb()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 100)
  const { seconds, audit: done } = await audit(test, brandId, origin)
  clearInterval(watch)
  server.close()
  table(`A generated site of ${generatedPages} pages, served by the same process`, [
    {
      pages: done.pages_done,
      seconds: seconds.toFixed(0),
      'resident before, MB': before.toFixed(0),
      'most, MB': most.toFixed(0),
      'more, MB': (most - before).toFixed(0),
    },
  ])
}

const test = await startTestApp({ FETCH_ALLOWED_ADDRESSES: '127.0.0.1', AUDIT_BOT_REQUESTS: 'omit' })
await compare(test)
await measureMemory(test)
await test.close()
