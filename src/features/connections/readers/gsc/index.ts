import { z } from 'zod'
import { addDays } from '../../../visibility/index.ts'
import { openGoogle } from '../google.ts'
import type { Access, SyncedDays, SyncedRow } from '../reader.ts'

/** The maximum of the API. */
const rowsPerPage = 25_000

const row = { keys: z.tuple([z.string()]), clicks: z.number(), impressions: z.int(), position: z.number() }
const shape = z.object({ rows: z.array(z.object(row)).default([]) })

/** Reads Search Analytics: web search, final data, days in Pacific time. */
export async function* readGsc(access: Access): AsyncGenerator<SyncedDays> {
  const rowsBy = openQueries(access)
  // Rows by query leave anonymized queries out, so totals have their own request.
  const totals = Map.groupBy(await rowsBy('day', access.first, access.last), (row) => row.dimensions.day)
  for (let day = access.first; day <= access.last; day = addDays(day, 1)) {
    const rows = totals.get(day)
    if (rows === undefined) continue
    for (const dimension of ['query', 'page', 'country', 'device'] as const)
      for (const row of await rowsBy(dimension, day, day)) rows.push(row)
    yield { first: day, last: day, rows }
  }
}

function openQueries(access: Access) {
  const post = openGoogle(access, 'gsc')
  const path = `/sites/${encodeURIComponent(access.property)}/searchAnalytics/query`
  type By = 'day' | 'query' | 'page' | 'country' | 'device'
  return async (by: By, startDate: string, endDate: string) => {
    const found: SyncedRow[] = []
    const what = { startDate, endDate, dimensions: [by === 'day' ? 'date' : by], type: 'web' }
    for (let isLast = false; !isLast; ) {
      const { rows } = await post(path, { ...what, rowLimit: rowsPerPage, startRow: found.length }, shape)
      for (const { keys, impressions: count, clicks, position } of rows) {
        const dimensions = { day: startDate, [by]: keys[0] }
        found.push({ kind: 'gsc', dimensions, count, measures: { clicks, position } })
      }
      isLast = rows.length < rowsPerPage
    }
    return found
  }
}
