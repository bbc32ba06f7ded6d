import { isDeepStrictEqual } from 'node:util'
import type { Insertable } from 'kysely'
import type { Brand, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { emit } from '../../kernel/events.ts'
import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { firstSwingDay } from '../../lib/statistics/weekday-swings.ts'
import type { Row, Tables, Transaction } from '../../stores/postgres.ts'
import { insertRows, updateRow } from '../../stores/postgres-rows.ts'
import { addDays, lastDays, type Period, share } from '../visibility/index.ts'
import { alertRaised } from './alert-raised.ts'
import type { EvidenceCell } from './tables.ts'
import { type SeriesAlarm, watchSeries } from './watched-series.ts'

interface Found {
  engine: string
  country: string
  direction: string
  since: string
  raised_on: string
}

/** Maximum days by which late answers and rereads move a change. */
const slackDays = 7

/** Matches alarms with alerts of the same series and direction within a week, nearest first, each once. */
function matchAlerts<Alert extends Found, Alarm extends Found>(
  known: readonly Alert[],
  alarms: readonly Alarm[],
): { made: Alarm[]; kept: { alert: Alert; alarm: Alarm }[] } {
  const pairs = known.flatMap((alert) =>
    alarms
      .filter((alarm) => isSame(alert, alarm))
      .map((alarm) => ({ alert, alarm, distanceMs: Math.abs(dayMs(alert) - dayMs(alarm)) })),
  )
  const taken = new Set<Alert | Alarm>()
  const kept: { alert: Alert; alarm: Alarm }[] = []
  for (const { alert, alarm } of pairs.sort((a, b) => a.distanceMs - b.distanceMs)) {
    if (taken.has(alert) || taken.has(alarm)) continue
    taken.add(alert).add(alarm)
    kept.push({ alert, alarm })
  }
  return { made: alarms.filter((alarm) => !taken.has(alarm)), kept }
}

const dayMs = ({ raised_on }: Found) => Date.parse(raised_on)

const isSame = (a: Found, b: Found) =>
  a.engine === b.engine &&
  a.country === b.country &&
  a.direction === b.direction &&
  a.since <= addDays(b.raised_on, slackDays) &&
  b.since <= addDays(a.raised_on, slackDays)

/** Days for which alerts are raised. Earlier changes are history. */
export const raisedDays = 90
/**
 * Days to read: those that raise alerts, the days before that measure daily variation, and as many again, so
 * that sums that start at 0 converge.
 */
const watchedDays = raisedDays + 2 * firstSwingDay

const maxCells = 5

/** Identifies the data that alerts were computed from. */
const stateOf = (services: Services, readingVersion: number) =>
  `${services.now().toISOString().slice(0, 10)} ${readingVersion}`

/** Whether the day or the reading version changed since the last search. */
export const isStale = (services: Services, brand: Brand) =>
  brand.alerts_of !== stateOf(services, brand.reading_version)

interface Refreshed {
  raised: number
  open: number
}

/**
 * Searches for changes of a brand's visibility until yesterday and raises new alerts. Keeps statuses that
 * members set and alerts that are no longer found, regardless of late answers and rereads.
 */
export async function refreshBrand(services: Services, brand: Brand): Promise<Refreshed> {
  const state = stateOf(services, brand.reading_version)
  const yesterday = addDays(lastDays(1, services.now()).end_date, -1)
  const period: Period = { start_date: addDays(yesterday, 1 - watchedDays), end_date: yesterday }
  const snapshot = { brandId: brand.id, version: brand.reading_version, seq: brand.ingest_seq }
  const alarms = await watchSeries(services, snapshot, period)
  const first = addDays(yesterday, 1 - raisedDays)
  const found = alarms.filter(({ raised_on }) => raised_on >= first)
  return services.db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('reading_version').where('id', '=', brand.id)
    const locked = await brands.forUpdate().executeTakeFirst()
    if (locked === undefined) return { raised: 0, open: 0 }
    const isCurrent = locked.reading_version === brand.reading_version
    // Discards results from outdated readings; the next run uses the current ones.
    const result = await store(transaction, brand, isCurrent ? found : [], services.now())
    const alerts_of = isCurrent ? state : null
    const raised = result.isChanged ? incrementDataVersion : {}
    await updateRow(transaction, 'brands', brand.id, { alerts_of, ...raised })
    return { raised: result.raised, open: result.open }
  })
}

