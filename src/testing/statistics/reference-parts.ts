import { diagonal, expectedProducts, laggedDiagonals, referenceCorrelation } from './reference-alarms.ts'

// The parts of a share's variance, computed independently from single answers and pairs instead of sums.

/** A single answer; `later` in the second half of days. */
export interface ReferenceRun {
  cluster: string
  prompt: string
  engine: string
  day: string
  later: boolean
  isNamed: boolean
}

const sum = <T>(values: Iterable<T>, of: (value: T) => number) => {
  let all = 0
  for (const value of values) all += of(value)
  return all
}
const groups = <T>(values: readonly T[], of: (value: T) => string) => [...Map.groupBy(values, of).values()]
const y = ({ isNamed }: ReferenceRun) => Number(isNamed)
const cellOf = ({ prompt, engine }: ReferenceRun) => `${prompt} ${engine}`
const meanOf = (runs: readonly ReferenceRun[]) => sum(runs, y) / runs.length

/** Parts of p(1−p), or why there is too little data, according to docs/statistics.md. */
export function referenceParts(runs: readonly ReferenceRun[]): Record<string, number> | string {
  const days = groups(runs, ({ day }) => day)
  if (days.length < 28) return 'few_days'
  const n = runs.length
  const p = meanOf(runs)
  const pq = p * (1 - p)
  const clusters = groups(runs, ({ cluster }) => cluster)
  if (clusters.length < 5) return 'few_prompts'
  if (pq === 0) return 'all_alike'
  const change = changePart(runs)
  if (change === null) return 'few_prompts'
  const single = (own: readonly ReferenceRun[]) =>
    own.length > 1 ? sum(own, (run) => (y(run) - meanOf(own)) ** 2) / (own.length - 1) : pq
  const cells = groups(runs, cellOf)
  const run = sum(cells, (own) => (own.length / n) * single(own))
  const engineMean = new Map(groups(runs, ({ engine }) => engine).map((own) => [own[0]?.engine, meanOf(own)]))
  const u = (own: readonly ReferenceRun[]) => meanOf(own) - (engineMean.get(own[0]?.engine) ?? 0)
  let [apart, degrees] = [0, 0]
  for (const prompt of groups(runs, (one) => one.prompt)) {
    const own = groups(prompt, ({ engine }) => engine)
    if (own.length < 2) continue
    // Half the mean squared difference of two is a variance.
    const pairs = sum(own, (first) => sum(own, (second) => (u(first) - u(second)) ** 2)) / 2
    const noise = sum(own, (cell) => single(cell) / cell.length) / own.length
    apart += pairs / own.length - (own.length - 1) * noise
    degrees += own.length - 1
  }
  const promptEngine = degrees === 0 ? 0 : Math.max(0, apart / degrees)
  const between = sum(clusters, (own) => sum(own, (one) => y(one) - p) ** 2 / (1 - own.length / n)) / n ** 2
  const squares = (parts: readonly (readonly unknown[])[]) => sum(parts, ({ length }) => length ** 2) / n ** 2
  const ofPrompts = Math.max(0, between - run / n - promptEngine * squares(cells))
  const sorted = days.toSorted((a, b) => (a[0]?.day ?? '').localeCompare(b[0]?.day ?? '', 'en', { numeric: true }))
  const swings = sorted.map((own) => (days.length * sum(own, (one) => y(one) - (engineMean.get(one.engine) ?? 0))) / n)
  const { rho, variance } = swingPart(swings, (days.length * run) / n)
  return {
    prompt: ofPrompts / squares(groups(runs, (one) => one.prompt)) / pq,
    promptEngine: promptEngine / pq,
    run: run / pq,
    day: variance / days.length / squares(days) / pq,
    dayCorrelation: rho,
    promptChange: change / pq,
  }
}

/** Correlation and variance of daily swings, by the matrices of the day model. */
function swingPart(x: readonly number[], noise: number) {
  const center = x.map((_, row) => x.map((__, column) => Number(row === column) - 1 / x.length))
  const products = x.map((one) => x.map((other) => one * other))
  const swing = {
    variance: Math.max(0, diagonal(products, 0) - noise * diagonal(center, 0)),
    covariance: laggedDiagonals(products) - noise * laggedDiagonals(center),
    noise: Math.max(noise, 1e-12),
    center,
  }
  const rho = referenceCorrelation([swing])
  return { rho, variance: swing.variance / diagonal(expectedProducts(swing, rho), 0) }
}

function changePart(runs: readonly ReferenceRun[]): number | null {
  const halves = [runs.filter(({ later }) => !later), runs.filter(({ later }) => later)]
  const cells = groups(runs, cellOf)
    .map((own) => [own.filter(({ later }) => !later), own.filter(({ later }) => later)] as const)
    .filter(([first, second]) => first.length > 0 && second.length > 0)
    .map(([first, second]) => ({
      prompt: first[0]?.prompt as string,
      change: meanOf(second) - meanOf(first),
      weight: first.length / (halves[0]?.length ?? 0) + second.length / (halves[1]?.length ?? 0),
      noise: sum([first, second], (own) => (own.length > 1 ? (meanOf(own) * (1 - meanOf(own))) / (own.length - 1) : 0)),
    }))
  const whole = sum(cells, ({ weight }) => weight)
  const prompts = groups(cells, ({ prompt }) => prompt)
  if (prompts.length < 5) return null
  const part = ({ weight }: { weight: number }) => weight / whole
  const delta = sum(cells, (cell) => part(cell) * cell.change)
  const between = sum(
    prompts,
    (own) => sum(own, (cell) => part(cell) * (cell.change - delta)) ** 2 / (1 - sum(own, part)),
  )
  const noise = sum(cells, (cell) => part(cell) ** 2 * cell.noise)
  const squares = sum(prompts, (own) => sum(own, part) ** 2)
  return Math.max(0, between - noise) / (2 * squares)
}
