/** Repeatable random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A normal deviate (Box and Muller). */
export const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** A gamma deviate (Marsaglia and Tsang 2000). */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = normal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** A share around a mean, with a variance of `likeness`·mean·(1−mean): a beta deviate. */
export function shareAround(mean: number, likeness: number, random: () => number): number {
  if (mean <= 0 || mean >= 1 || likeness <= 0) return mean
  const size = 1 / likeness - 1
  const a = gamma(mean * size, random)
  const b = gamma((1 - mean) * size, random)
  return a + b === 0 ? Number(random() < mean) : a / (a + b)
}
