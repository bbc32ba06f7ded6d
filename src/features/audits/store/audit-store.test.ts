import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type AuditStore, openAuditStore } from './audit-store.ts'
import { packFacts } from './pack-facts.ts'
import { allPages } from './stored-pages.ts'
import { AuditSupersededError, lockAudit, type RunningAudit } from './write-progress.ts'

let test: TestApp
let brandId: string
let audit: RunningAudit
const opened: AuditStore[] = []

beforeAll(async () => {
  test = await startTestApp()
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Ours' })
  brandId = (await test.operate('create-brand', { workspace_id, name: 'Acme', domain: 'acme.com' })).id
})
beforeEach(async () => {
  for (const store of opened.splice(0)) store.close()
  audit = await makeAudit()
})
afterAll(async () => {
  for (const store of opened) store.close()
  await test.close()
})

/** A running audit that only the test works on. */
async function makeAudit(): Promise<RunningAudit> {
  const { db } = test.app.services
  await db.updateTable('audits').set({ state: 'completed' }).execute()
  const row = {
    id: randomUUID(),
    brand_id: brandId,
    domain: 'acme.com',
    website: 'https://acme.com',
    include_link_analysis: true,
    total_urls: 0,
    credit_cost: 0,
    is_free_scan: true,
    state: 'running' as const,
    runner: randomUUID(),
    version: 'test',
    created_at: new Date(),
  }
  const made = await db.insertInto('audits').values(row).returningAll().executeTakeFirstOrThrow()
  return { ...made, runner: row.runner }
}

async function open(): Promise<AuditStore> {
  const store = await openAuditStore(test.app.services.db, audit, () => {})
  opened.push(store)
  return store
}

const found = (url: string, depth: number | null = 0, source: string | null = null) => ({
  url,
  depth,
  source,
})
const facts = (url: string): PageFacts => ({
  ...found(url),
  redirects: [],
  isAllowed: true,
  isInSitemap: false,
  problem: { kind: 'timeout', message: `${url} \u0000 \ud800` },
  response: null,
  document: null,
})
const storedFacts = async () => {
  const pages: PageFacts[] = []
  for await (const page of allPages(test.app.services.db, audit.id)) pages.push(page)
  return pages.sort((a, b) => (a.url < b.url ? -1 : 1))
}

describe('a frontier', () => {
  it('returns each address once, by depth, with sitemap addresses last', async () => {
    const { frontier } = await open()
    expect(await frontier.add([found('d'), found('b', 2), found('s', null), found('c', 1)])).toBe(4)
    expect(await frontier.add([found('d'), found('e', 1)])).toBe(1)
    const urls = async (limit: number) => (await frontier.next(limit)).map(({ url }) => url)
    expect(await urls(1)).toEqual(['d'])
    expect((await urls(2)).sort()).toEqual(['c', 'e'])
    expect(await urls(9)).toEqual(['b', 's'])
    expect(await urls(9)).toEqual([])
    expect(await frontier.counts()).toEqual({ known: 5, settled: 0 })
    await frontier.settle(['d', 'd', 'c'])
    expect(await frontier.counts()).toEqual({ known: 5, settled: 2 })
    expect(await urls(9)).toEqual([])
  })

  it('keeps the shortest path to an address that is still pending', async () => {
    const { frontier } = await open()
    await frontier.add([found('a', null), found('b', 5, 'x')])
    expect(await frontier.add([found('a', 3, 'y'), found('b', 7, 'z')])).toBe(0)
    expect(await frontier.next(9)).toEqual([found('a', 3, 'y'), found('b', 5, 'x')])
    expect(await frontier.add([found('a', 1)])).toBe(0)
    expect(await frontier.next(9)).toEqual([])
  })

  it('accepts many addresses, and addresses longer than an index allows', async () => {
    const { frontier } = await open()
    const long = `https://acme.com/${'x'.repeat(10_000)}`
    await frontier.add([found(long), found(`${long}y`)])
    await frontier.add(Array.from({ length: 3000 }, (_, number) => found(`https://acme.com/${number}`, 1)))
    const urls = new Set<string>()
    for (let batch = await frontier.next(50); batch.length > 0; batch = await frontier.next(50)) {
      for (const { url } of batch) {
        expect(urls.has(url)).toBe(false)
        urls.add(url)
      }
      await frontier.settle(batch.map(({ url }) => url))
    }
    expect(urls.size).toBe(3002)
    expect(await frontier.counts()).toEqual({ known: 3002, settled: 3002 })
  })
})

