import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { portion } from '../../../testing/forms.ts'
import { collectUntil } from '../run/collector.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'
import { planCollection } from './plan-collection.ts'

const hourMs = 3_600_000
/** The clock between two turns of the collector. */
const stepMs = 3 * hourMs
let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
  it.setClockRunning(false)
})
beforeEach(() => it.makeBrand())
afterAll(() => it.close())

/** The hour of a time in Berlin, by `Intl` instead of the `Temporal` of plans. */
const hourInBerlin = (at: Date) =>
  new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }).format(at)

interface SlotTimes {
  round: Date
  round_end: Date
  planned_at: Date
  submitted_at: Date | null
}

test.each(
  portion(
    [
      ['spring', '2026-03-27T20:00:00Z', [23, 24, 24]],
      ['autumn', '2026-10-23T20:00:00Z', [25, 24, 24]],
    ] as const,
    0,
    2,
  ),
)('asks in runs that begin at the hour of the zone, over the change of the clock in %s', async (_, from, lengths) => {
  const { services } = it.app.app
  it.forward(Date.parse(from) - services.now().getTime())
  const prompts = await it.makePrompts(3)
  const source = await it.makeSource('openai')
  await it.plan('chatgpt', source, { start_hour: 8, time_zone: 'Europe/Berlin' })
  for (let step = 0; step < 30; step++) {
    await planCollection.run(services, {}, services.closing)
    await collectUntil(services, services.closing, () => true)
    it.forward(stepMs)
  }
  const slots = await it.rows<SlotTimes>(
    `select round, round_end, planned_at, submitted_at from collection_slots
     where brand_id = '${it.brandId}' and round >= '${from}' order by round`,
  )
  const runs = [...Map.groupBy(slots, ({ round }) => round.toISOString()).values()].slice(0, lengths.length)
  expect(runs.map(([first]) => first && hourInBerlin(first.round))).toEqual(['08:00', '08:00', '08:00'])
  const hours = runs.map(([first]) => first && (first.round_end.getTime() - first.round.getTime()) / hourMs)
  expect(hours).toEqual(lengths)
  for (const { round, round_end, planned_at, submitted_at } of runs.flat()) {
    expect(planned_at >= round && planned_at < round_end).toBe(true)
    // The last turn within a run asks nothing that comes after it.
    if (round_end.getTime() - planned_at.getTime() <= stepMs) continue
    const lateMs = (submitted_at?.getTime() ?? 0) - planned_at.getTime()
    expect(lateMs >= 0 && lateMs <= stepMs, `${planned_at.toISOString()} ${submitted_at?.toISOString()}`).toBe(true)
  }
  expect(runs.map(({ length }) => length)).toEqual(lengths.map(() => prompts.length))
  // The API shows the same starts.
  const shown = await it.app.operate<{ run_at: string; planned: number }[]>('list-collection-runs', {
    brand_id: it.brandId,
  })
  expect(JSON.stringify(shown)).toContain(runs[1]?.[0]?.round.toISOString())
})
