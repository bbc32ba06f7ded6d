import { createHash } from 'node:crypto'

/** Numbers from 0 up to 1 that are always the same for the same text. */
export type Random = () => number

/** A generator (mulberry32) whose numbers follow from a text. */
export function randomOf(text: string): Random {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `min` to `max`, both included. */
export const between = (random: Random, min: number, max: number) =>
  min + Math.floor(random() * (max - min + 1))

/** Some of a list, each at most once, in an order of chance. */
export function someOf<T>(random: Random, list: readonly T[], count: number): T[] {
  const left = [...list]
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] as T,
  )
}
