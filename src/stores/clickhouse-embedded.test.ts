import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClickHouseStore, openClickHouse } from './clickhouse.ts'
import { sql } from './clickhouse-sql.ts'

const directory = mkdtempSync(join(tmpdir(), 'sightline-test-'))
let store: ClickHouseStore

beforeAll(async () => {
  store = await openClickHouse({ directory })
  await store.command(sql`CREATE TABLE rows (number UInt32) ENGINE = MergeTree ORDER BY number`)
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Some work, and whether it has ended. */
function begin(work: Promise<unknown>): { work: Promise<unknown>; isOver: boolean } {
  const begun = { work, isOver: false }
  begun.work = work.finally(() => {
    begun.isOver = true
  })
  return begun
}

test('a long read blocks neither reads nor writes', async () => {
  const long = begin(store.query(sql`SELECT sleep(3)`))
  expect(await store.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  await store.insert('rows', '{"number":1}')
  expect(await store.query(sql`SELECT number FROM rows`)).toEqual([{ number: 1 }])
  expect(long.isOver).toBe(false)
  await long.work
})

test('a long write blocks neither reads nor another write', async () => {
  const long = begin(store.command(sql`INSERT INTO rows SELECT 2 + sleep(3)`))
  await store.insert('rows', '{"number":3}')
  expect(await store.query(sql`SELECT count() AS stored FROM rows WHERE number = 3`)).toEqual([{ stored: 1 }])
  expect(long.isOver).toBe(false)
  await long.work
  expect(await store.query(sql`SELECT count() AS stored FROM rows WHERE number = 2`)).toEqual([{ stored: 1 }])
})

test('concurrent queries get their own rows or their own error, all with the same settings', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, number) =>
      store.query(
        number % 3 === 0
          ? sql`SELECT throwIf(true, ${`failure ${number}`})`
          : sql`SELECT ${number} AS number, getSetting('max_query_size') AS most, getSetting('use_query_condition_cache') AS cached`,
      ),
    ),
  )
  results.forEach((result, number) => {
    if (result.status === 'rejected') expect(result.reason.message).toContain(`failure ${number}:`)
    else expect(result.value).toEqual([{ number, most: 100_000_000, cached: false }])
    expect(result.status).toBe(number % 3 === 0 ? 'rejected' : 'fulfilled')
  })
})

test('a write statement ends after ten minutes', async () => {
  await store.command(sql`INSERT INTO rows SELECT toUInt32(getSetting('max_execution_time'))`)
  expect(await store.query(sql`SELECT count() AS stored FROM rows WHERE number = 600`)).toEqual([{ stored: 1 }])
})

test('closing the store ends a running write, which leaves no row behind', async () => {
  const write = store.command(sql`INSERT INTO rows SELECT 7 + sleep(3)`)
  write.catch(() => {})
  const running = sql`SELECT 1 FROM system.processes WHERE query LIKE 'INSERT INTO rows%'`
  await expect.poll(() => store.query(running)).toHaveLength(1)
  await Promise.all([expect(write).rejects.toThrow('Query was cancelled'), store.close()])
  store = await openClickHouse({ directory })
  expect(await store.query(sql`SELECT count() AS stored FROM rows WHERE number = 7`)).toEqual([{ stored: 0 }])
})
