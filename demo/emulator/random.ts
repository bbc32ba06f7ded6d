import { createHash } from 'node:crypto'

/** Returns pseudo-random numbers from 0 to 1 (exclusive), determined by the seed text. */
export type Random = () => number

/** Creates a generator (mulberry32) seeded by a text. */
export function randomOf(text: string): Random {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An integer from `min` to `max`, inclusive. */
export const between = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min + 1))

/** Picks up to `count` distinct entries in random order. */
export function someOf<T>(random: Random, list: readonly T[], count: number): T[] {
  const left = [...list]
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] as T,
  )
}
