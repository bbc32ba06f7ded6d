import { t975, twoSidedP } from '../../lib/statistics/distributions.ts'
import type { ReferenceAnswer, ReferenceBrand } from './reference-brand.ts'

// The test of a change, computed independently from single answers according to docs/statistics.md.

type Figure = 'visibility_pct' | 'market_share_pct' | 'sentiment_score' | 'avg_rank'
type Answers = readonly ReferenceAnswer[]

const sum = <T>(values: Iterable<T>, of: (value: T) => number) => {
  let all = 0
  for (const value of values) all += of(value)
  return all
}
const range = (n: number) => Array.from({ length: n }, (_, index) => index)

/** An answer's contribution to both sides of a metric: shares from 0 to 1, sentiments in points from 50. */
function partsOf(brand: ReferenceBrand, figure: Figure, entityId: string) {
  const followed = new Set(brand.entities.map(({ id }) => id))
  return ({ mentions }: ReferenceAnswer) => {
    const known = mentions.filter((one) => followed.has(one.entityId)).sort((x, y) => x.first - y.first)
    const place = known.findIndex((one) => one.entityId === entityId)
    const own = known[place]
    const isNamed = Number(own !== undefined)
    if (figure === 'visibility_pct') return { a: isNamed, b: 1 }
    if (figure === 'market_share_pct') return { a: own?.count ?? 0, b: sum(known, (one) => one.count) }
    if (figure === 'avg_rank') return { a: own === undefined ? 0 : place + 1, b: isNamed }
    const sentiment = own?.sentiment ?? null
    return sentiment === null ? { a: 0, b: 0 } : { a: sentiment / 100 - 50, b: 1 }
  }
}

const placeOf = ({ engine, country }: ReferenceAnswer) => `${engine} ${country}`
const cellOf = (answer: ReferenceAnswer) => `${placeOf(answer)} ${answer.asked}`
const dayOf = ({ day }: ReferenceAnswer) => day

/** The parts of a change that do not depend on its list. */
export interface ReferenceEstimate {
  delta: number
  levels: readonly number[]
  fixed: number
  df: number
  prompts: number
  blocks: { x: number[]; noise: number }[]
  isShare: boolean
  hasHistory: boolean
  days: readonly [number, number]
}

/**
 * Change of a metric for the same prompts on the same engines in the same markets.
 * @returns null if fewer than five prompts count
 */
