import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { makeKey } from '../../testing/fixture.ts'
import { inForm, portion } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { logWriters, withoutReferrer, writeLog } from '../../testing/traffic/log-lines.ts'
import { goals } from '../../testing/traffic/scenes.ts'
import { partsOf, planTruthLog, truthPeriod } from '../../testing/traffic/truth-log.ts'
import { logFormats } from './logs/log-entry.ts'

const truth = planTruthLog(inForm(3000, 200_000))
const formats = Object.entries(logWriters)
/** Drains read as imports do, so that one format shows what only they do. */
const drained = inForm(
  formats.filter(([name]) => name === 'custom'),
  formats,
)
const period = new URLSearchParams(truthPeriod)

let running: TestApp
let key: string
let workspaceId: string

beforeAll(async () => {
  running = await startTestApp({ BOT_HOST_NAMES: 'ignore' }, { now: '2026-06-15T12:00:00Z' })
  workspaceId = (await running.operate('create-workspace', { name: 'Ours' })).id
  key = await makeKey(running, workspaceId)
})
afterAll(() => running.close())

async function makeBrand(): Promise<string> {
  const brand = { workspace_id: workspaceId, name: 'Acme', domain: 'acme.com' }
  const { id } = await running.operate('create-brand', brand)
  for (const [path, value] of Object.entries(goals))
    await running.operate('create-goal', { brand_id: id, name: path, path, ...(value !== null && { value }) })
  return id
}

async function get<T>(brandId: string, path: string): Promise<{ data: T; meta: Record<string, unknown> }> {
  const answer = await running.get(`/v1/brands/${brandId}/traffic/${path}?${period}`, key)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

interface Row {
  engine: string
  visits: number
  paid_visits: number
  goals: number
  goal_value: number
  evidence: object
}

/** Compares everything shown with the truth. */
async function expectTruth(brandId: string): Promise<void> {
  const summary = await get<(Row & { previous_visits: number })[]>(brandId, 'summary')
  const trend = await get<{
    engines: { engine: string; points: { start_date: string; visits: number }[] }[]
  }>(brandId, 'trend')
  const days = Object.fromEntries(
    trend.data.engines.map(({ engine, points }) => [
      engine,
      Object.fromEntries(points.filter(({ visits }) => visits > 0).map((at) => [at.start_date, at.visits])),
    ]),
  )
  const shown = summary.data.map(({ engine, previous_visits: _, ...row }) => [engine, { ...row, days: days[engine] }])
  expect(Object.fromEntries(shown)).toEqual(truth.engines)
  const reached = await get<{ name: string; visits: number }[]>(brandId, 'goals')
  expect(reached.meta.visits).toBe(truth.visits)
  expect(Object.fromEntries(reached.data.map(({ name, visits }) => [name, visits]))).toEqual(truth.goals)
}

async function countRows(brandId: string) {
  const [row] = await running.app.services.clickhouse.query(
    sql`SELECT count() AS rows, uniqExact(hit_id) AS ids FROM ai_traffic WHERE brand_id = ${brandId}`,
  )
  return row as { rows: number; ids: number }
}

test('tests every format, or says why it shows no visits', () => {
  const tested = [...formats.map(([name]) => name), ...Object.keys(withoutReferrer)]
  expect(tested.sort()).toEqual([...logFormats, 'custom'].sort())
  expect(Object.keys(truth.engines)).toHaveLength(12)
})

test.each(portion(formats, 0, 4))(
  'counts what a log in the format %s was made of, also if it is imported twice',
  async (format, writer) => {
    const brandId = await makeBrand()
    const log = writeLog(writer, truth.hits)
    for (const _ of [1, 2]) {
      const input = { brand_id: brandId, format, ...writer.custom }
      const counts = await running.operate('import-crawler-logs', input, log)
      expect(counts).toMatchObject({ visits: truth.bots, rejected: 0, first_rejections: [] })
      await expectTruth(brandId)
    }
    const { rows, ids } = await countRows(brandId)
    expect(rows).toBe(ids)
  },
)

test.each(drained)(
  'counts what drained batches in the format %s were made of, also if they are repeated',
  async (format, writer) => {
    const brandId = await makeBrand()
    const token = await running.operate<{ secret: string }>('create-ingest-token', {
      brand_id: brandId,
      name: 'd',
    })
    const query = new URLSearchParams({ format })
    for (const field of writer.custom?.fields ?? []) query.append('fields', field)
    if (writer.custom !== undefined) query.set('delimiter', writer.custom.delimiter)
    let first = 0
    for (const part of partsOf(truth.hits, inForm(1000, 10_000))) {
      for (const _ of [1, 2]) {
        const response = await running.app.http.inject({
          method: 'POST',
          url: `/ingest/crawler-logs?${query}`,
          headers: { authorization: `Bearer ${token.secret}` },
          payload: writeLog(writer, part, first),
        })
        expect(response.json()).toMatchObject({ data: { rejected: 0 } })
      }
      first += part.length
    }
    await expectTruth(brandId)
  },
)
