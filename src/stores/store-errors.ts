import type { ApiError } from '../core/errors.ts'
import { unavailable } from '../core/errors.ts'

/** SQLSTATE classes that say PostgreSQL cannot serve now: connection, resources, operator intervention, disk. */
const postgresClasses = ['08', '53', '57', '58']

/** Errors of sockets to a store that is not there, or went away. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/**
 * ClickHouse codes that say it cannot serve now: timeouts, memory, disk, connections, read-only tables
 * (`src/Common/ErrorCodes.cpp`).
 */
const clickhouseCodes = new Set([
  '159',
  '160',
  '202',
  '203',
  '209',
  '210',
  '241',
  '242',
  '243',
  '252',
  '279',
  '319',
  '425',
  '439',
  '999',
])

/** Messages of the drivers that carry no code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|socket hang up|No space left|Cannot use a pool after/i

/** The 503 that an error of a store stands for; undefined where the error is none of those. */
export function storeUnavailable(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const isOurs =
    // Not instanceof: the embedded engine throws the same class from another copy of its package.
    error.constructor.name === 'ClickHouseError'
      ? clickhouseCodes.has(code)
      : socketCodes.has(code) ||
        (/^[0-9A-Z]{5}$/.test(code) && postgresClasses.includes(code.slice(0, 2))) ||
        messages.test(error.message)
  return isOurs ? unavailable('the service cannot answer this now: try again', 2, error) : undefined
}
