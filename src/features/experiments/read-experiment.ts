import type { BrandContext } from '../../kernel/context.ts'
import {
  type CellDays,
  type ExperimentDesign,
  type ExperimentPrompt,
  keepCommonDays,
  minControls,
} from '../../lib/statistics/experiment.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity, unjudged } from '../answers/index.ts'
import {
  addDays,
  answersOf,
  dayNumber,
  daysOf,
  mentionsOf,
  neutralSentiment,
  openView,
  type View,
} from '../visibility/index.ts'
import { type Experiment, type FrozenPrompt, idsOf, type Metric } from './experiment.ts'

/** Days before the baseline that are read to check the design. */
const maxPastDays = 252

/** Why a prompt does not count. */
type LeftOutReason = 'deleted' | 'edited' | 'inactive' | 'fewer than two controls on the same engine in the same market'

export interface ReadExperiment {
  prompts: ExperimentPrompt[]
  design: ExperimentDesign
  /** The first day that is not complete, as an index. */
  until: number
  strata: { engine: string; country: string }[]
  leftOut: { prompt: FrozenPrompt; reason: LeftOutReason }[]
  /** Topics with treated prompts and controls. */
  sharedTopics: number
  /** The date of day 0. */
  firstDay: string
}

/** The answers of an experiment by prompt, engine, market and day, from the past that checks use to its end. */
export async function readExperiment(ctx: BrandContext, experiment: Experiment): Promise<ReadExperiment> {
  const { services, brand } = ctx
  const firstDay = addDays(experiment.baseline_start_on, -maxPastDays)
  const period = { start_date: firstDay, end_date: experiment.ended_on }
  const days = daysOf(period)
  const view = await openView(
    ctx,
    {
      ...(experiment.engines.length > 0 && { engine: experiment.engines }),
      ...(experiment.countries.length > 0 && { country: experiment.countries }),
    },
    undefined,
  )
  const stored = await services.db
    .selectFrom('prompts')
    .select(['id', 'text', 'is_active', 'topic_id'])
    .where('brand_id', '=', brand.id)
    .where('id', 'in', [...idsOf(experiment, true), ...idsOf(experiment, false)])
    .execute()
  const current = new Map(stored.map((prompt) => [prompt.id, prompt]))
  const leftOut = experiment.prompts.flatMap((prompt): { prompt: FrozenPrompt; reason: LeftOutReason }[] => {
    const now = current.get(prompt.id)
    const reason: LeftOutReason | undefined =
      now === undefined ? 'deleted' : now.text !== prompt.text ? 'edited' : now.is_active ? undefined : 'inactive'
    return reason === undefined ? [] : [{ prompt, reason }]
  })
  const counted = experiment.prompts.filter((prompt) => !leftOut.some((one) => one.prompt === prompt))
  const { strata, prompts } = await readPrompts(ctx, { ...view, period }, experiment.metric as Metric, counted)
  const topics = Map.groupBy(counted, ({ id }) => current.get(id)?.topic_id)
  const sharedTopics = [...topics.values()].filter(
    (own) => new Set(own.map((prompt) => prompt.is_treated)).size === 2,
  ).length
  const topicsOf = (isTreated: boolean) =>
    [...topics.values()].filter((own) => own.some((prompt) => prompt.is_treated === isTreated)).length
  // Prompts of a topic move together. That matters if no topic is in both arms and each arm has enough topics.
  if (sharedTopics === 0 && topicsOf(true) >= 5 && topicsOf(false) >= 5)
    [...topics.values()].forEach((own, cluster) => {
      for (const prompt of own) (prompts[counted.indexOf(prompt)] as ExperimentPrompt).cluster = cluster
    })
  keepCommonDays(prompts, strata.length, days)
  const at = (date: string) => dayNumber(date) - dayNumber(firstDay)
  const baseline = { from: at(experiment.baseline_start_on), to: at(experiment.baseline_end_on) + 1 }
  const after = { from: at(experiment.started_on) + experiment.days_left_out, to: days }
  const until = at(services.now().toISOString().slice(0, 10))
  const read = { from: after.from, to: Math.min(until, after.to) }
  for (const place of withoutControls(prompts, read.to > read.from ? [baseline, read] : [baseline]))
    leftOut.push({
      prompt: counted[place] as FrozenPrompt,
      reason: 'fewer than two controls on the same engine in the same market',
    })
  const firstAnswer = firstDayWithAnswers(prompts, days)
  const isShare = experiment.metric === 'visibility_pct'
  return {
    prompts,
    strata,
    leftOut,
    sharedTopics,
    firstDay,
    until,
    design: {
      baseline,
      after,
      leftOut: experiment.days_left_out,
      past: { from: Math.min(firstAnswer, baseline.from), to: baseline.from },
      isShare,
      isRetrospective: experiment.ended_on < experiment.created_at.toISOString().slice(0, 10),
    },
  }
}

