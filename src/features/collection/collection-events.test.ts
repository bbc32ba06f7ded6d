import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEmittedEvents, subscribeTo } from '../../testing/emitted-events.ts'
import { budgetReached, roundCompleted, sourceFailed } from './collection-events.ts'
import { emitCompletedRounds } from './run/emit-completed-rounds.ts'
import { type Collecting, startCollecting } from './testing/collecting.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
})
beforeEach(() => it.makeBrand())
afterAll(() => it.close())

const emitRounds = () => emitCompletedRounds.run(it.app.app.services, {}, AbortSignal.timeout(60_000))

test('emits each completed run once with its result, but none from before the first subscription', async () => {
  await it.makePrompts(3)
  await it.plan('chatgpt', await it.makeSource('openai'))
  await it.run('chatgpt')
  it.forward(60_000)
  await subscribeTo(it.app, it.workspaceId, roundCompleted)
  await emitRounds()
  expect(await readEmittedEvents(it.app, it.workspaceId, roundCompleted)).toEqual([])
  it.forward(60_000)
  const times = [it.app.app.services.now()]
  const { cost_usd } = await it.run('chatgpt')
  times.push(it.app.app.services.now())
  for (let run = 0; run < 2; run++) await emitRounds()
  const emitted = await readEmittedEvents(it.app, it.workspaceId, roundCompleted)
  expect(emitted).toEqual([
    {
      ...{ engine: 'chatgpt', started_at: expect.any(String) },
      ...{ questions: 3, answered: 3, none_shown: 0, failed: 0, cost_usd },
    },
  ])
  const startedAt = String(emitted[0]?.started_at)
  expect([times[0]?.toISOString(), startedAt, times[1]?.toISOString()].sort()[1]).toBe(startedAt)
})

test('emits one event for a paused source, however many slots fail on it', async () => {
  await subscribeTo(it.app, it.workspaceId, sourceFailed)
  await it.makePrompts(4)
  const sourceId = await it.makeSource('xai', { api_key: 'nonsense' })
  await it.plan('grok', sourceId)
  await it.run('grok')
  const emitted = await readEmittedEvents(it.app, it.workspaceId, sourceFailed)
  expect(emitted).toMatchObject([{ source_id: sourceId }])
})

test('emits one event per month for a used-up budget, and another one after a raise', async () => {
  await subscribeTo(it.app, it.workspaceId, budgetReached)
  await it.makePrompts(2)
  await it.plan('chatgpt', await it.makeSource('openai'))
  const brand_id = it.brandId
  const use = async (monthly_usd: number) => {
    await it.app.operate('set-budget', { brand_id, monthly_usd })
    for (let round = 0; round < 2; round++) {
      it.forward(60_000)
      await it.run('chatgpt')
    }
    return readEmittedEvents(it.app, it.workspaceId, budgetReached)
  }
  const month = it.app.app.services.now().toISOString().slice(0, 7)
  expect(await use(0)).toEqual([{ of: 'brand', month, monthly_usd: 0 }])
  expect((await use(0.000001)).map(({ monthly_usd }) => monthly_usd)).toEqual([0, 0.000001])
})