async function store(
  transaction: Transaction,
  { id: brandId, workspace_id: workspaceId }: Brand,
  alarms: readonly SeriesAlarm[],
  at: Date,
): Promise<Refreshed & { isChanged: boolean }> {
  const own = transaction.selectFrom('visibility_alerts').selectAll().where('brand_id', '=', brandId)
  const known = await own.orderBy('raised_on').orderBy('id').execute()
  const { made, kept } = matchAlerts(known, alarms.map(columnsOf))
  const rows = made.map((columns) => newAlert(brandId, columns, at))
  await insertRows(transaction, 'visibility_alerts', rows)
  for (const row of rows) await emit(transaction, alertRaised, { workspaceId, brandId, at, data: eventDataOf(row) })
  // Late answers can refine the evidence, but not when the alert was raised.
  const changed = kept.flatMap(({ alert, alarm: { raised_on: _, ...alarm } }) => {
    const columns = { ...alarm, since: alarm.since > alert.raised_on ? alert.raised_on : alarm.since }
    const next = { ...columns, evidence: JSON.stringify(columns.evidence) }
    return isAsStored(alert, columns) ? [] : [{ id: alert.id, next }]
  })
  for (const { id, next } of changed) await updateRow(transaction, 'visibility_alerts', id, { ...next, updated_at: at })
  return {
    raised: made.length,
    open: made.length + known.filter(({ state }) => state === 'open').length,
    isChanged: made.length + changed.length > 0,
  }
}

/** The computed columns of an alert. */
type Columns = Omit<
  Insertable<Tables['visibility_alerts']>,
  'id' | 'brand_id' | 'raised_at' | 'state' | 'updated_at' | 'evidence'
> & {
  evidence: EvidenceCell[]
}

function columnsOf({ engine, country, direction, before, after, models, ...alarm }: SeriesAlarm): Columns {
  const [model_before, model_after] = models
  const isOtherModel = model_before !== null && model_after !== null && model_before !== model_after
  return {
    engine,
    country,
    direction,
    since: alarm.since_day,
    raised_on: alarm.raised_on,
    share_before: before,
    share_after: after,
    model_before: isOtherModel ? model_before : null,
    model_after: isOtherModel ? model_after : null,
    evidence: evidenceOf(alarm.cells, alarm.prompts, direction === 'up' ? 1 : -1),
  }
}

/** The prompts that moved most in the direction of the change. */
const evidenceOf = (cells: SeriesAlarm['cells'], prompts: readonly number[], sign: 1 | -1): EvidenceCell[] =>
  cells
    .filter(({ moved }) => moved * sign > 0)
    .sort((a, b) => (b.moved - a.moved) * sign || a.prompt - b.prompt)
    .slice(0, maxCells)
    .map(({ prompt, n, y, moved }) => ({ prompt: prompts[prompt] as number, n, y, moved }))

function newAlert(brandId: string, columns: Columns, at: Date) {
  const { engine, country, direction, raised_on } = columns
  return {
    id: uuidFromText(JSON.stringify([brandId, 'alert', engine, country, direction, raised_on])),
    brand_id: brandId,
    ...columns,
    evidence: columns.evidence as never,
    raised_at: new Date(addDays(raised_on, 1)),
    state: 'open' as const,
    updated_at: at,
  }
}

const eventDataOf = ({ id, engine, country, direction, since, ...row }: ReturnType<typeof newAlert>) => ({
  ...{ alert_id: id, engine, country, direction, since },
  before_pct: share('before_pct', 100 * row.share_before),
  after_pct: share('after_pct', 100 * row.share_after),
})

function isAsStored(alert: Row<'visibility_alerts'>, { raised_on: _, ...columns }: Partial<Columns>): boolean {
  return Object.entries(columns).every(([name, value]) =>
    isDeepStrictEqual(alert[name as keyof typeof alert], JSON.parse(JSON.stringify(value))),
  )
}
