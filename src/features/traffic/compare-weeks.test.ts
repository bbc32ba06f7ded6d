import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../testing/crawler/logs.ts'
import { readEmittedEvents, subscribeTo } from '../../testing/emitted-events.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { compareWeeksOfVisits } from './compare-weeks.ts'
import { visitsChanged } from './visits-changed.ts'

let running: TestApp

beforeAll(async () => {
  running = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
})
afterAll(() => running.close())

/** The tested week ends on Sunday, 14 June 2026. */
const firstDay = Date.parse('2026-04-13T08:00:00Z')
const [days, firstOfWeek] = [63, 56]

/** Visitors per day before the last week and in it. */
type Visitors = Record<string, readonly [before: number, inWeek: number]>

function logOf(visitors: Visitors, { target = '/', until = days + 1, skip = -1 } = {}): string {
  const lineOf = (day: number, number: number, agent: string, path: string, referrer: string) => {
    const [date, time] = new Date(firstDay + day * 86_400_000 + number * 1000).toISOString().slice(0, 19).split('T')
    const about = { path: path.split('?')[0], query: path.split('?')[1] ?? '', method: 'GET', status: 200, referrer }
    return JSON.stringify({ ts: `${date}T${time}Z`, remote_addr: `192.0.2.${number}`, user_agent: agent, ...about })
  }
  return Array.from({ length: until }, (_, day) => day)
    .filter((day) => day !== skip)
    .flatMap((day) => [
      lineOf(day, 0, 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', '/', '-'),
      ...Object.entries(visitors).flatMap(([host, [before, inWeek]], place) =>
        Array.from({ length: day < firstOfWeek ? before : inWeek }, (_, number) =>
          lineOf(day, 1 + place * 40 + number, person, target, `https://${host}/`),
        ),
      ),
    ])
    .join('\n')
}

/** Imports a log, runs the job on a day in June, twice, and returns the events. */
async function eventsAfter(log: string, day = 16) {
  running.setNow(`2026-06-${day}T12:00:00Z`)
  const { id: workspaceId } = await running.operate('create-workspace', { name: 'Ours' })
  await subscribeTo(running, workspaceId, visitsChanged)
  const brand = await running.operate('create-brand', { workspace_id: workspaceId, name: 'Acme', domain: 'acme.com' })
  await running.operate('import-crawler-logs', { brand_id: brand.id, domain: 'acme.com' }, log)
  const run = () => compareWeeksOfVisits.run(running.app.services, {}, new AbortController().signal)
  await run()
  await run()
  return readEmittedEvents(running, workspaceId, visitsChanged)
}

const week = { start_date: '2026-06-08', end_date: '2026-06-14' }

test('sends one event for each engine whose visits changed, and one for all engines', async () => {
  const events = await eventsAfter(logOf({ 'chatgpt.com': [5, 15], 'www.perplexity.ai': [9, 2], 'claude.ai': [6, 6] }))
  expect(events).toEqual([
    { engine: 'chatgpt', direction: 'up', ...week, visits: 105, visits_before: 35 },
    { engine: 'perplexity', direction: 'down', ...week, visits: 14, visits_before: 63 },
  ])
  expect(await eventsAfter(logOf({ 'chatgpt.com': [5, 15] }))).toEqual([
    { engine: null, direction: 'up', ...week, visits: 105, visits_before: 35 },
    { engine: 'chatgpt', direction: 'up', ...week, visits: 105, visits_before: 35 },
  ])
})

test('sends no event for paid visits, and without a change', async () => {
  expect(await eventsAfter(logOf({ 'chatgpt.com': [5, 15] }, { target: '/?utm_medium=cpc' }))).toEqual([])
  expect(await eventsAfter(logOf({ 'chatgpt.com': [5, 6] }))).toEqual([])
})

test('waits for the logs of all days, and of a day after the week', async () => {
  const visitors: Visitors = { 'chatgpt.com': [15, 2] }
  expect(await eventsAfter(logOf(visitors, { skip: 60 }))).toEqual([])
  expect(await eventsAfter(logOf(visitors, { until: days }))).toEqual([])
  expect(await eventsAfter(logOf(visitors), 14), 'on Sunday the week is not over').toEqual([])
  expect(await eventsAfter(logOf(visitors))).toHaveLength(2)
})
