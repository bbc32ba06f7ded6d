import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuditedBrand, holdSite, makeAuditedBrand, type ShownAudit } from '../../testing/audits/audited-brand.ts'
import { makeKey } from '../../testing/fixture.ts'
import { longTest } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let usual: Record<string, string>

beforeAll(async () => {
  test = await startTestApp({}, { subprocesses: true })
  usual = { ...test.site.pages }
})
beforeEach(() => {
  test.site.pages = { ...usual }
  test.site.answer = undefined
})
afterAll(() => test.close())

const entries = (brand: AuditedBrand) =>
  test.operate<{ kind: string; amount: number; balance: number; job_id: string | null }[]>('list-credit-entries', {
    workspace_id: brand.workspaceId,
  })
const audits = async (brand: AuditedBrand): Promise<ShownAudit[]> =>
  (await test.get(`/v1/brands/${brand.brandId}/technical/audits`, brand.key)).body.data
const sitemap = (pages: number) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
    { length: pages },
    (_, number) => `<url><loc>${test.site.website}/page-${number}</loc></url>`,
  ).join('')}</urlset>`

/** Waits until PostgreSQL is idle for 200 turns of the event loop. */
async function storesAreIdle(): Promise<void> {
  const { pool } = test.app.services.postgres
  for (let turns = 0; turns < 200; turns += 1) {
    if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) turns = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('starting an audit', () => {
  it('returns the job, the estimate and the cost, and records the actor', async () => {
    test.site.pages['/sitemap.xml'] = sitemap(3)
    const brand = await makeAuditedBrand(test)
    const { status, body, headers } = await brand.start()
    expect(status).toBe(200)
    // On a slow machine the estimate is partial.
    const isPartial = 'is_partial_estimate' in body.data
    expect(body.data).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain: 'acme.com',
      total_urls: isPartial ? expect.any(Number) : 3,
      credit_cost: 0,
      is_free_scan: true,
      ...(isPartial && { is_partial_estimate: true }),
    })
    expect(headers['ratelimit-policy']).toContain('"audit";q=')
    const [record] = await test.operate<object[]>('list-audit-records', { workspace_id: brand.workspaceId })
    expect(record).toMatchObject({
      operation: 'start-audit',
      brand_id: brand.brandId,
      before: null,
      after: { ...body.data, include_link_analysis: true },
      request_id: body.request_id,
    })
    await test.auditsAreOver()
  })

  it('accepts only include_link_analysis in the body', async () => {
    const brand = await makeAuditedBrand(test)
    for (const body of [{ include_link_analysis: 'yes' }, { pages: 5 }, { include_link_analysis: null }])
      expect((await brand.start(body)).status, JSON.stringify(body)).toBe(400)
    const { body } = await brand.start({ include_link_analysis: false })
    await test.auditsAreOver()
    expect(await audits(brand)).toMatchObject([{ ...body.data, include_link_analysis: false }])
  })

  it('rejects an inactive brand or one without a domain, before requesting its site', async () => {
    const brand = await makeAuditedBrand(test)
    await test.operate('update-brand', { brand_id: brand.brandId, is_active: false })
    test.site.requests.length = 0
    const inactive = await brand.start()
    expect([inactive.status, inactive.body.error.code]).toEqual([400, 'invalid_request'])
    const { id: brand_id } = await test.operate('create-brand', {
      workspace_id: brand.workspaceId,
      name: 'B',
    })
    expect(await test.tryOperate('start-audit', { brand_id })).toMatchObject({
      failure: { error: { code: 'invalid_request', message: expect.stringContaining('domain') } },
    })
    expect(test.site.requests).toEqual([])
    expect(await audits(brand)).toEqual([])
  })

  it('requires a key with the scope, of a workspace with API writes enabled', async () => {
    const brand = await makeAuditedBrand(test)
    const reader = await makeKey(test, brand.workspaceId)
    const path = `/v1/brands/${brand.brandId}/technical/audits`
    const headers = { 'idempotency-key': 'x' }
    expect((await test.send('POST', path, reader, { headers })).body.error.code).toBe('insufficient_scope')
    await test.operate('update-workspace', { workspace_id: brand.workspaceId, api_writes: false })
    expect((await brand.start()).body.error.code).toBe('plan_required')
  })

  it('returns 409 while another audit runs, also to retries', async () => {
    const { release } = holdSite(test)
    const brand = await makeAuditedBrand(test, 10)
    const starting = brand.start({}, 'first')
    release()
    const { body } = await starting
    const crawl = holdSite(test)
    const second = await brand.start({}, 'second')
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict'])
    crawl.release()
    await test.auditsAreOver()
    const retried = await brand.start({}, 'second')
    expect(retried.text).toBe(second.text)
    expect((await brand.start({}, 'first')).body.data).toEqual(body.data)
    expect(await audits(brand)).toHaveLength(1)
    expect(await entries(brand)).toMatchObject([{ kind: 'grant', balance: 10 }])
  })

  longTest('50 concurrent requests start one job, charge once and fetch the sitemaps once; 49 get 409', async () => {
    const brand = await makeAuditedBrand(test, 10)
    await brand.audit()
    for (const free of [false, true]) {
      const target = free ? await makeAuditedBrand(test) : brand
      const before = (await audits(target)).length
      test.site.requests.length = 0
      const { release, isAsked } = holdSite(test)
      const starts = Array.from({ length: 50 }, () => target.start())
      await isAsked.then(storesAreIdle).then(release)
      const answers = await Promise.all(starts)
      const statuses = Object.groupBy(answers, ({ status }) => String(status))
      expect([statuses[200]?.length, statuses[409]?.length]).toEqual([1, 49])
      const asked = test.site.requests.filter(({ path }) => path === '/sitemap.xml')
      await test.auditsAreOver()
      expect(asked.length).toBeLessThanOrEqual(2)
      const made = await audits(target)
      expect(made).toHaveLength(before + 1)
      expect(made.filter(({ is_free_scan }) => is_free_scan)).toHaveLength(1)
    }
    expect(await entries(brand)).toMatchObject([
      { kind: 'charge', amount: -1, balance: 9 },
      { kind: 'grant', amount: 10, balance: 10 },
    ])
  })

  it('estimates 0 pages and charges 1 credit if the site does not respond', async () => {
    const brand = await makeAuditedBrand(test, 1)
    await brand.audit()
    test.site.answer = (request) => {
      request.socket.destroy()
      return true
    }
    expect((await brand.start()).body.data).toMatchObject({ total_urls: 0, credit_cost: 1 })
    test.site.answer = undefined
    await test.auditsAreOver()
  })
})

describe('credits', () => {
  it('the first audit is free; later ones cost 1 credit per 100 estimated pages, at least 1', async () => {
    const brand = await makeAuditedBrand(test, 5)
    expect(await brand.audit()).toMatchObject({ is_free_scan: true, credit_cost: 0, state: 'completed' })
    expect(await brand.balance()).toBe(5)
    test.site.pages['/sitemap.xml'] = sitemap(201)
    expect(await brand.audit()).toMatchObject({ is_free_scan: false, credit_cost: 3, total_urls: 201 })
    expect(await brand.balance()).toBe(2)
    delete test.site.pages['/sitemap.xml']
    expect(await brand.audit()).toMatchObject({ credit_cost: 1, total_urls: 0 })
    expect(await brand.balance()).toBe(1)
  })

  it('an audit without enough credits returns 403 quota_exceeded and does not start', async () => {
    const brand = await makeAuditedBrand(test)
    await brand.audit()
    const { status, body } = await brand.start()
    expect([status, body.error.code]).toEqual([403, 'quota_exceeded'])
    expect(await audits(brand)).toHaveLength(1)
    expect(await entries(brand)).toEqual([])
  })

  it('are refunded if no page could be read, as is the free scan', async () => {
    const brand = await makeAuditedBrand(test, 3)
    const refuse = () => {
      test.site.answer = (_, response) => {
        response.writeHead(503).end()
        return true
      }
    }
    refuse()
    const unread = { state: 'completed', refunded: true, problem: expect.stringContaining('no page') }
    expect(await brand.audit()).toMatchObject({ ...unread, is_free_scan: true })
    test.site.answer = undefined
    expect(await brand.audit()).toMatchObject({ is_free_scan: true, refunded: false, problem: null })
    refuse()
    const paid = await brand.audit()
    expect(paid).toMatchObject({ ...unread, is_free_scan: false, credit_cost: 1 })
    expect(await brand.balance()).toBe(3)
    expect(await entries(brand)).toMatchObject([
      { kind: 'refund', amount: 1, balance: 3, job_id: paid.job_id },
      { kind: 'charge', amount: -1, balance: 2, job_id: paid.job_id },
      { kind: 'grant', amount: 3, balance: 3, job_id: null },
    ])
  })

  it('can be set by the operator, and each change adds an entry', async () => {
    const brand = await makeAuditedBrand(test, 3)
    const { workspaceId: workspace_id } = brand
    for (const credits of [3, 7, 2]) await test.operate('update-workspace', { workspace_id, credits })
    await test.operate('update-workspace', { workspace_id, name: 'Renamed' })
    expect(await brand.balance()).toBe(2)
    expect((await entries(brand)).map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['grant', -5, 2],
      ['grant', 4, 7],
      ['grant', 3, 3],
    ])
  })
})

describe('an audit', () => {
  it('shows its progress and can be cancelled by the operator', async () => {
    const brand = await makeAuditedBrand(test, 1)
    const { body } = await brand.start()
    const { release } = holdSite(test)
    const path = `/v1/brands/${brand.brandId}/technical/audits/${body.data.job_id}`
    const running = await test.get(path, brand.key)
    expect(running.body.data).toMatchObject({ ...body.data, state: 'running', ended_at: null, problem: null })
    const cancelled = await test.operate<ShownAudit>('cancel-audit', { brand_id: brand.brandId })
    expect(cancelled).toMatchObject({ job_id: body.data.job_id, state: 'cancelled' })
    release()
    expect((await test.get(path, brand.key)).body.data).toMatchObject({ state: 'cancelled' })
    expect(await test.tryOperate('cancel-audit', { brand_id: brand.brandId })).toMatchObject({
      failure: { error: { code: 'conflict' } },
    })
    expect(await brand.audit()).toMatchObject({ state: 'completed' })
    expect(await audits(brand)).toMatchObject([{ state: 'completed' }, { state: 'cancelled' }])
    const { db } = test.app.services
    const remaining = await db
      .selectFrom('audit_addresses')
      .innerJoin('audits', 'audits.id', 'audit_id')
      .select('url')
      .where('brand_id', '=', brand.brandId)
      .execute()
    expect(remaining).toEqual([])
  })

  longTest('does not delay shutdown during the estimate', async () => {
    const brand = await makeAuditedBrand(test)
    const { release, isAsked } = holdSite(test)
    const starting = brand.start()
    await isAsked
    const restarted = test.restart()
    expect((await starting).status).toBe(503)
    await restarted
    release()
    expect((await brand.audit()).state).toBe('completed')
  })

  it('returns 404 for another brand or an unknown id', async () => {
    const [brand, other] = [await makeAuditedBrand(test), await makeAuditedBrand(test)]
    const { job_id } = await brand.audit()
    for (const path of [
      `/v1/brands/${other.brandId}/technical/audits/${job_id}`,
      `/v1/brands/${other.brandId}/technical/audits/${randomUUID()}`,
    ]) {
      const { status, body } = await test.get(path, other.key)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    }
  })

  it('is erased with its brand, even while it runs', async () => {
    const brand = await makeAuditedBrand(test)
    await brand.start()
    const { release } = holdSite(test)
    await test.operate('delete-brand', { brand_id: brand.brandId })
    release()
    const { postgres } = test.app.services
    for (const table of ['audits', 'audit_addresses', 'audit_pages', 'issue_pages']) {
      const column = table.startsWith('audit_') ? 'audit_id' : 'brand_id'
      const { rows } = await postgres.execute(
        column === 'brand_id'
          ? `select 1 from ${table} where brand_id = '${brand.brandId}'`
          : `select 1 from ${table} where not exists (select from audits where id = audit_id)`,
      )
      expect([table, rows]).toEqual([table, []])
    }
    // The worker stops.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await brand.start()).status).toBe(404)
  })
})
