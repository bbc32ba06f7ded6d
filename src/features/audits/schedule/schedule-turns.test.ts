import fc from 'fast-check'
import { expect, it } from 'vitest'
import { latestPossibleRun, nextRunAfter } from './schedule-turns.ts'

const after = (every: 'week' | 'month', first: string, time: string) =>
  nextRunAfter(every, new Date(first), new Date(time)).toISOString()

it.each([
  ['week', '2026-01-05T10:00:00Z', '2026-01-05T10:00:00Z', '2026-01-12T10:00:00.000Z'],
  ['week', '2026-01-05T10:00:00Z', '2026-01-12T09:59:59Z', '2026-01-12T10:00:00.000Z'],
  ['week', '2026-01-05T10:00:00Z', '2026-03-01T00:00:00Z', '2026-03-02T10:00:00.000Z'],
  ['week', '2026-01-05T10:00:00Z', '2025-12-01T00:00:00Z', '2026-01-05T10:00:00.000Z'],
  ['month', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00.000Z'],
  ['month', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00.000Z'],
  ['month', '2027-12-31T00:00:00Z', '2028-02-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['month', '2026-06-15T10:00:00Z', '2027-01-15T09:00:00Z', '2027-01-15T10:00:00.000Z'],
] as const)('each %s from %s: the next run after %s is at %s', (every, first, time, run) => {
  expect(after(every, first, time)).toBe(run)
})

it('the next run is in the future, at most one period away, and does not depend on when it is calculated', () => {
  const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom('week' as const, 'month' as const), time, time, (every, first, now) => {
      const run = nextRunAfter(every, first, now)
      expect(run.getTime()).toBeGreaterThan(now.getTime())
      if (now < first) expect(run).toEqual(first)
      else expect(run.getTime()).toBeLessThanOrEqual(latestPossibleRun(now).getTime())
      expect(nextRunAfter(every, first, new Date(run.getTime() - 1))).toEqual(run)
    }),
  )
})
