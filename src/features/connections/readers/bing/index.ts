import { z } from 'zod'
import { failureOf, parsedOf } from '../../../../lib/providers/failures.ts'
import type { ProviderResponse } from '../../../../lib/providers/protocol.ts'
import { readShape } from '../../../../lib/providers/shape.ts'
import type { ConnectionState } from '../../tables.ts'
import { type Access, type SyncedDays, type SyncedRow, SyncProblem } from '../reader.ts'
import api from './api.json' with { type: 'json' }

const row = z.object({
  ...{ Date: z.string(), Query: z.string().default(''), Clicks: z.int(), Impressions: z.int() },
  AvgImpressionPosition: z.number().default(-1),
})

/** Reads Bing Webmaster Tools. Requests name neither pages nor days: a response has all that Bing keeps. */
export async function* readBing({ property, credential, baseUrl, send }: Access): AsyncGenerator<SyncedDays> {
  const query = new URLSearchParams({ apikey: credential, siteUrl: property })
  const rows: SyncedRow[] = []
  for (const by of ['day', 'query', 'page'] as const) {
    const response = await send({ method: 'GET', url: `${baseUrl}/${api.methods[by]}?${query}` })
    if (response.status !== 200) throw problemOf(response)
    for (const read of readShape(z.object({ d: z.array(row) }), parsedOf(response.body)).d) {
      const { Query, Clicks: clicks, Impressions: count, AvgImpressionPosition: position } = read
      const day = dayIn(read.Date)
      const measures = { clicks, ...(position >= 0 && { position }) }
      rows.push({ kind: 'bing', dimensions: { day, [by]: by === 'day' ? day : Query }, count, measures })
    }
  }
  const days = rows.map((row) => row.dimensions.day).sort()
  const [first] = days
  if (first !== undefined) yield { first, last: days.at(-1) as string, rows }
}

/** Reads `/Date(1772323200000-0800)/`: the time in UTC, and the offset of the day. */
function dayIn(text: string): string {
  const [, ms, hours = '0', minutes = ''] = /^\/Date\((-?\d+)(?:([+-]\d\d)(\d\d))?\)\/$/.exec(text) ?? []
  const offset = Number(hours) * 60 + Math.sign(Number(hours)) * Number(minutes)
  const date = new Date(Number(ms) + offset * 60_000)
  if (Number.isNaN(date.getTime())) throw new SyncProblem('failed', 'Bing sent an unreadable date')
  return date.toISOString().slice(0, 10)
}

/** Bing answers 400 to most problems, with a number. */
function problemOf(response: ProviderResponse): SyncProblem {
  const shape = z.object({ ErrorCode: z.int(), Message: z.string().default('') })
  const { ErrorCode, Message } = shape.safeParse(parsedOf(response.body)).data ?? {}
  const states: Readonly<Record<string, string>> = api.states
  const reason = ErrorCode === undefined ? failureOf(response).reason : `Bing error ${ErrorCode}: ${Message}`
  const state = states[String(ErrorCode)] ?? (response.status === 401 ? 'credential_refused' : 'failed')
  return new SyncProblem(state as ConnectionState, reason)
}
