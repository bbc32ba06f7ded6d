import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testData } from '../src/testing/test-data.ts'
import { startAuditServer, startSite } from './audited.ts'
import { table } from './measure.ts'

// Compares audits with `linkchecker` (Debian's package, if installed) on a real site of 633 pages,
// alternating; measures what a second audit of the unchanged site downloads, and the memory of an audit of a
// generated site. Sites and server have their own processes.
const rounds = Number(process.env.ROUNDS ?? 3)
const generatedPages = process.env.PAGES ?? '10000'

/** Seconds that linkchecker takes for a site. Undefined if it is not installed. */
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

async function compare(): Promise<void> {
  const folder = testData('site/flink')
  if (folder === undefined || rounds === 0) return
  const site = await startSite('flink', folder)
  const { brandIds, audit, close } = await startAuditServer(site.origin, rounds)
  const ours: { pages: number; seconds: number }[] = []
  const theirs: { pages: number; seconds: number }[] = []
  const bytes: number[] = []
  /** What the site sent during the work. */
  async function during<T>(work: () => Promise<T>) {
    const before = await site.counts()
    const result = await work()
    const after = await site.counts()
    // Distinct paths: some are requested again.
    const pages = new Set(after.pages.slice(before.pages.length)).size
    return { result, pages, sentBytes: after.sentBytes - before.sentBytes }
  }
  for (const brandId of brandIds) {
    const first = await during(() => audit(brandId))
    ours.push({ pages: first.pages, seconds: first.result.seconds })
    const second = await during(() => audit(brandId))
    bytes.push(first.sentBytes, second.sentBytes)
    const { result: seconds, pages } = await during(() => linkchecker(site.origin))
    if (seconds !== undefined) theirs.push({ pages, seconds })
  }
  await close()
  site.close()
  const [first = 0, second = 1] = bytes
  const perSecond = (runs: typeof ours) => middle(runs.map(({ pages, seconds }) => pages / seconds))
  const row = (of: string, runs: typeof ours) => ({
    of,
    pages: runs[0]?.pages ?? 0,
    'pages per second': perSecond(runs).toFixed(1),
    'times linkchecker': theirs.length === 0 ? '–' : (perSecond(runs) / perSecond(theirs)).toFixed(1),
  })
  const rows = [row('audit', ours)]
  if (theirs.length > 0) rows.push(row('linkchecker', theirs))
  else console.log('linkchecker is not installed; skipping the comparison')
  table('Linked pages of a site of 633 pages on loopback', rows)
  table('Bytes of bodies sent by the site', [
    { audit: 'first', bytes: first, times: '1' },
    { audit: 'second, nothing changed', bytes: second, times: `1/${(first / second).toFixed(1)}` },
  ])
}

async function measureMemory(): Promise<void> {
  const site = await startSite('generated', generatedPages)
  const { brandIds, audit, residentMb, close } = await startAuditServer(site.origin, 1)
  const before = residentMb()
  let most = before
  const watch = setInterval(() => {
    const now = residentMb()
    most = { server: Math.max(most.server, now.server), audits: Math.max(most.audits, now.audits) }
  }, 100)
  const { seconds, audit: done } = await audit(brandIds[0] ?? '')
  clearInterval(watch)
  await close()
  site.close()
  table(`A generated site of ${generatedPages} pages`, [
    {
      pages: done.pages_done,
      seconds: seconds.toFixed(0),
      'pages per second': (done.pages_done / seconds).toFixed(0),
      'audit process, maximum MB': most.audits.toFixed(0),
      'server before, maximum MB': `${before.server.toFixed(0)}, ${most.server.toFixed(0)}`,
    },
  ])
}

await compare()
await measureMemory()
