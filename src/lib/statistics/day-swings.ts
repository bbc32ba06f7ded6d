import { cleaned, type DaySum, enoughHistory, residualsByDay, type Swings } from './ratio-interval.ts'

/** Fewest days of history and period together, and of the period without enough history, that show swings. */
const minDays = 5
/** Days of history from which on eight waves are averaged instead of four. */
const longHistory = 56

/** The days of a ratio, in sums by engine. */
export interface DailySums {
  history: readonly DaySum[]
  period: readonly DaySum[]
  /** The history has other prompts: each part is then measured against its own ratio. */
  hasOtherPrompts: boolean
}

const total = (sums: readonly DaySum[]) => sums.reduce((all, { b }) => all + b, 0)

/**
 * The variance that swings of whole days give the mean of a period, from the slowest cosine waves of history and period joined:
 * they hold what correlated days add to it, at whatever speed these swing.
 */
export function daySwings({ history, period, hasOtherPrompts }: DailySums): {
  history: number
  swings: Swings | null
} {
  const [before, own] = [residualsByDay(history), residualsByDay(period)]
  const residuals = hasOtherPrompts ? [...before, ...own] : residualsByDay([...history, ...period])
  const [n, days] = [residuals.length, own.length]
  const found = { history: before.length }
  if (n < minDays || days === 0 || (days < minDays && before.length < enoughHistory))
    return { ...found, swings: null }
  const df = before.length >= longHistory ? 8 : 4
  let squares = 0
  for (let wave = 1; wave <= df; wave++) {
    const sum = residuals.reduce((all, u, day) => all + u * Math.cos((Math.PI * wave * (day + 0.5)) / n), 0)
    squares += sum * sum
  }
  const answers = total(history) + total(period)
  return { ...found, swings: { variance: cleaned((2 * n * squares) / (days * df)) / answers ** 2, df } }
}
