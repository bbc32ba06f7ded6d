import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunningServer } from '../testing/processes.ts'
import { type StoreServers, startStoreServers } from '../testing/store-servers.ts'

interface Style {
  id: string
  name: string
  is_default: boolean
  sort_order: number
}

interface Reply<T> {
  status: number
  code: string | undefined
  data: T
}

let stores: StoreServers
let apis: RunningServer[]
let workspaceId: string
let brandId: string
let key: string

beforeAll(async () => {
  stores = await startStoreServers()
  apis = await Promise.all([stores.startApi(), stores.startApi()])
})
beforeEach(async () => {
  workspaceId = (await stores.operate('create-workspace', { name: 'Ours', api_writes: 'true' })).id
  brandId = (await stores.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
  const scopes = ['read:content', 'read:visibility', 'write:brand_profile', 'write:competitors']
  const made = await stores.operate<{ secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'k',
    scopes,
  })
  key = made.secret
})
afterAll(() => stores.remove())

/** Sends requests to the processes in turn. */
async function send<T>(turn: number, path: string, body?: object): Promise<Reply<T>> {
  const { url } = apis[turn % apis.length] as RunningServer
  const response = await fetch(`${url}/v1/brands/${brandId}/${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const { data, error } = (await response.json()) as { data: T; error?: { code: string } }
  return { status: response.status, code: error?.code, data }
}

const concurrently = <T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => work(number)))
const styles = async (turn = 0) => (await send<Style[]>(turn, 'writing-styles?limit=100')).data
const makeStyle = (number: number, more: object = {}) =>
  send<Style>(number, 'writing-styles', { surface: 'content', name: `n${number}`, ...more })

test('of 50 writers at two processes 10 get their style, and one of these is the default', async () => {
  const replies = await concurrently(50, (number) => makeStyle(number, { is_default: number % 3 === 0 }))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(40).fill(409)])
  const stored = await styles()
  expect(stored.map(({ sort_order }) => sort_order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(stored.filter((style) => style.is_default)).toHaveLength(1)
  expect(await styles(1)).toEqual(stored)
})

test('of 50 writers of one name at two processes one gets it', async () => {
  const replies = await concurrently(50, (number) => makeStyle(number, { name: number % 2 ? 'Guide' : 'GUIDE' }))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await styles()).toHaveLength(1)
})

test('while many writers switch the default, every reader sees exactly one', async () => {
  const made = [await makeStyle(0), await makeStyle(1), await makeStyle(2)].map(({ data }) => data)
  const seen: number[] = []
  let switching = true
  const watching = concurrently(2, async (turn) => {
    while (switching) seen.push((await styles(turn)).filter((style) => style.is_default).length)
  })
  const switched = concurrently(30, (number) =>
    stores.operate('update-writing-style', {
      brand_id: brandId,
      writing_style_id: (made[number % made.length] as Style).id,
      is_default: 'true',
    }),
  )
  const added = concurrently(7, (number) => makeStyle(number + 3, { is_default: true }))
  const removed = stores.operate('delete-writing-style', {
    brand_id: brandId,
    writing_style_id: (await added)[0]?.data.id as string,
  })
  await Promise.all([switched, added, removed])
  switching = false
  await watching
  expect(seen.length).toBeGreaterThan(5)
  expect(new Set(seen)).toEqual(new Set([1]))
  const left = await styles()
  expect([left.length, left.filter((style) => style.is_default).length]).toEqual([9, 1])
})

test('of 50 competitors with one domain at two processes one gets it, and all exist', async () => {
  const replies = await concurrently(50, (number) =>
    send<{ competitor: { domain: string | null } }>(number, 'competitors', {
      name: `Globex ${number}`,
      primary_url: `https://${number % 2 ? 'www.' : ''}globex.com/${number}`,
    }),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200))
  const domains = replies.map(({ data }) => data.competitor.domain)
  expect(domains.filter((domain) => domain === 'globex.com')).toHaveLength(1)
  expect(domains.filter((domain) => domain === null)).toHaveLength(49)
  const listed = await send<{ domain: string | null }[]>(0, 'competitors?limit=100')
  expect(listed.data.map(({ domain }) => domain).sort()).toEqual(domains.sort())
})

test('withdrawn write access takes effect at every process within a second', async () => {
  expect((await concurrently(2, (number) => makeStyle(number))).map(({ status }) => status)).toEqual([200, 200])
  await stores.operate('update-workspace', { workspace_id: workspaceId, api_writes: 'false' })
  // An invalid style, so that a process with stale data creates none.
  const outcomes = async () => {
    const replies = await concurrently(20, (number) => makeStyle(number, { name: '' }))
    return new Set(replies.map(({ status, code }) => `${status} ${code}`))
  }
  await expect.poll(outcomes).toEqual(new Set(['403 plan_required']))
  expect(await styles()).toHaveLength(2)
  await stores.operate('update-workspace', { workspace_id: workspaceId, api_writes: 'true' })
  await expect.poll(outcomes).toEqual(new Set(['400 invalid_request']))
  expect((await concurrently(2, (number) => makeStyle(number + 2))).map(({ status }) => status)).toEqual([200, 200])
})

test('the last use of a key is visible, whichever process received it', async () => {
  const uses = async () =>
    (await stores.operate<{ last_used_at: string | null }[]>('list-keys', { workspace_id: workspaceId })).map(
      ({ last_used_at }) => last_used_at,
    )
  expect(await uses()).toEqual([null])
  await styles(1)
  while ((await uses())[0] === null) await sleep(10)
  const [first] = await uses()
  for (let times = 0; times < 50; times += 1) await Promise.all([styles(0), styles(1)])
  expect(await uses()).toEqual([first])
})
