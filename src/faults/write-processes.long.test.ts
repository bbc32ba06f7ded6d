import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../testing/processes.ts'
import { type StoreServers, startStoreServers } from '../testing/store-servers.ts'
import { writeEndpoints } from '../testing/writes.ts'
import { until } from './testing/campaign.ts'
import { expectDoneOnce, makeWrites, type Replied, send, type Write } from './testing/writes.ts'

let scratch: string
let profile: string
let stores: StoreServers
let apis: RunningServer[]

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'sightline-writes-'))
  profile = join(scratch, 'profile.json')
  writeFileSync(profile, '{"industry":"Shoes"}')
  stores = await startStoreServers()
  apis = await Promise.all([stores.startApi(), stores.startApi()])
})
afterAll(async () => {
  await stores.remove()
  rmSync(scratch, { recursive: true, force: true })
})

test('these tests cover every write of the API', async () => {
  const { writes } = await makeWrites(stores.operate, profile)
  // Nothing shows how often a document was reread, and drafts are not stored.
  const names = writeEndpoints
    .map(({ name }) => name)
    .filter((name) => name !== 'resync-knowledge-document' && name !== 'create-draft')
  expect(writes.map(({ name }) => name).sort()).toEqual(names.sort())
})

test('100 concurrent requests with one Idempotency-Key at two processes have one effect and 100 equal responses', async () => {
  for (let round = 0; round < 10; round += 1) {
    const made = await makeWrites(stores.operate, profile)
    const replies = new Map<Write, Replied>()
    for (const write of made.writes) {
      const sent = Array.from({ length: 100 }, (_, number) =>
        send((apis[number % 2] as RunningServer).url, made.place, write),
      )
      const answers = (await Promise.all(sent)) as Replied[]
      const [first] = answers
      expect(first?.status, `${write.name}: ${first?.text}`).toBe(200)
      expect(new Set(answers.map(({ status, text, requestId }) => `${status} ${requestId} ${text}`)).size).toBe(1)
      expect(answers.filter(({ replayed }) => replayed)).toHaveLength(99)
      replies.set(write, first as Replied)
    }
    for (const { url } of apis) await expectDoneOnce(url, made, stores.operate, replies)
  }
})

test('all writes, each sent 20 times to two processes concurrently, run once each', async () => {
  for (let round = 0; round < 10; round += 1) {
    const made = await makeWrites(stores.operate, profile)
    const replies = new Map<Write, Replied>()
    const attempts = Array.from({ length: 20 }, (_, number) =>
      made.writes.map(async (write) => {
        const answer = await send((apis[number % 2] as RunningServer).url, made.place, write)
        expect(answer?.status, `${write.name}: ${answer?.text}`).toBe(200)
        expect(answer?.text).toBe((replies.get(write) ?? answer)?.text)
        replies.set(write, answer as Replied)
      }),
    )
    await Promise.all(attempts.flat())
    await expectDoneOnce((apis[0] as RunningServer).url, made, stores.operate, replies)
  }
})

/** Locks a brand as a change of it does, until released. */
async function holdBrand(brandId: string): Promise<() => Promise<void>> {
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  const holding = stores.services.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('brands').where('id', '=', brandId).select('id').forUpdate().execute()
    holds()
    await letGo
  })
  await held
  return () => {
    release()
    return holding
  }
}

const waitingForLocks = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(stores.services.db)
  return rows[0]?.count
}

test('a retry waits for its running first attempt, and returns a retry hint if that takes long', async () => {
  const { place, writes } = await makeWrites(stores.operate, profile)
  const [first, second] = apis.map(({ url }) => url) as [string, string]
  const write = writes[0] as Write
  const release = await holdBrand(place.brandId)
  const attempt = send(first, place, write)
  await until(waitingForLocks, (count) => count === 1)
  const impatient = await send(second, place, write)
  expect(impatient).toMatchObject({ status: 503, retryAfter: '2', replayed: false })
  const patient = send(second, place, write)
  await until(waitingForLocks, (count) => count === 2)
  await release()
  const done = (await attempt) as Replied
  expect(done).toMatchObject({ status: 200, replayed: false })
  expect(await patient).toEqual({ ...done, replayed: true })
  await expectDoneOnce(second, { place, writes: [write] }, stores.operate, new Map([[write, done]]))
})

test('a write that returns 500 stores nothing, so a retry runs again', async () => {
  const { place, writes } = await makeWrites(stores.operate, profile)
  const { url } = apis[0] as RunningServer
  // It asks ClickHouse how many answers it leaves behind.
  const write = writes.find(({ name }) => name === 'delete-prompt') as Write
  stores.clickhouse.process.kill('SIGKILL')
  expect(await send(url, place, write)).toMatchObject({ status: 503, replayed: false })
  await stores.clickhouse.restart()
  const done = (await send(url, place, write)) as Replied
  expect(done).toMatchObject({ status: 200, replayed: false })
  await expectDoneOnce(url, { place, writes: [write] }, stores.operate, new Map([[write, done]]))
})
