import type { BrandContext } from '../../kernel/context.ts'
import {
  compareTrends,
  detectable,
  type ExperimentPrompt,
  type Look,
  levelOn,
  lookDaily,
  minDays,
  minWindows,
} from '../../lib/statistics/experiment.ts'
import { addDays, rounded } from '../visibility/index.ts'
import texts from './checks.json' with { type: 'json' }
import { type Experiment, experimentsOf, type Metric, type verdicts } from './experiment.ts'
import { type ReadExperiment, readExperiment } from './read-experiment.ts'

export type Verdict = (typeof verdicts)[number]

export interface Check {
  name: string
  status: 'ok' | 'warning' | 'unknown'
  text: string
}

/** Units of the API per unit of the sums: points, points of sentiment, or positions. */
const scales: Record<Metric, number> = {
  visibility_pct: 100,
  market_share_pct: 100,
  sentiment_score: 0.01,
  avg_rank: 1,
}

/** Levels of the arms before the date that differ by more points make the design doubtful. */
const maxLevelGap = 5

/** The verdict on an experiment, and what it rests on. Computed from the answers at each read. */
export async function judgeExperiment(ctx: BrandContext, experiment: Experiment) {
  const read = await readExperiment(ctx, experiment)
  const { looks, past } = lookDaily(read.prompts, read.design, read.until)
  const metric = experiment.metric as Metric
  const scale = scales[metric]
  const last = looks.at(-1)
  const lastDay = read.design.after.to - read.design.after.from
  const hasEnded = read.until >= read.design.after.to
  // A verdict that was reached stays; the effect is that of the last day, as early ones overstate it.
  const clear = looks.find(({ isClear }) => isClear)
  const verdict = verdictOf(metric, clear, last, hasEnded)
  const shown = (value: number) => rounded(isBounded(metric) ? Math.max(-100, Math.min(100, value)) : value)
  const effectOf = ({ value, low, high }: Look) => ({
    value: shown(scale * value),
    low: shown(scale * low),
    high: shown(scale * high),
  })
  const effect = last === undefined ? null : effectOf(last)
  const level = read.design.isRetrospective ? 0.05 : levelOn(lastDay, lastDay)
  const smallest = last === undefined ? null : rounded(scale * detectable(last, level))
  const dayOf = (look: Look) => addDays(read.firstDay, read.design.after.from + look.day - 1)
  const state = { experiment, verdict, effect, day: last?.day ?? 0, lastDay, isDrawn: experiment.is_drawn }
  return {
    verdict,
    verdict_on: verdict === 'worked' || verdict === 'backfired' ? dayOf((clear ?? last) as Look) : null,
    headline: headlineOf(state, Math.max(0, Math.min(lastDay, read.until - read.design.after.from))),
    effect,
    smallest_detectable: smallest,
    treated_prompts: last?.estimate.treated ?? 0,
    control_prompts: last?.estimate.controls ?? 0,
    checks: [
      ...(await checksOfDesign(ctx, experiment, read, scale)),
      pastCheck(past.windows, past.ratio),
      trendCheck(read, scale),
    ],
    series: seriesOf(read, looks, scale, metric, effectOf),
  }
}

/** The effect on the last day, in units of the API. Undefined if not comparable. */
export async function readLastLook(ctx: BrandContext, experiment: Experiment) {
  const { prompts, design, until } = await readExperiment(ctx, experiment)
  const last = lookDaily(prompts, design, until).looks.at(-1)
  const scale = scales[experiment.metric as Metric]
  return last && { value: scale * last.value, variance: scale ** 2 * last.variance }
}

const isBounded = (metric: Metric) => metric !== 'avg_rank'

function verdictOf(metric: Metric, clear: Look | undefined, last: Look | undefined, hasEnded: boolean): Verdict {
  if (clear !== undefined) return clear.value > 0 === (metric !== 'avg_rank') ? 'worked' : 'backfired'
  if (!hasEnded) return 'running'
  return last === undefined ? 'not_comparable' : 'no_clear_effect'
}

interface Judged {
  experiment: Experiment
  verdict: Verdict
  effect: { value: number; low: number; high: number } | null
  lastDay: number
}

function signed(value: number): string {
  const size = Math.abs(value).toFixed(1)
  return Number(size) === 0 ? size : `${value < 0 ? '−' : '+'}${size}`
}

/** The result in a sentence. Never a trend or a probability: those are not results. */
function headlineOf({ experiment, verdict, effect, lastDay }: Judged, day: number): string {
  if (verdict === 'not_comparable')
    return 'Not comparable: too few prompts of an arm have answers before and after the start.'
  const values = effect === null ? '' : `${signed(effect.value)} (${signed(effect.low)} to ${signed(effect.high)})`
  if (verdict === 'running') {
    if (day <= 0)
      return `Not started: the first day that counts is ${addDays(experiment.started_on, experiment.days_left_out)}.`
    if (effect === null) return `Running, day ${day} of ${lastDay}. No verdict before day ${minDays}.`
    const range = `${signed(effect.low)} to ${signed(effect.high)} is possible`
    return `Running, day ${day} of ${lastDay}: ${signed(effect.value)} so far (${range}). No verdict yet.`
  }
  if (verdict === 'no_clear_effect')
    return `No detectable effect: ${values}. Smaller effects than the smallest detectable one may exist.`
  const cause = experiment.is_drawn ? ', caused by the treatment' : ''
  const direction = verdict === 'worked' ? 'Worked' : 'Backfired'
  return `${direction}${cause}: ${values}${day < lastDay ? `, day ${day} of ${lastDay}` : ''}.`
}

