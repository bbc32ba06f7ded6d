/** A small seeded source of randomness: the same seed gives the same sequence on every machine. */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Up to `count` different items, in random order. */
  sample<T>(items: readonly T[], count: number): T[]
}

/** FNV-1a over UTF-16 code units, 32 bits: turns an id into a seed. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** Mulberry32 (Tommy Ettinger, public domain), a 32-bit generator that is good enough for texts. */
export function createRng(seed: number): Rng {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  function sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(Math.floor(next() * rest.length), 1))
    }
    return taken
  }

  return { next, chance: (probability) => next() < probability, pick, sample }
}
