import { afterEach, beforeEach, expect, test } from 'vitest'
import { installWithBrand } from '../../testing/installations.ts'
import type { Installation, MadeBrand, RunningServer } from '../../testing/processes.ts'
import type { ShownUsage } from '../../testing/usage/ask-usage.ts'

let sightline: Installation
let server: RunningServer
let brand: MadeBrand

beforeEach(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
  server = await sightline.startServer()
})
afterEach(() => sightline.remove())

async function get<T>(path: string): Promise<T> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${brand.secret}` } })
  return (await response.json()) as T
}

const sendRequests = (times: number) => Promise.all(Array.from({ length: times }, () => get('/v1/me')))
const requests = async () => (await get<{ data: ShownUsage }>('/v1/usage')).data.totals.requests

test('a stop loses no usage, and a kill loses none that was already shown', async () => {
  await sendRequests(50)
  expect(await server.stop()).toBe(0)
  server = await sightline.startServer()
  expect(await requests()).toBe(50)
  await sendRequests(20)
  expect(await requests()).toBe(71)
  expect(await server.stop('SIGKILL')).toBe('SIGKILL')
  server = await sightline.startServer()
  const left = await requests()
  expect(left === 71 || left === 72).toBe(true)
  expect(await server.stop()).toBe(0)

  // Without a server, the command reads the data itself.
  const usage = await sightline.data<ShownUsage>('get-usage', '--workspace-id', brand.workspaceId)
  expect(usage.totals.requests).toBe(left + 1)
})