/** Prompts that a check names. */
const maxNamed = 10

async function checksOfDesign(
  { services, brand }: BrandContext,
  experiment: Experiment,
  read: ReadExperiment,
  scale: number,
): Promise<Check[]> {
  const { baseline } = read.design
  const [treated, controls] = [true, false].map((isTreated) => levelOf(read.prompts, isTreated, baseline))
  const gap = treated === undefined || controls === undefined ? undefined : Math.abs(scale * (treated - controls))
  const others = await experimentsOf(services.db, brand.id)
    .where('id', '!=', experiment.id)
    .where('ended_on', '>=', experiment.baseline_start_on)
    .where('started_on', '<=', experiment.ended_on)
    .orderBy('started_on')
    .execute()
  const isBefore = experiment.started_on >= experiment.created_at.toISOString().slice(0, 10)
  const named = read.leftOut.slice(0, maxNamed).map(({ prompt, reason }) => `“${prompt.text}” (${reason})`)
  const more = read.leftOut.length - named.length
  const left = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
  const points = gap?.toFixed(1) ?? ''
  return [
    check('assignment', experiment.is_drawn, texts.assignment[experiment.judged_from === null ? 'unjudged' : 'judged']),
    check('retrospective', isBefore),
    check('prompts', read.leftOut.length === 0, left),
    check('levels', gap === undefined ? undefined : gap <= maxLevelGap || scale !== 100, points),
    check('topics', read.sharedTopics === 0, String(read.sharedTopics)),
    check('other_experiments', others.length === 0, others.map(({ name }) => `“${name}”`).join(', ')),
  ]
}

/** @param value in the text; undefined results are unknown */
function check(name: keyof typeof texts, isFine: boolean | undefined, value = ''): Check {
  const status = isFine === undefined ? 'unknown' : isFine ? 'ok' : 'warning'
  const text = (texts[name] as Record<string, string>)[status] as string
  return { name, status, text: text.replace('{}', () => value) }
}

const pastCheck = (windows: number, ratio: number | undefined) =>
  check('past', windows < minWindows || ratio === undefined ? undefined : ratio <= 2)

function trendCheck({ prompts, design }: ReadExperiment, scale: number): Check {
  const trends = compareTrends(prompts, design.past)
  const slope = trends && `${signed(28 * scale * trends.slope)} in 28 days`
  return check('parallel_past', trends && trends.p >= 0.05, slope)
}

/** The figure of an arm in some days. Undefined without answers. */
function levelOf(...days: Parameters<typeof sumsOf>): number | undefined {
  const [a, b] = sumsOf(...days)
  return b === 0 ? undefined : a / b
}

/** The numerator and denominator of an arm in some days. */
function sumsOf(
  prompts: readonly ExperimentPrompt[],
  isTreated: boolean,
  { from, to }: { from: number; to: number },
): [a: number, b: number] {
  let [a, b] = [0, 0]
  for (const prompt of prompts)
    if (prompt.isTreated === isTreated)
      for (const cell of prompt.cells)
        for (let day = from; cell !== undefined && day < to; day++) {
          a += cell.a[day] as number
          b += cell.b[day] as number
        }
  return [a, b]
}

/** Both arms by day from the start of the baseline, with the effect so far from the 14th day on. */
function seriesOf(
  { prompts, design, until, firstDay }: ReadExperiment,
  looks: readonly Look[],
  scale: number,
  metric: Metric,
  effectOf: (look: Look) => { value: number; low: number; high: number },
) {
  const effects = new Map(looks.map((look) => [design.after.from + look.day - 1, look]))
  const middle = metric === 'sentiment_score' ? 50 : 0
  const levelOn = (isTreated: boolean, day: number) => {
    const [a, b] = sumsOf(prompts, isTreated, { from: day, to: day + 1 })
    return [b === 0 ? null : rounded(middle + (scale * a) / b), b] as const
  }
  const days = Math.max(0, Math.min(until, design.after.to) - design.baseline.from)
  return Array.from({ length: days }, (_, index) => {
    const day = design.baseline.from + index
    const look = effects.get(day)
    const [treated, treated_weight] = levelOn(true, day)
    const [control, control_weight] = levelOn(false, day)
    return {
      date: addDays(firstDay, day),
      ...{ treated, control, treated_weight, control_weight },
      effect: look === undefined ? null : effectOf(look),
    }
  })
}
