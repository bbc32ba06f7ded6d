import { tOf } from '../../lib/statistics/distributions.ts'
import {
  type ExperimentDesign,
  type ExperimentPrompt,
  estimateEffect,
  keepCommonDays,
  lookDaily,
} from '../../lib/statistics/experiment.ts'
import { normal } from './random.ts'

type Random = () => number

/** A made-up world of an experiment. Shocks are standard deviations in logits. */
export interface ExperimentWorld {
  treated: number
  controls: number
  past: number
  baseline: number
  after: number
  engines: number
  runs: number
  share: number
  /** How much prompts differ. */
  spread: number
  dayShock: number
  /** Shocks of an engine, a prompt, or the treated arm that last: each day keeps 0.85 of the day before. */
  engineShock: number
  promptShock: number
  armSwing: number
  /** Independent shocks of the treated arm. */
  armShock: number
  /** Drift of a prompt over 28 days. */
  drift: number
  /** Share of prompts that jump by 3 logits at some day. */
  jumps: number
  /** Shocks that prompts of a topic of four share. */
  topicShock: number
  /** Prompts are asked from 1 to 20 times as often, and 30 % of answers are missing. */
  isUneven: boolean
  /** Share of prompts that are asked from a random day on. */
  late: number
  /** Step of the first engine at the date. */
  engineStep: number
  /** The first engine has most of the treated prompts, and few of the controls. */
  isMixed: boolean
  /** Days without answers of the first engine, from a random day on. */
  outage: number
  /** The share of the treated prompts, if it differs. */
  treatedShare?: number
  /** Whether to look at it every day. */
  isWatched: boolean
  /** Points that the treatment adds on average. Effects vary by half of it. */
  effect: number
}

export const quietWorld: ExperimentWorld = {
  ...{
    treated: 10,
    controls: 40,
    past: 0,
    baseline: 28,
    after: 28,
    engines: 3,
    runs: 1,
    share: 0.3,
    spread: 1,
  },
  ...{
    dayShock: 0,
    engineShock: 0,
    promptShock: 0,
    armSwing: 0,
    armShock: 0,
    drift: 0,
    jumps: 0,
    topicShock: 0,
  },
  ...{ isUneven: false, late: 0, engineStep: 0, isMixed: false, outage: 0, isWatched: false, effect: 0 },
}

const shocks = { dayShock: 0.3, engineShock: 0.3, promptShock: 0.5, drift: 0.3 }
/** Worlds without an effect. */
export const worlds: Record<string, Partial<ExperimentWorld>> = {
  '1 prompts and runs only': {},
  '2 day shocks of all': { dayShock: 0.3 },
  '3 shocks per engine': { engineShock: 0.3 },
  '4 shocks per prompt': { promptShock: 0.7 },
  '5 drift per prompt': { drift: 0.5 },
  '6 2 to 5 together': shocks,
  '7 rarely named': { share: 0.02, spread: 1.5 },
  '8 mostly named': { share: 0.97, spread: 1.5 },
  '9 jumps': { jumps: 1 / 12 },
  '10 sizes 1:20, 30% missing': { isUneven: true },
  '11 added late, outage': { late: 0.3, outage: 10 },
  '12 arms differ in engines, one steps': { engineStep: 1, isMixed: true },
  '13 day shocks of one arm': { armShock: 0.3 },
  '14 topics move together': { topicShock: 0.5 },
  '15 alike, drift': { spread: 0.1, drift: 0.3 },
}

/** Worlds that the method does not allow for. */
export const limits: Record<string, Partial<ExperimentWorld>> = {
  'treated at 12%, controls at 45%, one engine steps': { share: 0.45, treatedShare: 0.12, engineStep: 1 },
  'shocks of the treated arm that last': { armSwing: 0.3 },
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x))
const logit = (p: number) => Math.log(p / (1 - p))

/** A series of shocks that keeps 0.85 of each day, with the given standard deviation. */
function swings(days: number, sd: number, random: Random): Float64Array {
  const keeps = 0.85
  let state = sd * normal(random)
  return Float64Array.from({ length: days }, () => {
    state = keeps * state + Math.sqrt(1 - keeps ** 2) * sd * normal(random)
    return state
  })
}

/** A drawn prompt, with the share of answers that the treatment adds on average. */
export interface DrawnPrompt extends ExperimentPrompt {
  added: number
}

