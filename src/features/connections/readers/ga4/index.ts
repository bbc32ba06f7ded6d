import { z } from 'zod'
import { utmAliases } from '../../../../lib/referrals/classify.ts'
import type { Dimension } from '../../tables.ts'
import { openGoogle } from '../google.ts'
import { type Access, type SyncedDays, type SyncedRow, SyncProblem } from '../reader.ts'
import api from './api.json' with { type: 'json' }

const rowsPerPage = 25_000

const row = z.object({
  dimensionValues: z.array(z.object({ value: z.string() })),
  metricValues: z.array(z.object({ value: z.coerce.number() })),
})
const shape = z.object({
  rows: z.array(row).default([]),
  rowCount: z.int().default(0),
  metadata: z.object({ subjectToThresholding: z.boolean().default(false) }).prefault({}),
  propertyQuota: z.record(z.string(), z.object({ remaining: z.int().default(0) })).default({}),
})

type Lens = keyof typeof api.lenses

/**
 * Reads sessions from AI assistants, days in the time zone of the property. Its three lenses show the same sessions,
 * so each is a kind of rows, and no total adds them up.
 */
export async function* readGa4(access: Access): AsyncGenerator<SyncedDays> {
  const report = openReports(access)
  const rows: SyncedRow[] = []
  for (const [lens, { prefix }] of Object.entries(api.lenses) as [Lens, { prefix: string }][]) {
    rows.push(...(await report(lens, 'day', [])))
    rows.push(...(await report(lens, 'source', [`${prefix}Source`, `${prefix}Medium`])))
  }
  rows.push(...(await report('ga4-session', 'page', ['hostName', 'landingPagePlusQueryString'])))
  yield { first: access.first, last: access.last, rows }
}

/** Joins the values of a row after its date. */
function joinedValue(by: Dimension, day: string, first: string, second: string): string {
  if (by === 'source') return `${first} / ${second}`
  return by === 'day' ? day : second.startsWith('/') ? `https://${first}${second}` : second
}

function openReports(access: Access) {
  const post = openGoogle(access, 'ga4')
  let isExhausted = false
  return async (kind: Lens, by: Dimension, names: string[]) => {
    const found: SyncedRow[] = []
    const { channel } = api.lenses[kind]
    const filter =
      channel === null
        ? { fieldName: 'sessionManualSource', inListFilter: { values: utmAliases, caseSensitive: false } }
        : { fieldName: channel, stringFilter: { matchType: 'EXACT', value: 'AI Assistant' } }
    const dimensions = ['date', ...names].map((name) => ({ name }))
    const what = {
      dateRanges: [{ startDate: access.first, endDate: access.last }],
      ...{ dimensions, metrics: api.metrics, dimensionFilter: { filter }, limit: rowsPerPage },
      // Without an order, pages could repeat rows.
      orderBys: dimensions.map(({ name }) => ({ dimension: { dimensionName: name } })),
      returnPropertyQuota: true,
    }
    for (let total = 1; found.length < total; ) {
      if (isExhausted) throw new SyncProblem('quota_reached', 'the quota of the property is used up')
      const path = `/properties/${access.property}:runReport`
      const { rows, ...read } = await post(path, { ...what, offset: found.length }, shape)
      isExhausted = Object.values(read.propertyQuota).some(({ remaining }) => remaining <= 0)
      for (const { dimensionValues, metricValues } of rows) {
        const [date = '', first = '', second = ''] = dimensionValues.map(({ value }) => value)
        const [sessions = 0, key_events = 0, revenue = 0] = metricValues.map(({ value }) => value)
        const day = date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
        const dimensions = { day, [by]: joinedValue(by, day, first, second) }
        const isThresholded = read.metadata.subjectToThresholding
        const measures = { key_events, revenue }
        found.push({ kind, dimensions, count: Math.round(sessions), measures, isThresholded })
      }
      total = rows.length === 0 ? 0 : read.rowCount
    }
    return found
  }
}
