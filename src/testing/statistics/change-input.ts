import type { FigurePeriods, History, WeightedSums } from '../../lib/statistics/matched-change.ts'

/** An answer's contribution to numerator and denominator of a metric. */
export interface ChangePart {
  prompt: number
  engine: number
  market?: number
  day: number
  a: number
  b: number
}

const sum = <T>(values: Iterable<T>, of: (value: T) => number) => {
  let all = 0
  for (const value of values) all += of(value)
  return all
}

const placeOf = ({ engine, market = 0 }: ChangePart) => engine * 100 + market
const cellOf = (part: ChangePart) => part.prompt * 10_000 + placeOf(part)

/** The input of a change estimate: single answers of two adjacent periods and of the days before them. */
export function changeInput(
  answers: readonly [readonly ChangePart[], readonly ChangePart[]],
  history: readonly ChangePart[] = [],
  kind: FigurePeriods['kind'] = 'share',
): FigurePeriods {
  const cells = answers.map((own) => Map.groupBy(own, cellOf)) as [Map<number, ChangePart[]>, Map<number, ChangePart[]>]
  const matched = [...cells[0].keys()].filter((cell) => cells[1].has(cell))
  const raw = new Map(
    matched.map((cell) => [
      cell,
      sum([0, 1] as const, (period) => (cells[period].get(cell)?.length ?? 0) / answers[period].length) / 2,
    ]),
  )
  const whole = sum(raw.values(), (weight) => weight)
  const weights = new Map([...raw].map(([cell, weight]) => [cell, weight / whole]))
  const prompts = [...new Set(matched.map((cell) => Math.floor(cell / 10_000)))]
  return {
    periods: [periodSums(answers[0], cells[0], weights, prompts), periodSums(answers[1], cells[1], weights, prompts)],
    history: historyOf(history),
    gap: 0,
    kind,
  }
}

function periodSums(
  answers: readonly ChangePart[],
  cells: ReadonlyMap<number, readonly ChangePart[]>,
  weights: ReadonlyMap<number, number>,
  prompts: readonly number[],
): WeightedSums {
  const places = new Map(prompts.map((prompt, place) => [prompt, place]))
  const [a, b] = [new Float64Array(prompts.length), new Float64Array(prompts.length)]
  const noise = { aa: 0, ab: 0, bb: 0 }
  const ofPlaces = new Map<number, number>()
  for (const [cell, weight] of weights) {
    const own = cells.get(cell) ?? []
    const n = own.length
    const [meanA, meanB] = [sum(own, (one) => one.a) / n, sum(own, (one) => one.b) / n]
    const prompt = places.get(Math.floor(cell / 10_000)) as number
    a[prompt] = (a[prompt] as number) + weight * meanA
    b[prompt] = (b[prompt] as number) + weight * meanB
    ofPlaces.set(cell % 10_000, (ofPlaces.get(cell % 10_000) ?? 0) + weight)
    if (n === 1) continue
    const each = weight ** 2 / (n * (n - 1))
    noise.aa += each * sum(own, (one) => (one.a - meanA) ** 2)
    noise.ab += each * sum(own, (one) => (one.a - meanA) * (one.b - meanB))
    noise.bb += each * sum(own, (one) => (one.b - meanB) ** 2)
  }
  const days = [...new Set(answers.map(({ day }) => day))].sort((one, other) => one - other)
  const rows = new Map(days.map((day, row) => [day, row]))
  const [dailyA, dailyB] = [new Float64Array(days.length), new Float64Array(days.length)]
  for (const [place, own] of Map.groupBy(answers, placeOf)) {
    const each = (ofPlaces.get(place) ?? 0) / own.length
    const [meanA, meanB] = [sum(own, (one) => one.a) / own.length, sum(own, (one) => one.b) / own.length]
    for (const one of own) {
      const row = rows.get(one.day) as number
      dailyA[row] = (dailyA[row] as number) + each * (one.a - meanA)
      dailyB[row] = (dailyB[row] as number) + each * (one.b - meanB)
    }
  }
  const inMatched = sum(weights.keys(), (cell) => cells.get(cell)?.length ?? 0)
  return { a, b, noise, dailyA, dailyB, answers: inMatched }
}

function historyOf(answers: readonly ChangePart[]): History | undefined {
  const base = sum(answers, ({ b }) => b)
  if (base === 0) return undefined
  const ratios = new Map(
    [...Map.groupBy(answers, placeOf)].map(([place, own]) => {
      const all = sum(own, ({ b }) => b)
      return [place, all === 0 ? 0 : sum(own, ({ a }) => a) / all]
    }),
  )
  const days = [...Map.groupBy(answers, ({ day }) => day)].sort(([one], [other]) => one - other)
  const deviations = days.map(
    ([, own]) => (days.length * sum(own, (one) => one.a - (ratios.get(placeOf(one)) ?? 0) * one.b)) / base,
  )
  return { deviations, answersPerDay: answers.length / days.length }
}
