import { describe, expect, it } from 'vitest'
import { daySums } from './day-swings.ts'
import type { DaySum } from './ratio-interval.ts'

/** Ten answers of one engine per day, starting at the given day. */
const daysOf = (named: readonly number[], first = 0): DaySum[] =>
  named.map((a, index) => ({ engine: 'chatgpt', day: first + index, a, b: 10 }))

const swingsOf = (history: readonly DaySum[], period: readonly DaySum[], hasOtherPrompts = false) =>
  daySums({ history, period, hasOtherPrompts })

describe('the variance of correlated days', () => {
  it('is the mean of four cosine sums', () => {
    // u = −2, −1, 0, 1, 2; sums with cos(πj(i−½)/5): −4.9798, 0, −0.4490, 0. V = 2·5·(24.7984 + 0.2016)/(5·4·50²) = 0.005
    const { swings, history } = swingsOf([], daysOf([3, 4, 5, 6, 7]))
    expect(history).toBe(0)
    expect(swings?.df).toBe(4)
    expect(swings?.variance).toBeCloseTo(0.005, 12)
  })

  it('is larger for the same days in a slow order than in a fast one', () => {
    // The example of docs/statistics.md: sums −10.2517, 0, 3.5999, 0; V = 2·8·118.0559/(8·4·80²).
    const slow = swingsOf([], daysOf([3, 3, 3, 3, 7, 7, 7, 7])).swings
    const quick = swingsOf([], daysOf([3, 7, 3, 7, 3, 7, 3, 7])).swings
    expect(slow?.variance).toBeCloseTo(0.009223, 6)
    expect(quick?.variance).toBeCloseTo(0.000777, 6)
  })

  it('includes the history, unless the history has other prompts', () => {
    const history = daysOf(Array.from({ length: 56 }, (_, day) => 4 + (day % 2)))
    const period = daysOf([8, 9, 8, 9, 8, 9], 56)
    const joined = swingsOf(history, period).swings
    expect(joined?.df).toBe(8)
    expect(joined?.variance).toBeGreaterThan(50 * (swingsOf(history, period, true).swings?.variance as number))
  })

  it('sorts days and skips those without answers', () => {
    const days = daysOf([3, 4, 5, 6, 7])
    const gap = { engine: 'chatgpt', day: 20, a: 0, b: 0 }
    expect(swingsOf([], [...days.toReversed(), gap])).toEqual(swingsOf([], days))
  })

  it('is 0 if only rounding errors remain', () => {
    expect(swingsOf([], daysOf([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).swings?.variance).toBe(0)
  })

  it('is unknown for fewer than five days, or fewer than five in the period and 14 before it', () => {
    const long = (days: number) => daysOf(Array.from({ length: days }, (_, day) => day % 7))
    expect(swingsOf([], daysOf([3, 4, 5, 6])).swings).toBeNull()
    expect(swingsOf(long(13), daysOf([3, 4, 5, 6], 13)).swings).toBeNull()
    expect(swingsOf(long(14), daysOf([3], 14)).swings).not.toBeNull()
    expect(swingsOf(long(55), daysOf([3], 55)).swings?.df).toBe(4)
    expect(swingsOf(long(56), daysOf([3], 56)).swings?.df).toBe(8)
  })
})
