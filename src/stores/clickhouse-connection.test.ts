import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../lib/errors.ts'
import { type ClickHouseServer, startClickHouseServer } from '../testing/clickhouse-server.ts'
import { openClickHouse } from './clickhouse.ts'
import { sql } from './clickhouse-sql.ts'
import { StoreUnreachableError, toUnavailableError } from './store-errors.ts'

const password = 'p/w:d ?'

let server: ClickHouseServer

beforeAll(async () => {
  server = await startClickHouseServer(`us%40er:${encodeURIComponent(password)}`)
})
afterAll(() => server.close())

/** The error of opening a URL. */
async function failure(url: string): Promise<Error> {
  return openClickHouse({ url }).then(
    () => {
      throw new Error('it was opened')
    },
    (error) => error,
  )
}

const answered = async (url: string) => {
  const store = await openClickHouse({ url })
  const [row] = await store.query<object>(sql`SELECT currentDatabase() AS base, toUInt64(7) AS big, 'ü' AS text`)
  await store.close()
  return row
}

test('the URL contains user, password and database; a missing database is created', async () => {
  for (const [path, base] of [
    ['', 'default'],
    ['/', 'default'],
    ['/own', 'own'],
    ['/own', 'own'],
    ['/with%20space%60', 'with space`'],
  ])
    expect({ path, ...(await answered(`${server.url}${path}`)) }).toEqual({ path, base, big: 7, text: 'ü' })
})

test('the URL may contain client options, including compression', async () => {
  const options = 'compression_request=true&compression_response=true&clickhouse_setting_max_threads=1'
  const store = await openClickHouse({ url: `${server.url}/zipped?${options}` })
  await store.insert('answers', '{"source_id":"a"}\n{"source_id":"b"}')
  // The same rows are stored again.
  await store.insert('answers', '{"source_id":"a"}\n{"source_id":"b"}')
  expect(
    await store.query(
      sql`SELECT source_id, count() AS times, getSetting('max_threads') AS threads FROM answers GROUP BY source_id ORDER BY source_id`,
    ),
  ).toEqual([
    { source_id: 'a', times: 2, threads: 1 },
    { source_id: 'b', times: 2, threads: 1 },
  ])
  await store.close()
})

test('an invalid URL is rejected without being repeated', async () => {
  for (const url of [
    `htp://user:${password}@host`,
    `//user:secret@host`,
    'http://user:secret%zz@host',
    'http://user:secret@host/%zz',
    'http://user:secret@host/?secret=secret',
  ]) {
    const error = await failure(url)
    expect(error).toBeInstanceOf(ApiError)
    expect({ url, message: error.message.replace('parameters: secret', '') }).toEqual({
      url,
      message: expect.not.stringMatching(/secret|p\/w/),
    })
    expect(error.cause).toBeUndefined()
  }
})

test('a server that rejects the connection is not an outage, and an unreachable one is', async () => {
  const wrong = await failure(server.url.replace('us%40er', 'somebody'))
  expect(wrong).toMatchObject({ code: '516' })
  expect(toUnavailableError(wrong)).toBeUndefined()
  expect(JSON.stringify(wrong) + wrong.stack).not.toContain(encodeURIComponent(password))

  const proxy = createServer(({ headers }, response) =>
    response.writeHead(502, { 'x-echo': headers.authorization }).end(`Bad Gateway: ${headers.authorization}`),
  )
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const behindProxy = await failure(`http://user:secret@${host}`)
  proxy.close()
  proxy.closeAllConnections()
  const nobody = await failure(`http://user:secret@${host}`)
  for (const error of [behindProxy, nobody]) {
    expect(error).toBeInstanceOf(StoreUnreachableError)
    expect(error.message).toContain(host)
    expect(inspect(error)).not.toMatch(/secret|Basic|Bad Gateway/)
    expect(toUnavailableError(error)).toMatchObject({ code: 'service_unavailable' })
  }
})

test('a suspended server delays a query no longer than its timeout, and is used again once it continues', async () => {
  const store = await openClickHouse({ url: server.url })
  server.process.kill('SIGSTOP')
  await expect(store.query(sql`SELECT 1`, 1)).rejects.toThrow(StoreUnreachableError)
  server.process.kill('SIGCONT')
  expect(await store.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  await store.close()
})

test('a query may be long', async () => {
  const store = await openClickHouse({ url: server.url })
  const numbers = Array.from({ length: 100_000 }, (_, index) => index * 2)
  expect(await store.query(sql`SELECT 4 IN ${numbers} AS even, 5 IN ${numbers} AS odd`)).toEqual([{ even: 1, odd: 0 }])
  await store.close()
})

test('PostgreSQL is not unavailable if it rejects a statement', () => {
  const failed = (code: string) => toUnavailableError(Object.assign(new Error('failed'), { code }))
  expect(failed('08P01')).toBeUndefined()
  expect(failed('08006')).toMatchObject({ code: 'service_unavailable' })
})
