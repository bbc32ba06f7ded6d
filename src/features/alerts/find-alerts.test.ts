import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Services } from '../../kernel/context.ts'
import { readEmittedEvents, subscribeTo } from '../../testing/emitted-events.ts'
import { longTest } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  type Alert,
  afterDay,
  type DailyAnswers,
  dayOf,
  fallsOn,
  importDaily,
  makeWritingBrand,
  readAlerts,
  setAlert,
} from '../../testing/visibility/daily-alerts.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { alertRaised } from './alert-raised.ts'
import { findAlerts } from './find-alerts.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow('2026-06-01T12:00:00Z')
  brand = await makeWritingBrand(test, 'Zuvari')
})
afterAll(() => test.close())

const answer = (answers: DailyAnswers) => importDaily(test, brand, answers)
const alerts = (query?: string) => readAlerts(test, brand, query)
const runSearch = (services: Services = test.app.services) => findAlerts.run(services, {}, AbortSignal.timeout(60_000))

type Run = (work: Parameters<ReturnType<Services['db']['transaction']>['execute']>[0]) => Promise<unknown>

/** The database, with a replaced `transaction`. */
const withTransaction = (execute: Run): Services['db'] =>
  new Proxy(test.app.services.db, {
    get(db, name) {
      if (name === 'transaction') return () => ({ execute })
      const value = Reflect.get(db, name, db)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })

it('raises one alert per step, with its days, size and prompts', async () => {
  await answer({ lost: fallsOn(80) })
  await answer({ lost: () => 0, engine: 'claude' })
  await subscribeTo(test, brand.workspaceId, alertRaised)
  for (let day = 78; day < 100; day++) {
    afterDay(test, day)
    await runSearch()
  }
  const rows = await alerts()
  expect(rows).toMatchObject([
    {
      engine: 'chatgpt',
      country: 'US',
      direction: 'down',
      since: dayOf(80),
      before_pct: 50,
      after_pct: 10,
      change: -40,
      model_change: null,
      state: 'open',
      summary: 'Visibility on ChatGPT in the United States fell from 50.0% to 10.0% since May 5, for the same prompts.',
    },
  ])
  const { id, engine, country, direction, since } = rows[0] as Alert
  expect(await readEmittedEvents(test, brand.workspaceId, alertRaised)).toMatchObject([
    { alert_id: id, engine, country, direction, since, before_pct: 50 },
  ])
  expect(rows[0]?.evidence.map(({ prompt, moved }) => [prompt, moved])).toEqual(
    [0, 1, 2, 3].map((prompt) => [`Prompt ${prompt}`, -10]),
  )
  // Raised at the end of its third day.
  expect(rows[0]?.raised_at).toBe(`${dayOf(83)}T00:00:00.000Z`)
})

it('raises another alert if visibility recovers, but none before eight weeks of answers exist', async () => {
  await answer({ lost: (day) => (day === 30 ? 5 : fallsOn(80, 95)(day)), days: [0, 105] })
  afterDay(test, 105)
  await runSearch()
  expect((await alerts()).map(({ direction, since }) => [direction, since])).toEqual([
    ['up', dayOf(95)],
    ['down', dayOf(80)],
  ])
})

it('keeps an alert’s status when history is reread and answers are recounted', async () => {
  await answer({ lost: fallsOn(80), isAsked: (prompt, day) => prompt < 6 || day !== 81 })
  afterDay(test, 84)
  await runSearch()
  const [raised] = await alerts()
  expect((await setAlert(test, brand, raised?.id as string, 'acknowledged')).status).toBe(200)
  // Adding a competitor rereads the history, and late answers arrive.
  await addCompetitor(test, brand.brandId, 'Bolmex')
  await test.historyIsRead()
  await answer({ lost: fallsOn(80), days: [81, 81], isAsked: (prompt) => prompt >= 6 })
  for (let day = 85; day < 90; day++) {
    afterDay(test, day)
    await runSearch()
  }
  const later = await alerts()
  expect(later).toMatchObject([{ id: raised?.id, raised_at: raised?.raised_at, state: 'acknowledged' }])
  // Also kept if the answers change.
  await test.operate('update-brand', { brand_id: brand.brandId, name: 'Somebody' })
  await test.historyIsRead()
  await runSearch()
  expect((await alerts()).map(({ id, state }) => [id, state])).toEqual([[raised?.id, 'acknowledged']])
})

it('never moves the start of an alert past the day it was raised', async () => {
  await answer({ lost: fallsOn(80) })
  afterDay(test, 84)
  await runSearch()
  const [raised] = await alerts()
  // As raised by earlier answers.
  const earlier = { since: dayOf(76), raised_on: dayOf(78), raised_at: new Date(dayOf(79)) }
  const { db } = test.app.services
  await db
    .updateTable('visibility_alerts')
    .set(earlier)
    .where('id', '=', raised?.id as string)
    .execute()
  afterDay(test, 85)
  await runSearch()
  expect(await alerts()).toMatchObject([{ id: raised?.id, since: dayOf(78) }])
})

it('searches the new day again if the day ends during an alert search', async () => {
  await answer({ lost: fallsOn(80) })
  afterDay(test, 81)
  const late = withTransaction((work) => {
    afterDay(test, 82)
    return test.app.services.db.transaction().execute(work)
  })
  await runSearch({ ...test.app.services, db: late })
  await runSearch()
  const row = test.app.services.db.selectFrom('brands').select('alerts_of').where('id', '=', brand.brandId)
  expect((await row.executeTakeFirst())?.alerts_of).toMatch(dayOf(83))
  expect(await alerts()).toHaveLength(1)
})

it('reports a model change only for the engine that changed its model', async () => {
  await answer({ lost: fallsOn(80), model: (day) => (day < 80 ? 'gpt-5' : 'gpt-6') })
  await answer({ lost: fallsOn(80), engine: 'claude', model: () => 'opus' })
  afterDay(test, 90)
  await runSearch()
  const found = Object.fromEntries((await alerts()).map((alert) => [alert.engine, alert]))
  expect(found.chatgpt?.model_change).toEqual({ before: 'gpt-5', after: 'gpt-6' })
  expect(found.chatgpt?.summary).toContain('It coincides with a model change from gpt-5 to gpt-6.')
  expect(found.claude?.model_change).toBeNull()
})

it('reports the model of an earlier change as the previous one', async () => {
  await answer({
    lost: fallsOn(80, 100),
    days: [0, 115],
    model: (day) => (day < 80 ? 'gpt-5' : day < 100 ? 'gpt-6' : 'gpt-7'),
  })
  afterDay(test, 115)
  await runSearch()
  expect((await alerts()).map(({ model_change }) => model_change)).toEqual([
    { before: 'gpt-6', after: 'gpt-7' },
    { before: 'gpt-5', after: 'gpt-6' },
  ])
})

longTest('raises one alert if two workers search concurrently, and after a worker dies before storing it', async () => {
  await answer({ lost: fallsOn(80) })
  afterDay(test, 90)
  const { services } = test.app
  const killed = withTransaction(() => Promise.reject(new Error('killed')))
  await runSearch({ ...services, db: killed })
  expect(await alerts()).toEqual([])
  await Promise.all([runSearch(), runSearch()])
  expect(await alerts()).toHaveLength(1)
  await runSearch()
  expect(await alerts()).toHaveLength(1)
})

it('raises no alert from readings that are replaced during the search; the next run uses the current ones', async () => {
  await answer({ lost: fallsOn(80) })
  afterDay(test, 90)
  const { db } = test.app.services
  const rows = db.selectFrom('brands').select(['alerts_of', 'reading_version']).where('id', '=', brand.brandId)
  const before = await rows.executeTakeFirstOrThrow()
  const replaced = withTransaction(async (work) => {
    const update = db.updateTable('brands').set({ reading_version: before.reading_version + 1 })
    await update.where('id', '=', brand.brandId).execute()
    return db.transaction().execute(work)
  })
  await runSearch({ ...test.app.services, db: replaced })
  expect(await alerts()).toEqual([])
  expect(await rows.executeTakeFirst()).toMatchObject({ alerts_of: null })
  await db
    .updateTable('brands')
    .set({ reading_version: before.reading_version })
    .where('id', '=', brand.brandId)
    .execute()
  await runSearch()
  expect(await alerts()).toHaveLength(1)
})

it('finds alerts of other brands if one brand fails, and of that brand on the next run', async () => {
  brand = await makeWritingBrand(test, 'Bolmex')
  afterDay(test, 90)
  const { services } = test.app
  let calls = 0
  const failing = withTransaction((work) =>
    calls++ === 0 ? Promise.reject(new Error('failed')) : services.db.transaction().execute(work),
  )
  const states = async () => {
    const brands = services.db.selectFrom('brands').select('alerts_of')
    return (await brands.execute()).map(({ alerts_of }) => alerts_of?.startsWith(dayOf(91)) === true)
  }
  await runSearch({ ...services, db: failing })
  expect((await states()).filter((isDone) => !isDone)).toHaveLength(1)
  await runSearch()
  expect(await states()).not.toContain(false)
})

it('does not search for alerts while answers are being erased', async () => {
  await answer({ lost: fallsOn(80) })
  afterDay(test, 90)
  const set = (data_unstable: boolean) =>
    test.app.services.db.updateTable('brands').set({ data_unstable }).where('id', '=', brand.brandId).execute()
  await set(true)
  await runSearch()
  await set(false)
  expect(await alerts()).toEqual([])
  await runSearch()
  expect(await alerts()).toHaveLength(1)
})

it('deletes alerts with their brand and workspace', async () => {
  const count = async () =>
    (
      await test.app.services.db
        .selectFrom('visibility_alerts')
        .select('id')
        .where('brand_id', '=', brand.brandId)
        .execute()
    ).length
  await answer({ lost: fallsOn(80) })
  afterDay(test, 90)
  await runSearch()
  expect(await count()).toBe(1)
  await test.operate('delete-brand', { brand_id: brand.brandId })
  expect(await count()).toBe(0)
  brand = await makeBrand(test, 'Zuvari')
  await answer({ lost: fallsOn(80) })
  await runSearch()
  expect(await count()).toBe(1)
  await test.operate('delete-workspace', { workspace_id: brand.workspaceId })
  expect(await count()).toBe(0)
})