/** Draws an experiment's answers. Days: past, baseline, after. */
export function drawExperiment(world: ExperimentWorld, random: Random): DrawnPrompt[] {
  const days = world.past + world.baseline + world.after
  const date = world.past + world.baseline
  const common = Float64Array.from({ length: days }, () => world.dayShock * normal(random))
  const arm = swings(days, world.armSwing, random).map((swing) => swing + world.armShock * normal(random))
  const engines = Array.from({ length: world.engines }, () => swings(days, world.engineShock, random))
  const outageFrom = world.outage > 0 ? Math.floor(random() * (days - world.outage)) : days
  const count = world.treated + world.controls
  const topics = Array.from({ length: Math.ceil(count / 4) + 1 }, () => swings(days, world.topicShock, random))
  const prompts = Array.from({ length: count }, (_, index): DrawnPrompt => {
    const isTreated = index < world.treated
    const share = isTreated ? (world.treatedShare ?? world.share) : world.share
    const level = logit(share) + world.spread * normal(random)
    const own = swings(days, world.promptShock, random)
    const slope = (world.drift * normal(random)) / 28
    const jumpsAt = random() < world.jumps ? Math.floor(random() * days) : days
    const jump = random() < 0.5 ? 3 : -3
    const from = random() < world.late ? Math.floor(random() * days * 0.8) : 0
    const effect = world.effect === 0 ? 0 : (world.effect + (world.effect / 2) * normal(random)) / 100
    const size = world.isUneven ? 20 ** random() : 1
    const topicNumber = isTreated
      ? Math.floor(index / 4)
      : Math.ceil(world.treated / 4) + Math.floor((index - world.treated) / 4)
    const isOnFirst = !world.isMixed || world.engines === 1 || random() < (isTreated ? 0.9 : 0.4)
    let [added, counted] = [0, 0]
    const cells = engines.map((shocks, engine) => {
      const [a, b] = [new Float64Array(days), new Float64Array(days)]
      // Some cells have answers in one period only.
      const isHalf = world.isUneven && random() < 0.1
      for (let day = from; day < days; day++) {
        const x =
          level +
          (common[day] as number) +
          (shocks[day] as number) +
          (own[day] as number) +
          slope * (day - date) +
          (topics[topicNumber]?.[day] ?? 0) +
          (isTreated ? (arm[day] as number) : 0) +
          (day >= jumpsAt ? jump : 0) +
          (engine === 0 && day >= date ? world.engineStep : 0)
        const before = logistic(x)
        const p = Math.min(1, Math.max(0, before + (isTreated && day >= date ? effect : 0)))
        added += p - before
        if (day >= date) counted += 1
        if (engine === 0 && (!isOnFirst || (day >= outageFrom && day < outageFrom + world.outage))) continue
        if (isHalf && day >= date === index % 3 > 0) continue
        const runs = world.isUneven ? Math.floor(world.runs * size * 0.3 + random()) : world.runs
        for (let run = 0; run < runs; run++) {
          if (world.isUneven && random() < 0.3) continue
          b[day] = (b[day] as number) + 1
          if (random() < p) a[day] = (a[day] as number) + 1
        }
      }
      return { a, b, n: b.slice() }
    })
    const cluster = world.topicShock > 0 ? topicNumber : index
    return { isTreated, cluster, cells, added: counted === 0 ? 0 : added / counted }
  })
  keepCommonDays(prompts, world.engines, days)
  return prompts
}

/** Shares of drawn experiments: intervals that hold the effect, verdicts at the end, and those of daily looks. */
export function tryExperiments(world: ExperimentWorld, times: number, random: Random) {
  const result = { judged: 0, clear: 0, daily: 0 }
  const baseline = { from: world.past, to: world.past + world.baseline }
  const after = { from: baseline.to, to: baseline.to + world.after }
  const intervals: { value: number; half: number }[] = []
  const verdictDays: number[] = []
  let [added, treated] = [0, 0]
  for (let time = 0; time < times; time++) {
    const prompts = drawExperiment(world, random)
    for (const prompt of prompts)
      if (prompt.isTreated) {
        added += prompt.added
        treated += 1
      }
    const estimate = estimateEffect(prompts, [baseline, after], true)
    if (estimate === undefined) continue
    const half = tOf(0.05, estimate.df) * Math.sqrt(estimate.variance)
    result.judged += 1
    intervals.push({ value: estimate.value, half })
    if (Math.abs(estimate.value) > half) result.clear += 1
    if (!world.isWatched) continue
    const design: ExperimentDesign = {
      ...{ baseline, after, leftOut: 0, past: { from: 0, to: baseline.from }, isShare: true },
      isRetrospective: false,
    }
    const found = lookDaily(prompts, design, after.to).looks.find(({ isClear }) => isClear)
    if (found === undefined) continue
    result.daily += 1
    verdictDays.push(found.day)
  }
  // At the ends of the scale an effect does not fit, so the truth is what was added.
  const truth = treated === 0 ? 0 : added / treated
  const covered = intervals.filter(({ value, half }) => Math.abs(value - truth) <= half).length
  const of = (count: number) => (result.judged === 0 ? Number.NaN : count / result.judged)
  return {
    judged: result.judged,
    covered: of(covered),
    clear: of(result.clear),
    daily: of(result.daily),
    verdictDays,
  }
}
