import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../lib/chromium/find-chromium.ts'
import { makeAuditedBrand } from '../../testing/audits/audited-brand.ts'
import { longTest } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { checks } from './checks/checks.ts'
import { botTokens, plantBots, plantClosed } from './testing/planted/bots.ts'
import { plantPages } from './testing/planted/pages.ts'
import { plantScripts } from './testing/planted/scripts.ts'
import { type PlantedSite, plantSite, servePlantedSites } from './testing/planted/site.ts'
import { plantVariants } from './testing/planted/variants.ts'

let running: TestApp
let sites: PlantedSite[] = []
let served: Awaited<ReturnType<typeof servePlantedSites>>

beforeAll(async () => {
  served = await servePlantedSites(() => sites)
  const partner = plantSite('partner.example')
  partner.plant('/', {})
  sites = [plantPages(), plantBots(), plantClosed(), ...plantVariants(served.port), plantScripts(), partner]
  const hosts = sites.map(({ host }) => host).filter((host) => host !== 'acme.com')
  const standIns = [...hosts, 'www.shop.example'].map((host) => `${host}=127.0.0.1:${served.port}`)
  running = await startTestApp(
    {
      SITE_STAND_INS: standIns.join(','),
      FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${served.port}`,
      AUDIT_BOT_REQUESTS: 'send',
      CHROMIUM_PATH: 'none',
    },
    {
      async resolveHost(host) {
        if (host === 'acme.com') return ['127.0.0.1']
        if (host === 'www.acme.com') return ['10.0.0.1']
        throw Object.assign(new Error(`no ${host} in tests`), { code: 'ENOTFOUND' })
      },
    },
  )
})
afterAll(async () => {
  await running.close()
  served.close()
})

const siteOf = (host: string) => sites.find((site) => site.host === host) as PlantedSite

interface ShownIssue {
  id: string
  docs_url: string
}

/** What an audit of a site finds, as faults are planted: `check path`, or `check path bot`. */
async function audit(site: PlantedSite): Promise<string[]> {
  const brand = await makeAuditedBrand(running, 1000)
  const { db } = running.app.services
  await db
    .updateTable('brands')
    .set({ website: site.host === 'acme.com' ? site.home.replace('http:', 'https:') : site.home })
    .where('id', '=', brand.brandId)
    .execute()
  expect((await brand.audit()).state).toBe('completed')
  const base = `/v1/brands/${brand.brandId}/technical/issues`
  const found: string[] = []
  for (const { id, docs_url } of await allPages<ShownIssue>(base, brand.key)) {
    const check = docs_url.slice(docs_url.lastIndexOf('/') + 1)
    for (const page of await allPages<{ url: string; evidence: string[] }>(`${base}/${id}`, brand.key))
      found.push(...named(site, check, page))
  }
  return found.sort()
}

const named = ({ home }: PlantedSite, check: string, { url, evidence }: { url: string; evidence: string[] }) => {
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

async function findsExactly(host: string): Promise<void> {
  const site = siteOf(host)
  const found = await audit(site)
  // A busy machine can delay any page.
  const certain = found.filter((fault) => site.faults.has(fault) || !fault.startsWith('slow-first-byte '))
  expect(certain).toEqual([...site.faults].sort())
}

test.each([
  'shop.example',
  'walls.example',
  'closed.example',
  'sound.example',
  'open.example',
  'down.example',
  'shut.example',
  'acme.com',
  'lost.example',
])('finds every fault of %s, and nothing else', findsExactly, 120_000)

const chromium = findChromium(undefined)

longTest(
  'finds what each section hides from bots that run no scripts, and nothing else',
  async (context) => {
    if (chromium === undefined) return context.skip('no Chromium')
    await running.restart({ CHROMIUM_PATH: chromium })
    await findsExactly('scripts.example')
  },
  120_000,
)

/** Checks without a planted fault, with the reason. */
const unplanted: Record<string, string> = {
  'rate-limited': 'an audit retries, and then slows down for five minutes',
  'site-read-in-part': 'needs 100,000 pages, or ten failed requests in a row, between which an audit waits for minutes',
}

test('each check has a planted fault, or a reason, and so has each bot', () => {
  const faults = sites.flatMap((site) => [...site.faults].map((fault) => fault.split(' ')))
  const planted = new Set(faults.map(([check]) => check))
  expect(checks.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual(Object.keys(unplanted))
  const bots = new Set(faults.map(([, , bot]) => bot?.replace(':', '')))
  expect(botTokens.filter((token) => !bots.has(token))).toEqual([])
})
