import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuditedBrand } from '../../testing/audits/audited-brand.ts'
import { plantPages } from '../../testing/audits/planted/pages.ts'
import { type PlantedSite, plantSite, servePlantedSites } from '../../testing/audits/planted/site.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let running: TestApp
const sites: PlantedSite[] = []
let served: Awaited<ReturnType<typeof servePlantedSites>>

beforeAll(async () => {
  const partner = plantSite('partner.example')
  partner.plant('/', {})
  sites.push(plantPages(), partner)
  served = await servePlantedSites(() => sites)
  const hosts = [...sites.map(({ host }) => host), 'www.acme.com']
  running = await startTestApp({
    SITE_STAND_INS: hosts.map((host) => `${host}=127.0.0.1:${served.port}`).join(','),
    AUDIT_BOT_REQUESTS: 'send',
    CHROMIUM_PATH: 'none',
  })
})
afterAll(async () => {
  await running.close()
  served.close()
})

interface ShownIssue {
  id: string
  docs_url: string
}

/** What an audit of a site finds, as faults are planted: `check path`, or `check path bot`. */
async function audit(site: PlantedSite): Promise<string[]> {
  const brand = await makeAuditedBrand(running, 1000)
  const { db } = running.app.services
  await db.updateTable('brands').set({ website: site.home }).where('id', '=', brand.brandId).execute()
  const { problem, state } = await brand.audit()
  expect([state, problem]).toEqual(['completed', null])
  const base = `/v1/brands/${brand.brandId}/technical/issues`
  const found: string[] = []
  for (const { id, docs_url } of await allPages<ShownIssue>(base, brand.key)) {
    const check = docs_url.slice(docs_url.lastIndexOf('/') + 1)
    for (const page of await allPages<{ url: string; evidence: string[] }>(`${base}/${id}`, brand.key))
      found.push(...named(site, check, page))
  }
  return found.sort()
}

const named = (
  { home }: PlantedSite,
  check: string,
  { url, evidence }: { url: string; evidence: string[] },
) => {
  const path = url.startsWith(home) ? url.slice(home.length - 1) : url
  const isOfBots = /^ai-(?:search|fetch|training)-bots-|^ai-bots-|^bot-kept-out/.test(check)
  return isOfBots
    ? evidence.map((entry) => `${check} ${path} ${decodeURIComponent(new URL(entry).hash.slice(1))}`)
    : [`${check} ${path}`]
}

async function allPages<T>(path: string, key: string): Promise<T[]> {
  const rows: T[] = []
  for (let cursor = ''; ; ) {
    const { body } = await running.get(`${path}?limit=100${cursor}`, key)
    rows.push(...(body.data as T[]))
    if (body.pagination.next_cursor === null) return rows
    cursor = `&cursor=${encodeURIComponent(body.pagination.next_cursor)}`
  }
}

test('finds every fault of pages, links and files, and nothing else', async () => {
  const [site] = sites as [PlantedSite]
  expect(await audit(site)).toEqual([...site.faults].sort())
}, 120_000)
