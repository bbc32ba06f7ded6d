import { execFileSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { type AuditedBrand, holdSite, makeAuditedBrand } from '../../../testing/audits/audited-brand.ts'
import { longTest } from '../../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp

afterEach(() => app.close())

/** Lists `listed` pages in the sitemap, of which the first `there` exist. */
function listPages(listed: number, there: number): void {
  const path = (number: number) => `/page-${number}`
  const urls = Array.from({ length: listed }, (_, number) => `${app.site.website}${path(number)}`)
  app.site.pages = { '/': '<title>Home</title>' }
  for (let number = 0; number < there; number += 1) app.site.pages[path(number)] = `<title>Page ${number}</title>`
  app.site.pages['/sitemap.xml'] = `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
}

/** Pids of the child processes that request sites. */
function siteProcesses(): number[] {
  const found = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'site-program'], { encoding: 'utf8' })
  return found.trim().split('\n').map(Number)
}

/** Charges and refunds, newest first. */
async function entries({ workspaceId }: AuditedBrand): Promise<[string, number][]> {
  const words = { workspace_id: workspaceId }
  const all = await app.operate<{ kind: string; amount: number }[]>('list-credit-entries', words)
  return all.filter(({ kind }) => kind !== 'grant').map(({ kind, amount }) => [kind, amount])
}

const shown = async ({ brandId, key }: AuditedBrand, jobId: string) =>
  (await app.get(`/v1/brands/${brandId}/technical/audits/${jobId}`, key)).body.data

test('starts with a partial estimate if counting stalls, and charges by the pages read', async () => {
  app = await startTestApp({}, { subprocesses: true })
  listPages(101, 101)
  const brand = await makeAuditedBrand(app, 5)
  const first = holdSite(app)
  const starting = brand.start()
  await first.isAsked
  const counting = siteProcesses()
  first.release()
  expect((await starting).status).toBe(200)
  await app.auditsAreOver()
  const auditing = siteProcesses().filter((pid) => !counting.includes(pid))

  const { isAsked, release } = holdSite(app)
  const second = brand.start()
  await isAsked
  for (const pid of siteProcesses().filter((pid) => !auditing.includes(pid))) process.kill(pid, 'SIGSTOP')
  const { status, body } = await second
  expect([status, body.data]).toMatchObject([
    200,
    { total_urls: 0, is_partial_estimate: true, credit_cost: 1, is_free_scan: false },
  ])
  release()
  await app.auditsAreOver()
  expect(await shown(brand, body.data.job_id)).toMatchObject({
    state: 'completed',
    total_urls: 0,
    is_partial_estimate: true,
    credit_cost: 2,
  })
  expect(await entries(brand)).toEqual([
    ['charge', -1],
    ['charge', -1],
  ])
})

longTest('uses the pages counted so far if the site stops responding, and refunds the difference', async () => {
  app = await startTestApp()
  listPages(150, 10)
  const brand = await makeAuditedBrand(app, 5)
  await brand.audit()
  app.site.answer = ({ url }) => url === '/sitemap_index.xml' && new Promise<never>(() => {})
  const { body } = await brand.start()
  expect(body.data).toMatchObject({ total_urls: 150, is_partial_estimate: true, credit_cost: 2 })
  app.site.answer = undefined
  await app.auditsAreOver()
  expect(await shown(brand, body.data.job_id)).toMatchObject({ credit_cost: 1, refunded: false })
  expect(await entries(brand)).toEqual([
    ['refund', 1],
    ['charge', -2],
  ])
})

longTest('a free scan that was cancelled before reading a page is refunded', async () => {
  app = await startTestApp({}, { subprocesses: true })
  listPages(3, 3)
  const brand = await makeAuditedBrand(app)
  const seen = Promise.withResolvers<void>()
  // Respond to the requests of the estimate, but not to those of the audit.
  app.site.answer = ({ url = '' }) => {
    if (/^\/(robots\.txt|sitemap)/.test(url)) return false
    seen.resolve()
    return new Promise<never>(() => {})
  }
  expect((await brand.start()).body.data).toMatchObject({ is_free_scan: true })
  await seen.promise
  expect(await app.operate('cancel-audit', { brand_id: brand.brandId })).toMatchObject({ refunded: true })
  app.site.answer = undefined
  expect(await brand.audit()).toMatchObject({ is_free_scan: true, credit_cost: 0, state: 'completed' })
})
