import { randomUUID } from 'node:crypto'

const lastDigits = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/**
 * Makes the ids of requests: random UUIDs, of which 256 in a row differ in their last two digits. To draw each of them anew takes
 * longer than to look up a key.
 */
export function createRequestIds(): () => string {
  let start = ''
  let next = 0
  return () => {
    if (next === 0) start = randomUUID().slice(0, -2)
    const id = start + lastDigits[next]
    next = (next + 1) % lastDigits.length
    return id
  }
}