export function referenceEstimate(
  brand: ReferenceBrand,
  figure: Figure,
  entityId: string,
  periods: readonly [Answers, Answers],
  history: Answers,
): ReferenceEstimate | null {
  const parts = partsOf(brand, figure, entityId)
  const cells = periods.map((answers) => Map.groupBy(answers, cellOf))
  const keys = [...(cells[0]?.keys() ?? [])].filter((key) => cells[1]?.has(key))
  const inCell = (t: number, key: string) => cells[t]?.get(key) ?? []
  const raw = (key: string) => sum([0, 1], (t) => inCell(t, key).length / (periods[t] ?? []).length) / 2
  const rawSum = sum(keys, raw)
  const w = (key: string) => raw(key) / rawSum
  const mean = (t: number, key: string, of: 'a' | 'b') =>
    sum(inCell(t, key), (answer) => parts(answer)[of]) / inCell(t, key).length
  const base = [0, 1].map((t) => sum(keys, (key) => w(key) * mean(t, key, 'b')))
  if (keys.length === 0 || base.some((one) => one <= 0)) return null
  const level = [0, 1].map((t) => sum(keys, (key) => w(key) * mean(t, key, 'a')) / (base[t] as number))
  const z = (t: number, key: string) =>
    (w(key) * (mean(t, key, 'a') - (level[t] as number) * mean(t, key, 'b'))) / (base[t] as number)
  const prompts = [...Map.groupBy(keys, (key) => inCell(0, key)[0]?.asked).values()]
    .map((own) => ({
      h: sum([0, 1], (t) => sum(own, (key) => (w(key) * mean(t, key, 'b')) / (base[t] as number))) / 2,
      z: sum(own, (key) => z(1, key) - z(0, key)),
    }))
    .filter(({ h }) => h > 0)
  if (prompts.length < 5) return null
  const noise = [0, 1].map((t) => noiseOf(t))
  const answers = sum([0, 1], (t) => sum(keys, (key) => inCell(t, key).length)) / 2
  const clean = (variance: number) => (variance * answers ** 2 < 1e-9 ? 0 : variance)
  const daily = [0, 1].map((t) => daysOf(t))
  const blocks = daily.map((x, t) => ({ x, noise: x.length * (noise[t] as number) }))
  const past = historyBlock()
  return {
    delta: (level[1] as number) - (level[0] as number),
    levels: level,
    fixed: Math.max(clean(sum(prompts, (own) => own.z ** 2 / (1 - own.h))), clean(sum(noise, (one) => one))),
    df: Math.max(1, 1 / sum(prompts, ({ h }) => h * h) - 1),
    prompts: prompts.length,
    blocks: past === undefined ? blocks : [past, ...blocks],
    isShare: figure === 'visibility_pct' || figure === 'market_share_pct',
    hasHistory: (past?.x.length ?? 0) >= 14,
    days: [daily[0]?.length ?? 0, daily[1]?.length ?? 0],
  }

  /** Variance within cells, pooled over the cells of an engine and market. */
  function noiseOf(t: number): number {
    const apart = (answer: ReferenceAnswer) => parts(answer).a - (level[t] as number) * parts(answer).b
    const all = [...(cells[t]?.values() ?? [])]
    const places = Map.groupBy(all, (own) => placeOf(own[0] as ReferenceAnswer))
    const single = new Map(
      [...places].map(([place, own]) => {
        const degrees = sum(own, ({ length }) => length - 1)
        const within = sum(own, (cell) => {
          const middle = sum(cell, apart) / cell.length
          return sum(cell, (answer) => (apart(answer) - middle) ** 2)
        })
        return [place, degrees === 0 ? 0 : within / degrees]
      }),
    )
    const several = keys.filter((key) => inCell(t, key).length > 1)
    return (
      sum(several, (key) => {
        const place = placeOf(inCell(t, key)[0] as ReferenceAnswer)
        return (w(key) ** 2 / inCell(t, key).length) * (single.get(place) ?? 0)
      }) /
      (base[t] as number) ** 2
    )
  }

  function daysOf(t: number): number[] {
    const all = periods[t] ?? []
    const apart = (answer: ReferenceAnswer) => parts(answer).a - (level[t] as number) * parts(answer).b
    const ofPlace = Map.groupBy(all, placeOf)
    const weight = Map.groupBy(keys, (key) => placeOf(inCell(t, key)[0] as ReferenceAnswer))
    const days = [...new Set(all.map(dayOf))].sort()
    return days.map(
      (day) =>
        (days.length *
          sum(ofPlace, ([place, own]) => {
            const middle = sum(own, apart) / own.length
            const each = sum(weight.get(place) ?? [], w) / own.length
            return each * sum(own, (answer) => (answer.day === day ? apart(answer) - middle : 0))
          })) /
        (base[t] as number),
    )
  }

  function historyBlock() {
    const all = sum(history, (answer) => parts(answer).b)
    const days = [...new Set(history.map(dayOf))].sort()
    if (all === 0 || days.length < 7) return undefined
    const places = [...Map.groupBy(history, placeOf).values()].map((own) => {
      const b = sum(own, (answer) => parts(answer).b)
      return { own, ratio: b === 0 ? 0 : sum(own, (answer) => parts(answer).a) / b }
    })
    const x = days.map(
      (day) =>
        (days.length *
          sum(places, ({ own, ratio }) =>
            sum(own, (answer) => (answer.day === day ? parts(answer).a - ratio * parts(answer).b : 0)),
          )) /
        all,
    )
    const single = blocks.map(
      (block, t) => (block.noise * sum(keys, (key) => inCell(t, key).length)) / Math.max(1, block.x.length),
    )
    return { x, noise: sum(single, (one) => one) / 2 / (history.length / days.length) }
  }
}

const factor = (rho: number, n: number) => sum(range(n), (i) => sum(range(n), (j) => rho ** Math.abs(i - j))) / n

interface Moments {
  sizes: number[]
  squares: number
  lagged: number
  noise: number
}

function momentsOf({ blocks }: ReferenceEstimate): Moments {
  const degrees = sum(blocks, ({ x }) => Math.max(0, x.length - 1))
  return {
    sizes: blocks.map(({ x }) => x.length).filter((n) => n > 0),
    squares: Math.max(
      0,
      sum(blocks, ({ x, noise }) => sum(x, (one) => one * one) - noise * (x.length - 1)),
    ),
    lagged: sum(blocks, ({ x, noise }) =>
      sum(range(Math.min(7, x.length - 1)), (before) => {
        const k = before + 1
        return (
          sum(range(x.length - k), (i) => (x[i] as number) * (x[i + k] as number)) + (noise * (x.length - k)) / x.length
        )
      }),
    ),
    noise: degrees === 0 ? 0 : sum(blocks, ({ x, noise }) => noise * (x.length - 1)) / degrees,
  }
}

