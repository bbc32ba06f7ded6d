/** Gives a piece of work to one of the lanes that is free; the others wait in line. */
export type Lanes<Lane> = <Result>(work: (lane: Lane) => Promise<Result>) => Promise<Result>

/** @param lanes each does one piece of work at a time */
export function createLanes<Lane>(lanes: readonly Lane[]): Lanes<Lane> {
  const free = [...lanes]
  const waiting: ((lane: Lane) => void)[] = []
  return async (work) => {
    const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)))
    try {
      return await work(lane)
    } finally {
      const next = waiting.shift()
      if (next === undefined) free.push(lane)
      else next(lane)
    }
  }
}
