import { setImmediate } from 'node:timers/promises'
import type { Services } from '../../kernel/context.ts'
import { type Alarm, alarmThreshold, findAlarms, firstBaseDay } from '../../lib/statistics/cusum.ts'
import type { DailyCells } from '../../lib/statistics/daily-cells.ts'
import { pooledCorrelation, type Swings } from '../../lib/statistics/weekday-swings.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { addDays, inSnapshot, type Period, type Snapshot } from '../visibility/index.ts'

interface Source {
  engine: string
  country: string
}

interface Series {
  /** Prompt numbers, by their index in the cells. */
  prompts: number[]
  cells: DailyCells
}

export interface SeriesAlarm extends Alarm {
  engine: string
  country: string
  prompts: readonly number[]
  since_day: string
  raised_on: string
  /** The models that the engine served most before and after. Null if unknown. */
  models: readonly [before: string | null, after: string | null]
}

/**
 * Searches each engine in each market for alarms, first by its own variation and, if any remain, again by the
 * variation of all series. Holds one series in memory at a time.
 * @returns all alarms, in order within a series
 */
export async function watchSeries(services: Services, snapshot: Snapshot, period: Period): Promise<SeriesAlarm[]> {
  const sources = await readSources(services, snapshot, period)
  const watched = sources.filter(({ first }) => daysOf(period) - first > firstBaseDay)
  const threshold = alarmThreshold(watched.length)
  const swings: Swings[] = []
  const suspects: { source: Source; own: Swings }[] = []
  for (const source of watched) {
    const { cells } = await readSeries(services, snapshot, period, source)
    const first = findAlarms(cells, threshold)
    swings.push(first.swings)
    if (first.alarms.length > 0) suspects.push({ source, own: first.swings })
    // Yields to requests between series, as a long one takes some tenths of a second.
    await setImmediate()
  }
  const leastCorrelation = pooledCorrelation(swings)
  const found: { source: Source; series: Series; alarms: Alarm[] }[] = []
  for (const { source, own } of suspects) {
    const series = await readSeries(services, snapshot, period, source)
    const { alarms } = findAlarms(series.cells, threshold, { swings: own, leastCorrelation })
    if (alarms.length > 0) found.push({ source, series, alarms })
    await setImmediate()
  }
  if (found.length === 0) return []
  const models = await readModels(services, snapshot, period)
  return found.flatMap(({ source: { engine, country }, series: { prompts }, alarms }) =>
    alarms.map((alarm) => ({
      ...alarm,
      engine,
      country,
      prompts,
      since_day: addDays(period.start_date, alarm.since),
      raised_on: addDays(period.start_date, alarm.day),
      models: [
        dominantModel(models.get(keyOf(engine, country)), alarm.from, alarm.since - 1),
        dominantModel(models.get(keyOf(engine, country)), alarm.since, alarm.day),
      ] as const,
    })),
  )
}

const daysOf = ({ start_date, end_date }: Period) => (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1

/** Engines and markets with answers, and the first day of the period with an answer. */
const readSources = (
  { clickhouse }: Services,
  snapshot: Snapshot,
  period: Period,
): Promise<(Source & { first: number })[]> =>
  clickhouse.query(
    sql`SELECT toString(engine) AS engine, toString(country) AS country, min(${dayOf(period)}) AS first
      FROM readings PREWHERE ${inSnapshot(snapshot, period)} GROUP BY engine, country ORDER BY engine, country`,
  )

/** A prompt's answers by day, and those that mention the brand. */
interface CellRow {
  prompt: number
  days: number[]
  ns: number[]
  ys: number[]
}

async function readSeries(
  { clickhouse }: Services,
  snapshot: Snapshot,
  period: Period,
  { engine, country }: Source,
): Promise<Series> {
  const rows = await clickhouse.query<CellRow>(
    sql`SELECT prompt, groupArray(day) AS days, groupArray(n) AS ns, groupArray(y) AS ys FROM (
        SELECT prompt, ${dayOf(period)} AS day,
          toUInt32(count()) AS n, toUInt32(countIf(has(mentions.entity, ${brandEntity}))) AS y
        FROM readings PREWHERE ${inSnapshot(snapshot, period)} AND engine = ${engine} AND country = ${country}
        GROUP BY prompt, day)
      GROUP BY prompt ORDER BY prompt`,
  )
  const days = daysOf(period)
  const prompts = rows.length
  const cells = { days, prompts, n: new Uint32Array(days * prompts), y: new Uint32Array(days * prompts) }
  rows.forEach((row, place) => {
    row.days.forEach((day, index) => {
      cells.n[day * prompts + place] = row.ns[index] as number
      cells.y[day * prompts + place] = row.ys[index] as number
    })
  })
  return { prompts: rows.map(({ prompt }) => prompt), cells }
}

const dayOf = ({ start_date }: Period) => sql`toUInt16(dateDiff('day', ${new Date(start_date)}, executed_at))`

const keyOf = (engine: string, country: string) => `${engine} ${country}`

interface ModelRow {
  engine: string
  country: string
  day: number
  model: string
  answers: number
}

/** Answers by model, engine, market and day. */
async function readModels(
  { clickhouse }: Services,
  snapshot: Snapshot,
  period: Period,
): Promise<Map<string, ModelRow[]>> {
  const rows = await clickhouse.query<ModelRow>(
    sql`SELECT toString(engine) AS engine, toString(country) AS country, ${dayOf(period)} AS day,
        toString(model) AS model, toUInt32(count()) AS answers
      FROM readings PREWHERE ${inSnapshot(snapshot, period)} WHERE model != ''
      GROUP BY engine, country, day, model ORDER BY model`,
  )
  return Map.groupBy(rows, ({ engine, country }) => keyOf(engine, country))
}

function dominantModel(rows: readonly ModelRow[] | undefined, from: number, to: number): string | null {
  const answers = new Map<string, number>()
  for (const row of rows ?? [])
    if (row.day >= from && row.day <= to) answers.set(row.model, (answers.get(row.model) ?? 0) + row.answers)
  const [most] = [...answers].sort((a, b) => b[1] - a[1])
  return most?.[0] ?? null
}
