import type { ApiError } from '../lib/errors.ts'
import { unavailable } from '../lib/errors.ts'

/** A store that is down or did not respond in time. */
export class StoreUnreachableError extends Error {}

/** SQLSTATE classes of a temporary failure: connection, resources, operator intervention, disk. */
const postgresClasses = ['08', '53', '57', '58']

/** Excluded from them: protocol_violation means that PostgreSQL received an invalid request. */
const protocolViolation = '08P01'

/** Socket errors of a store that is down or disconnected. */
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
 * ClickHouse error codes of a temporary failure: timeouts, memory, unwritable files, connections, overload,
 * read-only tables (`src/Common/ErrorCodes.cpp`).
 */
const clickhouseCodes = new Set(
  (
    '74 75 76 77 87 88 95 96 159 160 172 173 202 203 204 209 210 236 241 242 243 252 279 294 319 410 425 439 586 ' +
    '641 734 745 749 762 774 777 778 999'
  ).split(' '),
)

/** Driver messages without a code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|socket hang up|Cannot use a pool after|not queryable|connection has been discarded|ChdbConnection is closed/i

/** A full disk, an exceeded quota, or a disk that became read-only, in any store's wording. */
const noRoom =
  /No space left|not enough space|Disk quota exceeded|Read-only file system|NOT_ENOUGH_SPACE|errno: (28|30|122)\b|^(ENOSPC|EDQUOT|EROFS)\b/

/** The 503 for a store's error. Undefined for other errors. */
export function toUnavailableError(error: unknown): ApiError | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const message = String(error.message)
  // 53100: disk_full.
  if (noRoom.test(message) || code === '53100') {
    return unavailable('the service is out of disk space; retry later', 10, error)
  }
  const isGone =
    error instanceof StoreUnreachableError ||
    // Not instanceof: the embedded engine throws the same class from another copy of its package.
    (error.constructor.name === 'ClickHouseError'
      ? clickhouseCodes.has(code)
      : socketCodes.has(code) ||
        // A missing socket, not any missing file.
        (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
        (/^[0-9A-Z]{5}$/.test(code) && code !== protocolViolation && postgresClasses.includes(code.slice(0, 2))) ||
        messages.test(message))
  return isGone ? unavailable('the service is temporarily unavailable; retry', 2, error) : undefined
}
