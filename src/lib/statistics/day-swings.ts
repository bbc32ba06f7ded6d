import { type DaySum, dropRoundingError, enoughHistory, type RatioSums, residualsByDay } from './ratio-interval.ts'

/** Minimum days to estimate swings: of history and period together, and of only a period. */
const minDays = 5
/** From this many days of history on, eight waves are averaged instead of four. */
const longHistory = 56

/** The days of a ratio, as sums by engine. */
export interface DailySums {
  history: readonly DaySum[]
  period: readonly DaySum[]
  /** Whether the history has other prompts. Each part is then measured against its own ratio. */
  hasOtherPrompts: boolean
}

const total = (sums: readonly DaySum[]) => sums.reduce((all, { b }) => all + b, 0)
const countDays = (sums: readonly DaySum[]) => new Set(sums.filter(({ b }) => b > 0).map(({ day }) => day)).size

/**
 * Sums over the days of a ratio. Swings are the variance that whole days add to the period's mean, estimated
 * from the slowest cosine waves of history and period together, which includes the effect of correlated days.
 */
export function daySums({
  history,
  period,
  hasOtherPrompts,
}: DailySums): Pick<RatioSums, 'days' | 'uu' | 'history' | 'swings'> {
  const own = residualsByDay(period)
  const [days, before] = [own.length, countDays(history)]
  const sums = { days, uu: own.reduce((all, u) => all + u * u, 0), history: before }
  const n = before + days
  if (n < minDays || days === 0 || (days < minDays && before < enoughHistory)) return { ...sums, swings: null }
  const residuals = hasOtherPrompts ? [...residualsByDay(history), ...own] : residualsByDay([...history, ...period])
  const df = before >= longHistory ? 8 : 4
  let squares = 0
  for (let wave = 1; wave <= df; wave++) {
    const sum = residuals.reduce((all, u, day) => all + u * Math.cos((Math.PI * wave * (day + 0.5)) / n), 0)
    squares += sum * sum
  }
  const answers = total(history) + total(period)
  return {
    ...sums,
    swings: { variance: dropRoundingError((2 * n * squares) / (days * df)) / answers ** 2, df },
  }
}
