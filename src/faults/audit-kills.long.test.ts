import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShownAudit } from '../testing/audits/audited-brand.ts'
import { pageOf } from '../testing/fixture-site.ts'
import { installWithBrand } from '../testing/installations.ts'
import type { Installation, MadeBrand, RunningServer } from '../testing/processes.ts'
import { setWebsite } from '../testing/set-website.ts'
import { makeSibling } from './testing/brands.ts'
import { seededRandom, until } from './testing/campaign.ts'

const kills = 20
const pages = 500
const random = seededRandom()

let installation: Installation
let brand: MadeBrand
let site: Server
let origin: string
const asked = new Set<string>()
/** After this many requested addresses, the site leaves all further requests waiting. */
let answered = Number.POSITIVE_INFINITY

/** Pages in a tree, with links back and across, a few of them broken. */
const pageAt = (number: number) =>
  pageOf(
    `Page ${number % 50}`,
    [2 * number, 2 * number + 1, number - 7, number * 3]
      .filter((linked) => linked > 0 && linked <= pages)
      .map((linked) => `/${linked % 23 === 0 ? 'gone-' : 'page-'}${linked}`),
    number % 3 === 0 ? '' : `<title>Title ${number % 40}</title>`,
  )

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.add(request.url ?? '')
    const number = request.url === '/' ? 1 : Number(/^\/page-(\d+)$/.exec(request.url ?? '')?.[1])
    const isThere = number >= 1 && number <= pages
    if (asked.size > answered) return
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(isThere ? pageAt(number) : 'nothing here')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  ;({ installation, brand } = await installWithBrand({ FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${port}` }))
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await installation.remove()
})

interface ListedRow {
  id: string
  docs_url: string
  url: string
  title: string
  evidence: string[]
}

const stateOf = async (brandId: string) => {
  const of = { brand_id: brandId }
  const [audit] = await installation.operate<ShownAudit[]>('list-audits', of)
  return audit
}

/** All findings, without ids, which differ by brand. */
async function findings({ url }: RunningServer, { brandId, secret }: MadeBrand): Promise<string[]> {
  const found: string[] = []
  for (const issue of await list(`${url}/v1/brands/${brandId}/technical/issues`, secret)) {
    // Response times differ in each run.
    if (/speed|slow/.test(issue.docs_url)) continue
    const pages = await list(`${url}/v1/brands/${brandId}/technical/issues/${issue.id}`, secret)
    for (const page of pages) found.push(JSON.stringify([issue.docs_url, page.url, page.title, page.evidence]))
  }
  return found.sort()
}

/** All rows of a list. */
async function list(address: string, secret: string): Promise<ListedRow[]> {
  const rows: ListedRow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const response = await fetch(`${address}?${query}`, { headers: { authorization: `Bearer ${secret}` } })
    const page = (await response.json()) as { data: ListedRow[]; pagination: { next_cursor: string | null } }
    rows.push(...page.data)
    cursor = page.pagination.next_cursor
  }
  return rows
}

test(`an audit killed ${kills} times ends with the findings of an undisturbed one`, async () => {
  let server: RunningServer = await installation.startServer()
  const sibling = await makeSibling(installation, brand)
  const { brandId: killed } = sibling
  await server.stop()
  await setWebsite(installation.directory, origin)
  server = await installation.startServer()

  await installation.operate('start-audit', { brand_id: brand.brandId })
  await until(
    () => stateOf(brand.brandId),
    (audit) => audit?.state !== 'running',
  )
  const undisturbed = await stateOf(brand.brandId)
  expect(undisturbed).toMatchObject({ state: 'completed', problem: null })

  // A killed audit requests everything that this one requested. Its start requests a few sitemaps.
  const needed = asked.size
  const moments = Array.from({ length: kills }, (_, kill) =>
    Math.max(10, Math.floor((needed * (kill + random())) / kills)),
  )
  asked.clear()
  answered = moments.shift() ?? 0
  await installation.operate('start-audit', { brand_id: killed })
  for (let kill = 0; kill < kills; kill += 1) {
    await until(() => asked.size > answered, Boolean, 5)
    // The pages read last may or may not be stored by then.
    await new Promise((resolve) => setTimeout(resolve, random() * 1500))
    await server.stop('SIGKILL')
    answered = moments.shift() ?? Number.POSITIVE_INFINITY
    server = await installation.startServer()
  }
  await until(
    () => stateOf(killed),
    (audit) => audit?.state !== 'running',
  )
  expect(asked.size).toBe(needed)
  const { pages_found, pages_done } = undisturbed as ShownAudit
  expect(await stateOf(killed)).toMatchObject({ state: 'completed', problem: null, pages_found, pages_done })
  const expected = await findings(server, brand)
  expect(expected.length).toBeGreaterThan(pages)
  expect(await findings(server, sibling)).toEqual(expected)
  await server.stop()
})
