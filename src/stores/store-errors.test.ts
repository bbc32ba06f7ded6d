import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { StoreUnreachableError, toUnavailableError } from './store-errors.ts'

/** As the embedded engine throws it, from another copy of its package. */
class ClickHouseError extends Error {
  code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const postgresError = (code: string, message: string) => Object.assign(new Error(message), { code })
const retryAfter = (error: unknown) => toUnavailableError(error)?.retryAfterSeconds

test.each([
  ['ClickHouse reserving space', new ClickHouseError('243', 'Cannot reserve 2.57 MiB, not enough space. ')],
  ['ClickHouse writing', new ClickHouseError('75', 'Cannot write to file: , errno: 28, strerror: No space left')],
  ['ClickHouse’s libraries', new ClickHouseError('1001', 'std::exception. No space left on device')],
  ['ClickHouse on a read-only disk', new ClickHouseError('76', 'Cannot open file: , errno: 30')],
  ['PostgreSQL', postgresError('53100', 'could not extend file "base/5/16560"')],
  ['this process', postgresError('ENOSPC', 'ENOSPC: no space left on device, write')],
])('a full disk, as reported by %s, is a 503 with a longer Retry-After', (_, error) => {
  expect(toUnavailableError(error)).toMatchObject({ code: 'service_unavailable', cause: error })
  expect(retryAfter(error)).toBe(10)
})

test.each([
  ['ClickHouse out of time', new ClickHouseError('159', 'Timeout exceeded: elapsed 20 s')],
  ['ClickHouse out of memory', new ClickHouseError('241', '(total) memory limit exceeded')],
  ['ClickHouse unreachable', new StoreUnreachableError('ClickHouse at x does not answer')],
  ['PostgreSQL starting', postgresError('57P03', 'the database system is starting up')],
  ['PostgreSQL gone', new Error('Connection terminated unexpectedly')],
  ['ClickHouse shutting down', new Error('ChdbConnection is closed')],
  ['a lost connection', new Error('Client has encountered a connection error and is not queryable')],
  ['a full pool', new Error('timeout exceeded when trying to connect')],
])('%s is a 503', (_, error) => {
  expect(retryAfter(error)).toBe(2)
})

test('a missing socket is a lost store, and any other missing file is not', async () => {
  const socket = connect('/nonexistent/.s.PGSQL.5432')
  const missingSocket = await new Promise((resolve) => socket.once('error', resolve))
  const missingFile = await readFile('/nonexistent/file').catch((error) => error)
  expect([retryAfter(missingSocket), retryAfter(missingFile)]).toEqual([2, undefined])
})

test.each([
  ['wrong SQL', postgresError('42601', 'syntax error')],
  ['a duplicate', postgresError('23505', 'duplicate key value')],
  ['ClickHouse’s syntax error', new ClickHouseError('62', 'Syntax error')],
  ['a bug in this program', new TypeError('x is undefined')],
  ['nothing at all', undefined],
])('%s is not an outage', (_, error) => {
  expect(toUnavailableError(error)).toBeUndefined()
})
