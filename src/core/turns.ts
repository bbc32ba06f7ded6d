import { setImmediate as nextTurn } from 'node:timers/promises'

/** Requests wait at most this long behind work that is done in turns. */
const turnMs = 10

/** Maps items one after another, letting requests have their turn in between. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let turnEnds = performance.now() + turnMs
  for (const item of items) {
    results.push(map(item))
    if (performance.now() < turnEnds) continue
    await nextTurn()
    turnEnds = performance.now() + turnMs
  }
  return results
}
