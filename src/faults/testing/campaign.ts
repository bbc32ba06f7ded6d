/**
 * Random numbers from 0 to 1 that a printed seed repeats: set FAULTS_SEED to it.
 * @param seed without that variable; another one each time where none is given
 */
export function seededRandom(seed: number = Date.now() % 1_000_000_000): () => number {
  let state = Number(process.env.FAULTS_SEED ?? seed)
  console.log(`FAULTS_SEED=${state}`)
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Asks again until it holds. The test’s own time limit ends what never does. */
export async function until<T>(
  ask: () => Promise<T> | T,
  holds: (value: T) => boolean = Boolean,
  pauseMs = 50,
): Promise<T> {
  for (;;) {
    const value = await ask()
    if (holds(value)) return value
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