/** Expected first seven lagged products over squares of demeaned AR(1) days, from the covariance of each two days. */
function expectedRatio(rho: number, sizes: readonly number[]): number {
  let [lagged, squares] = [0, 0]
  for (const n of sizes) {
    const row = range(n).map((i) => sum(range(n), (j) => rho ** Math.abs(i - j)) / n)
    const all = sum(row, (one) => one) / n
    const covariance = (i: number, j: number) => rho ** Math.abs(i - j) - (row[i] as number) - (row[j] as number) + all
    squares += sum(range(n), (i) => covariance(i, i))
    for (let k = 1; k <= Math.min(7, n - 1); k++) lagged += sum(range(n - k), (i) => covariance(i, i + k))
  }
  return squares < 1e-12 ? 0 : lagged / squares
}

function solve(wanted: number, sizes: readonly number[]): number {
  let [low, high] = [0, 0.95]
  if (wanted <= expectedRatio(low, sizes)) return low
  if (wanted >= expectedRatio(high, sizes)) return high
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (expectedRatio(middle, sizes) < wanted) low = middle
    else high = middle
  }
  return low
}

const days = ({ sizes }: Moments) => sum(sizes, (n) => n)

/** The pooled correlation of a list's days. */
export function referencePooled(list: readonly ReferenceEstimate[]): number {
  // Squares of deviations that are 0 but for rounding are about 1e-32.
  const counted = list.map(momentsOf).filter(({ noise }) => noise > 1e-20)
  const enough = counted.filter((one) => days(one) >= 28)
  if (enough.length === 0) return counted.length === 0 ? 0 : 0.5
  const squares = sum(enough, (one) => one.squares / one.noise + 5)
  const lagged = sum(enough, (one) => one.lagged / one.noise)
  return solve(
    lagged / squares,
    enough.flatMap(({ sizes }) => sizes),
  )
}

/** Tests an estimate. @param least pooled correlation of its list */
export function referenceTest(estimate: ReferenceEstimate, least: number) {
  const { delta, fixed, df, isShare, prompts, levels, hasHistory } = estimate
  const moments = momentsOf(estimate)
  const own =
    days(moments) < 28
      ? 0.5
      : moments.squares + 5 * moments.noise <= 0
        ? 0
        : solve(moments.lagged / (moments.squares + 5 * moments.noise), moments.sizes)
  const rho = Math.max(least, own)
  const d = sum(moments.sizes, (n) => n - factor(rho, n))
  const [d0, d1] = estimate.days
  const shared = sum(range(d0), (i) => sum(range(d1), (j) => rho ** (d0 - i + j))) / (d0 * d1)
  const swing = d < 1e-9 ? 0 : moments.squares / d
  let extra = swing * Math.max(0, factor(rho, d0) / d0 + factor(rho, d1) / d1 - 2 * shared)
  let dfDays = d < 1e-9 ? 1 : Math.max(1, (d * (1 - rho)) / (1 + rho))
  if (isShare && !hasHistory && Math.min(d0, d1) < 5) {
    const floor = sum([0, 1], (t) => {
      const n = estimate.days[t] as number
      const level = levels[t] as number
      return n < 5 ? (0.05 * (level * (1 - level)) ** 2) / n : 0
    })
    if (floor > extra) [extra, dfDays] = [floor, 60]
  }
  if (extra * 1e12 < 1) extra = 0
  const judged = (v: number, freedom: number) => {
    const half = t975(freedom) * Math.sqrt(v)
    const cut = (value: number) => (isShare ? Math.min(1, Math.max(-1, value)) : value)
    const interval = { low: cut(delta - half), high: cut(delta + half) }
    return { value: delta, interval, pValue: twoSidedP(delta / Math.sqrt(v), freedom) }
  }
  const variance = fixed + extra
  if (variance > 0)
    return judged(variance, Math.max(1, variance ** 2 / (fixed ** 2 / df + (extra === 0 ? 0 : extra ** 2 / dfDays))))
  if (Math.abs(delta) < 1e-12) return { value: 0, interval: null, pValue: 1 }
  const mean = sum(levels, (one) => one) / 2
  return isShare && mean > 0 && mean < 1 ? judged((2 * mean * (1 - mean)) / prompts, prompts - 1) : null
}