/** The places of treated prompts that have answers in all periods, but nowhere as many controls as a comparison needs. */
function withoutControls(prompts: readonly ExperimentPrompt[], periods: readonly { from: number; to: number }[]) {
  const isAnswered = (cell: CellDays | undefined) =>
    cell !== undefined && periods.every(({ from, to }) => cell.n.subarray(from, to).some((count) => count > 0))
  const clusters = new Map<number, Set<number>>()
  for (const { isTreated, cells, cluster } of prompts)
    for (const [stratum, cell] of cells.entries())
      if (!isTreated && isAnswered(cell)) clusters.getOrInsertComputed(stratum, () => new Set()).add(cluster)
  return prompts.flatMap(({ isTreated, cells }, place) => {
    const own = cells.flatMap((cell, stratum) => (isTreated && isAnswered(cell) ? [stratum] : []))
    return own.length === 0 || own.some((stratum) => (clusters.get(stratum)?.size ?? 0) >= minControls) ? [] : [place]
  })
}

export function firstDayWithAnswers(prompts: readonly ExperimentPrompt[], days: number): number {
  const firsts = prompts.flatMap(({ cells }) =>
    cells.flatMap((cell) => cell?.b.findIndex((count) => count > 0) ?? []).filter((day) => day >= 0),
  )
  return Math.min(days, ...firsts)
}

interface DayRow {
  prompt: number
  engine: string
  country: string
  day: number
  n: number
  a: number
  b: number
}

/** SQL for the numerator and denominator of a figure of the brand. */
function partsOf(metric: Metric, view: View): { a: Sql; b: Sql } {
  const arrays = mentionsOf(view)
  const at = sql`indexOf(${arrays.entities}, ${brandEntity})`
  const named = sql`countIf(${at} > 0)`
  const ofNamed = (value: Sql) => sql`sumIf(${value}, ${at} > 0)`
  if (metric === 'visibility_pct') return { a: named, b: sql`count()` }
  if (metric === 'market_share_pct') return { a: ofNamed(sql`${arrays.counts}[${at}]`), b: sql`sum(${arrays.total})` }
  if (metric === 'avg_rank') return { a: ofNamed(sql`${arrays.positions}[${at}]`), b: named }
  const sentiment = sql`${arrays.sentiments}[${at}]`
  const isOfJudged = sql`${at} > 0 AND ${sentiment} != ${unjudged}`
  return {
    a: sql`sumIf(toInt32(${sentiment}) - ${neutralSentiment}, ${isOfJudged})`,
    b: sql`countIf(${isOfJudged})`,
  }
}

export async function readPrompts(
  { services: { clickhouse } }: BrandContext,
  view: View,
  metric: Metric,
  counted: readonly FrozenPrompt[],
): Promise<{ strata: ReadExperiment['strata']; prompts: (ExperimentPrompt & { cluster: number })[] }> {
  const { a, b } = partsOf(metric, view)
  const first = dayNumber(view.period.start_date)
  const rows = await clickhouse.query<DayRow>(
    sql`SELECT prompt, engine, country, toUInt16(toDate(executed_at)) - ${first} AS day,
        toFloat64(count()) AS n, toFloat64(${a}) AS a, toFloat64(${b}) AS b
      FROM readings PREWHERE ${answersOf(view)} AND prompt IN ${counted.map(({ number }) => number)}
      GROUP BY prompt, engine, country, day ORDER BY prompt, engine, country, day`,
  )
  const days = daysOf(view.period)
  const strata = new Map<string, { index: number; engine: string; country: string }>()
  const byNumber = new Map<number, (CellDays | undefined)[]>()
  for (const row of rows) {
    const { engine, country } = row
    const stratum = strata.getOrInsertComputed(`${engine} ${country}`, () => ({
      index: strata.size,
      engine,
      country,
    }))
    const cells = byNumber.getOrInsertComputed(row.prompt, () => [])
    cells[stratum.index] ??= {
      a: new Float64Array(days),
      b: new Float64Array(days),
      n: new Float64Array(days),
    }
    const cell = cells[stratum.index] as CellDays
    for (const sum of ['a', 'b', 'n'] as const) cell[sum][Number(row.day)] = row[sum]
  }
  return {
    strata: [...strata.values()],
    prompts: counted.map(({ number, is_treated }, cluster) => ({
      isTreated: is_treated,
      cluster,
      cells: byNumber.get(number) ?? [],
    })),
  }
}
