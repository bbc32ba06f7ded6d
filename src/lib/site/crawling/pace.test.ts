import { expect, test } from 'vitest'
import { createFakeClock } from '../../../testing/site/fake-clock.ts'
import { createPace, type RequestOutcome } from './pace.ts'

const signal = new AbortController().signal
const prompt: RequestOutcome = { kind: 'answered', firstByteMs: 100 }

/** Makes sequential requests with the given outcomes and returns their start times. */
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

/** Starts 40 requests at the same time and returns the maximum that ran concurrently. */
async function maxRunning(reception: RequestOutcome, before: RequestOutcome[] = []) {
  const clock = createFakeClock()
  const pace = createPace({ clock, connections: 4, signal })
  for (const earlier of before) (await pace.enter(signal))(earlier)
  let running = 0
  let max = 0
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const leave = await pace.enter(signal)
      running += 1
      max = Math.max(max, running)
      await clock.sleep(100, signal)
      running -= 1
      leave(reception)
    }),
  )
  return max
}

test('starts with two connections and adds more while responses are fast', async () => {
  expect(await maxRunning(prompt)).toBe(4)
  expect(await maxRunning({ kind: 'answered', firstByteMs: 2500 })).toBe(2)
  const slow: RequestOutcome = { kind: 'answered', firstByteMs: 2500 }
  expect(await maxRunning(slow, [slow, slow])).toBe(1)
})

test('pauses a connection as long as the server took to respond', async () => {
  const { times } = await timesOf(Array(8).fill(prompt))
  // Two connections.
  expect(times).toEqual([0, 0, 100, 100, 200, 200, 300, 300])
})

test('keeps the minimum interval with one request at a time', async () => {
  const { times } = await timesOf(Array(5).fill({ kind: 'answered', firstByteMs: 9000 }), 10_000)
  expect(times).toEqual([10_000, 20_000, 30_000, 40_000, 50_000])
})

test('slows down while a server fails and speeds up when it recovers', async () => {
  const failed: RequestOutcome = { kind: 'failed', firstByteMs: 0 }
  const { times } = await timesOf([failed, failed, failed, failed, failed, failed, failed, ...Array(9).fill(prompt)])
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(gaps.slice(0, 7)).toEqual([0, 250, 500, 1000, 2000, 4000, 5000])
  expect(gaps.at(-1)).toBeLessThanOrEqual(250)
})

test('waits for Retry-After, at most five minutes', async () => {
  const overloaded = (retryAfterMs?: number): RequestOutcome => ({ kind: 'overloaded', retryAfterMs })
  expect((await timesOf([overloaded(30_000), prompt])).times).toEqual([0, 30_000])
  expect((await timesOf([overloaded(86_400_000), prompt])).times).toEqual([0, 300_000])
  expect((await timesOf([overloaded(), overloaded(), prompt])).times).toEqual([0, 5000, 15_000])
})

test('gives up after ten requests in a row without a response', async () => {
  const silent: RequestOutcome = { kind: 'silent' }
  expect((await timesOf(Array(9).fill(silent))).pace.hasGivenUp()).toBe(false)
  expect((await timesOf(Array(10).fill(silent))).pace.hasGivenUp()).toBe(true)
  const withOne = [...Array(9).fill(silent), prompt, ...Array(9).fill(silent)]
  expect((await timesOf(withOne)).pace.hasGivenUp()).toBe(false)
  expect((await timesOf(Array(30).fill({ kind: 'failed', firstByteMs: 0 }))).pace.hasGivenUp()).toBe(false)
})

test('counts concurrent failures as one', async () => {
  const clock = createFakeClock()
  const pace = createPace({ clock, connections: 4, signal })
  for (let request = 0; request < 40; request += 1) (await pace.enter(signal))(prompt)
  const running = await Promise.all([pace.enter(signal), pace.enter(signal), pace.enter(signal)])
  const before = clock.now()
  await clock.sleep(10, signal)
  for (const leave of running) leave({ kind: 'silent' })
  await pace.enter(signal)
  expect(clock.now() - before).toBe(5010)
})

test('aborting a queued request does not delay the next one', async () => {
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
