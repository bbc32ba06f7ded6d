import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../testing/statistics/random.ts'
import {
  coverageOf,
  coverageOfFigure,
  otherFigures,
  rejections,
  verdictsOf,
} from '../../testing/statistics/simulate.ts'
import { leadHeld, topicsHeld, visibilityHeld } from '../../testing/statistics/swings.ts'
import type { World } from '../../testing/statistics/worlds.ts'

// A few simulated worlds with fixed seeds; every part of the formulas decides the result of at least one.
// `npm run bench statistics` runs many.

const dayShock = Math.sqrt(0.05)
const usual: World = { prompts: 30, engines: 3, days: 30, share: 0.3, likeness: 0.4, dayShock, late: 0 }

describe('visibility intervals contain the true value', () => {
  const coverage = (world: Partial<World>, times = 400) => coverageOf({ ...usual, ...world }, times, randomFrom(7))

  it('for other prompts, but intervals on the number of answers do not', () => {
    const { promptsLikeThese, thesePrompts, plainWilson } = coverage({})
    expect(promptsLikeThese).toBeGreaterThan(0.93)
    expect(thesePrompts).toBeGreaterThan(0.9)
    expect(plainWilson).toBeLessThan(0.6)
  })

  it('if few prompts mention the entity', () => {
    expect(coverage({ prompts: 10, share: 0.05, likeness: 0.6 }).promptsLikeThese).toBeGreaterThan(0.88)
  })

  it('for the same prompts if days differ', () => {
    expect(coverage({ prompts: 100, dayShock: 3 * dayShock }).thesePrompts).toBeGreaterThan(0.93)
  })

  it('for other prompts if days differ more than prompts do', () => {
    const world = { prompts: 60, days: 7, likeness: 0.02, dayShock: 4 * dayShock }
    expect(coverage(world).promptsLikeThese).toBeGreaterThan(0.92)
  })
})

describe('intervals of the other figures contain the true value', () => {
  const figures = Object.keys(otherFigures) as (keyof typeof otherFigures)[]
  it.each(figures)('%s: for other prompts and for the same prompts on other days', (figure) => {
    const world = { ...usual, prompts: 20, days: 10, share: 0.5, likeness: 0.3 }
    const { promptsLikeThese, thesePrompts } = coverageOfFigure(figure, world, 300, randomFrom(9))
    expect(promptsLikeThese).toBeGreaterThan(0.91)
    expect(thesePrompts).toBeGreaterThan(0.91)
  })

  it.each(figures)('%s: with few prompts', (figure) => {
    const world = { ...usual, prompts: 6, engines: 1, days: 10, share: 0.5, likeness: 0.3, dayShock: 0 }
    expect(coverageOfFigure(figure, world, 1500, randomFrom(9)).promptsLikeThese).toBeGreaterThan(0.93)
  })

  it.each(figures)('%s: if days differ more than prompts do', (figure) => {
    const world = { ...usual, prompts: 60, days: 7, share: 0.5, likeness: 0.02, dayShock: 4 * dayShock }
    expect(coverageOfFigure(figure, world, 200, randomFrom(9)).promptsLikeThese).toBeGreaterThan(0.9)
  })
})

it('corrects the variance of few prompts, so that intervals are not too narrow', () => {
  const world = { ...usual, prompts: 5, engines: 1, days: 10, share: 0.5, likeness: 0.2, dayShock: 0 }
  const kind = { kind: 'share', priorLikeness: 0.4, wilsonBelow: 0 } as const
  expect(coverageOf(world, 12_000, randomFrom(7), kind).promptsLikeThese).toBeGreaterThan(0.928)
})

describe('intervals on correlated days contain the true value', () => {
  const slow = { prompts: 30, engines: 2, history: 84, swing: 0.85, sd: 0.4, share: 0.3 }

  it.each([2, 14, 30, 90])('for the same prompts over %i days with a history', (days) => {
    const { thesePrompts, promptsLikeThese } = visibilityHeld({ ...slow, days }, 400, randomFrom(12))
    expect(thesePrompts.coverage).toBeGreaterThan(0.92)
    expect(promptsLikeThese.coverage).toBeGreaterThan(0.92)
  })

  it('too rarely without a history, as the reason states', () => {
    const { coverage } = visibilityHeld({ ...slow, history: 0, days: 14 }, 400, randomFrom(13)).thesePrompts
    expect(coverage).toBeGreaterThan(0.7)
    expect(coverage).toBeLessThan(0.9)
  })

  it('with little extra width if days are independent', () => {
    const world = { ...slow, swing: 0, days: 14 }
    const { coverage, halfWidth } = visibilityHeld(world, 400, randomFrom(14)).thesePrompts
    expect(coverage).toBeGreaterThan(0.93)
    expect(halfWidth).toBeLessThan(0.045)
  })

  it('for leads', () => {
    const { thesePrompts, promptsLikeThese } = leadHeld({ ...slow, days: 14 }, 0.2, 400, randomFrom(15))
    expect(thesePrompts.coverage).toBeGreaterThan(0.92)
    expect(promptsLikeThese.coverage).toBeGreaterThan(0.92)
  })
})

describe('intervals for other prompts contain the true value', () => {
  const held = (topics: readonly number[], ofTopics: number) =>
    topicsHeld({ topics, share: 0.3, ofTopics, days: 14 }, 600, randomFrom(16)).promptsLikeThese

  it.each([
    ['5 × 5', [5, 5, 5, 5, 5]],
    ['8 × 5', Array(8).fill(5)],
    ['9 × 10', Array(9).fill(10)],
    ['8 uneven', [16, 8, 5, 4, 3, 2, 1, 1]],
  ])('with five or more topics: %s', (_, topics) => {
    expect(held(topics, 0.3).coverage).toBeGreaterThan(0.92)
  })

  it('with the larger variance, at little cost if topics do not matter', () => {
    const { coverage, halfWidth } = held(Array(8).fill(5), 0)
    expect(coverage).toBeGreaterThan(0.95)
    expect(halfWidth).toBeLessThan(0.14)
  })
})

describe('changes', () => {
  it('raise no false alarms if nothing moved, even on days that differ', () => {
    const world = { ...usual, prompts: 40, days: 7, dayShock: 3 * dayShock }
    expect(rejections(world, 0, 400, randomFrom(8))).toBeLessThan(0.08)
  })

  it('are found if they exist and rarely reported if nothing moved', () => {
    const world = { ...usual, prompts: 40 }
    const some = verdictsOf(world, { entities: 40, moving: 6, moved: 0.15 }, 8, randomFrom(10))
    expect(some.power).toBeGreaterThan(0.6)
    const nothing = verdictsOf(world, { entities: 40, moving: 0, moved: 0 }, 12, randomFrom(11))
    expect(nothing.falseOnes).toBeLessThan(0.5)
  })
})
