import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/postgres-server.ts'
import { openConnections } from './postgres.ts'

let database: TestDatabase
let store: ReturnType<typeof openConnections>

beforeAll(async () => {
  database = await createTestDatabase()
  store = openConnections({ url: database.url }, { onLost() {}, onSilence() {} }, 2)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

test('receives notifications again after its connection is lost, and none after it is closed', async () => {
  const received: string[] = []
  let connects = 0
  const channel = 'Some "channel"'
  const listening = await store.listen(
    channel,
    (payload) => received.push(payload),
    () => {
      connects += 1
    },
  )
  const notify = (payload: string) => store.pool.query('select pg_notify($1, $2)', [channel, payload])
  await notify('one')
  await expect.poll(() => received).toEqual(['one'])
  await store.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%' and datname = current_database()`,
  )
  await expect.poll(() => connects).toBe(2)
  await notify('two')
  await expect.poll(() => received).toEqual(['one', 'two'])
  await listening.close()
  const { rows } = await store.pool.query(
    `select pid from pg_stat_activity where query like 'LISTEN%' and datname = current_database()`,
  )
  expect(rows).toEqual([])
})