describe('after a crash', () => {
  it('returns unsettled addresses again, but not settled ones', async () => {
    const first = await open()
    await first.frontier.add([found('a'), found('b', 1), found('c', 2)])
    await first.frontier.next(2)
    await first.savePage(packFacts(audit.id, facts('a')))
    await first.frontier.add([found('linked', 1, 'a')])
    await first.frontier.settle(['a'])
    await first.flush()
    const second = await open()
    expect(await second.frontier.counts()).toEqual({ known: 4, settled: 1 })
    expect((await second.frontier.next(9)).map(({ url }) => url).sort()).toEqual(['b', 'c', 'linked'])
    expect(await storedFacts()).toEqual([facts('a')])
  })

  it('every settled address has its facts and links stored at any moment', async () => {
    const links = fc.array(fc.array(fc.nat(19), { maxLength: 4 }), { minLength: 20, maxLength: 20 })
    const moments = fc.array(fc.nat(40), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(links, moments, async (site, kills) => {
        audit = await makeAudit()
        let store = await open()
        let steps = 0
        await store.frontier.add([found('0')])
        for (;;) {
          const batch = await store.frontier.next(3)
          if (batch.length === 0) break
          for (const { url, depth } of batch) {
            const next = (site[Number(url)] ?? []).map((link) => found(String(link), (depth ?? 0) + 1, url))
            await store.savePage(packFacts(audit.id, facts(url)))
            await store.frontier.add(next)
            await store.frontier.settle([url])
          }
          steps += 1
          if (!kills.includes(steps)) continue
          // Unwritten data is lost.
          store.close()
          store = await open()
          await store.frontier.add([found('0')])
        }
        await store.flush()
        const reached = new Set(['0'])
        for (const url of reached) for (const link of site[Number(url)] ?? []) reached.add(String(link))
        expect((await storedFacts()).map(({ url }) => url)).toEqual([...reached].sort())
        expect(await store.frontier.counts()).toEqual({ known: reached.size, settled: reached.size })
      }),
      { numRuns: 25 },
    )
  })
})

describe('a worker that lost its audit', () => {
  it.each([
    ['because another worker took over', { runner: randomUUID() }],
    ['because the audit was cancelled', { state: 'cancelled' as const }],
  ])('cannot write %s', async (_, change) => {
    const store = await open()
    await store.frontier.add([found('a')])
    await test.app.services.db.updateTable('audits').set(change).where('id', '=', audit.id).execute()
    await store.savePage(packFacts(audit.id, facts('a')))
    await expect(store.flush()).rejects.toThrow(AuditSupersededError)
    await expect(store.frontier.next(1)).rejects.toThrow(AuditSupersededError)
    expect(await storedFacts()).toEqual([])
  })

  it('is notified even while idle', async () => {
    const superseded = Promise.withResolvers<unknown>()
    const store = await openAuditStore(test.app.services.db, audit, superseded.resolve)
    opened.push(store)
    await store.frontier.add([found('a')])
    await test.app.services.db.deleteFrom('audits').where('id', '=', audit.id).execute()
    expect(await superseded.promise).toBeInstanceOf(AuditSupersededError)
  })
})

it('an audit can be cancelled while a step is being written', async () => {
  const { db } = test.app.services
  const store = await open()
  await store.frontier.add([found('https://acme.com/')])
  await store.flush()
  const { cancelling } = await db.transaction().execute(async (transaction) => {
    await lockAudit(transaction, audit)
    const cancelling = test.tryOperate('cancel-audit', { brand_id: brandId })
    const waiting = sql`select from pg_locks where not granted`
    while ((await waiting.execute(db)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const addresses = transaction.updateTable('audit_addresses').set({ is_settled: true })
    await addresses.where('audit_id', '=', audit.id).execute()
    return { cancelling }
  })
  expect(await cancelling).toMatchObject({ envelope: { data: { state: 'cancelled' } } })
})
