import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installWithBrand } from '../testing/installations.ts'
import type { Installation, MadeBrand, RunningServer } from '../testing/processes.ts'
import { declaringSite, type ShownAnalysis } from '../testing/profile/analysed-brand.ts'
import { setWebsite } from '../testing/set-website.ts'
import { seededRandom, until } from './testing/campaign.ts'

const kills = 20
/** Kills are spread over this time after an analysis starts, which covers all its work. */
const spreadMs = 2000
const random = seededRandom()

let sightline: Installation
let site: Server
let server: RunningServer
let brand: MadeBrand

beforeAll(async () => {
  const pages = declaringSite()
  site = createServer((request, response) => {
    const found = pages[request.url ?? '']
    const send = () => response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(found)
    setTimeout(send, 200)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  const environment = { FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${port}` }
  ;({ installation: sightline, brand } = await installWithBrand(environment))
  await setWebsite(sightline.directory, `http://127.0.0.1:${port}`)
  server = await sightline.startServer()
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await sightline.remove()
})

const ask = <T>(name: string) => sightline.operate<T>(name, { brand_id: brand.brandId })

test('a repeatedly killed analysis ends with the result of an undisturbed one', async () => {
  await ask('analyse-brand')
  for (let round = 0; round < kills; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, spreadMs * ((round + random()) / kills)))
    await server.stop('SIGKILL')
    server = await sightline.startServer()
    // Starts another analysis after each one that ended before its kill.
    if ((await ask<ShownAnalysis>('get-brand-analysis')).status !== 'running') await ask('analyse-brand')
  }
  const analysis = await until(
    () => ask<ShownAnalysis>('get-brand-analysis'),
    ({ status }) => status !== 'running',
    500,
  )
  expect(analysis).toMatchObject({ status: 'done', error: null, site_problem: null, derived_by: 'declared' })
  expect(analysis.pages).toHaveLength(4)
  const products = await ask<{ name: string }[]>('list-products')
  expect(products.map(({ name }) => name).sort()).toEqual(['Repairs', 'Trail boot'])
  expect(await ask('get-profile')).toMatchObject({ industry: 'Shoe store', main_market: 'Finland' })
  expect(await server.stop()).toBe(0)
})
