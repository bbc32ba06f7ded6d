/**
 * Random numbers from 0 to 1, repeatable by setting FAULTS_SEED to the printed seed.
 * @param seed used without that variable; defaults to a different one each time
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

/** Polls until the condition holds. The test’s own time limit ends an endless wait. */
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
