import { expect, test } from 'vitest'
import { createFakeClock } from '../../../testing/site/fake-clock.ts'
import { createPace, type RequestOutcome } from './pace.ts'

const signal = new AbortController().signal
const prompt: RequestOutcome = { kind: 'answered', firstByteMs: 100 }

/** Makes requests one after another, each taking as its reception says; gives the times at which they began. */
async function timesOf(receptions: (RequestOutcome | undefined)[], minIntervalMs = 0) {
  const clock = createFakeClock()
  const pace = createPace({ clock, connections: 4, signal })
  pace.raiseMinInterval(minIntervalMs)
  const times: number[] = []
  for (const reception of receptions) {
    const leave = await pace.enter(signal)
    times.push(clock.now())
    leave(reception)
  }
  return { times, pace }
}

/** Has so many at the door at once, and says how many were within at the same time. */
async function maxWithin(reception: RequestOutcome, before: RequestOutcome[] = []) {
  const clock = createFakeClock()
  const pace = createPace({ clock, connections: 4, signal })
  for (const earlier of before) (await pace.enter(signal))(earlier)
  let within = 0
  let max = 0
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const leave = await pace.enter(signal)
      within += 1
      max = Math.max(max, within)
      await clock.sleep(100, signal)
      within -= 1
      leave(reception)
    }),
  )
  return max
}

test('connections begin with two, and become more while answers are prompt', async () => {
  expect(await maxWithin(prompt)).toBe(4)
  expect(await maxWithin({ kind: 'answered', firstByteMs: 2500 })).toBe(2)
  const slow: RequestOutcome = { kind: 'answered', firstByteMs: 2500 }
  expect(await maxWithin(slow, [slow, slow])).toBe(1)
})

test('a connection rests as long as the server took', async () => {
  const { times } = await timesOf(Array(8).fill(prompt))
  // Two at a time.
  expect(times).toEqual([0, 0, 100, 100, 200, 200, 300, 300])
})

test('a delay between starts is kept, with one request at a time', async () => {
  const { times } = await timesOf(Array(5).fill({ kind: 'answered', firstByteMs: 9000 }), 10_000)
  expect(times).toEqual([10_000, 20_000, 30_000, 40_000, 50_000])
})

test('a server that fails is asked less and less often, and again as before once it recovers', async () => {
  const failed: RequestOutcome = { kind: 'failed', firstByteMs: 0 }
  const { times } = await timesOf([
    failed,
    failed,
    failed,
    failed,
    failed,
    failed,
    failed,
    ...Array(9).fill(prompt),
  ])
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(gaps.slice(0, 7)).toEqual([0, 250, 500, 1000, 2000, 4000, 5000])
  expect(gaps.at(-1)).toBeLessThanOrEqual(250)
})

test('Retry-After is waited for, up to five minutes', async () => {
  const overloaded = (retryAfterMs?: number): RequestOutcome => ({ kind: 'overloaded', retryAfterMs })
  expect((await timesOf([overloaded(30_000), prompt])).times).toEqual([0, 30_000])
  expect((await timesOf([overloaded(86_400_000), prompt])).times).toEqual([0, 300_000])
  expect((await timesOf([overloaded(), overloaded(), prompt])).times).toEqual([0, 5000, 15_000])
})

test('it gives up after ten in a row without an answer, not before', async () => {
  const silent: RequestOutcome = { kind: 'silent' }
  expect((await timesOf(Array(9).fill(silent))).pace.hasGivenUp()).toBe(false)
  expect((await timesOf(Array(10).fill(silent))).pace.hasGivenUp()).toBe(true)
  const withOne = [...Array(9).fill(silent), prompt, ...Array(9).fill(silent)]
  expect((await timesOf(withOne)).pace.hasGivenUp()).toBe(false)
  expect((await timesOf(Array(30).fill({ kind: 'failed', firstByteMs: 0 }))).pace.hasGivenUp()).toBe(false)
})

test('several that fail at the same time are one sign', async () => {
  const clock = createFakeClock()
  const pace = createPace({ clock, connections: 4, signal })
  for (let request = 0; request < 40; request += 1) (await pace.enter(signal))(prompt)
  const within = await Promise.all([pace.enter(signal), pace.enter(signal), pace.enter(signal)])
  const before = clock.now()
  await clock.sleep(10, signal)
  for (const leave of within) leave({ kind: 'silent' })
  await pace.enter(signal)
  expect(clock.now() - before).toBe(5010)
})

test('who gives up waiting takes nobody’s turn', async () => {
  const pace = createPace({ clock: createFakeClock(), connections: 1, signal })
  const leave = await pace.enter(signal)
  const stop = new AbortController()
  const waiting = pace.enter(stop.signal)
  const next = pace.enter(signal)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  leave(prompt)
  await next
})
