import type { ApiError } from '../lib/errors.ts'
import { unavailable } from '../lib/errors.ts'

/** A store that was not reached: it is not there, or gave no answer in time. */
export class StoreUnreachableError extends Error {}

/** SQLSTATE classes that say PostgreSQL cannot serve now: connection, resources, operator intervention, disk. */
const postgresClasses = ['08', '53', '57', '58']

/** Of these, protocol_violation: PostgreSQL was reached, and what it was sent is at fault. */
const protocolViolation = '08P01'

/** Errors of sockets to a store that is not there, or went away. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/**
 * ClickHouse codes that say it cannot serve now: timeouts, memory, files that cannot be written, connections, too much
 * at once, read-only tables (`src/Common/ErrorCodes.cpp`).
 */
const clickhouseCodes = new Set(
  (
    '74 75 76 77 87 88 95 96 159 160 172 173 202 203 204 209 210 236 241 242 243 252 279 294 319 410 425 439 586 ' +
    '641 734 745 749 762 774 777 778 999'
  ).split(' '),
)

/** Messages of the drivers that carry no code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|socket hang up|Cannot use a pool after|not queryable|connection has been discarded|ChdbConnection is closed/i

/** A full disk, a used-up quota, or one that the kernel no longer writes to, in whatever words a store puts it. */
const noRoom =
  /No space left|not enough space|Disk quota exceeded|Read-only file system|NOT_ENOUGH_SPACE|errno: (28|30|122)\b|^(ENOSPC|EDQUOT|EROFS)\b/

/** The 503 that an error of a store stands for; undefined where the error is none of those. */
export function toUnavailableError(error: unknown): ApiError | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const message = String(error.message)
  // 53100: disk_full.
  if (noRoom.test(message) || code === '53100') {
    return unavailable('the service has no room to store this: try again later', 10, error)
  }
  const isGone =
    error instanceof StoreUnreachableError ||
    // Not instanceof: the embedded engine throws the same class from another copy of its package.
    (error.constructor.name === 'ClickHouseError'
      ? clickhouseCodes.has(code)
      : socketCodes.has(code) ||
        // A socket that is not there, and not any file.
        (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
        (/^[0-9A-Z]{5}$/.test(code) &&
          code !== protocolViolation &&
          postgresClasses.includes(code.slice(0, 2))) ||
        messages.test(message))
  return isGone ? unavailable('the service cannot answer this now: try again', 2, error) : undefined
}
