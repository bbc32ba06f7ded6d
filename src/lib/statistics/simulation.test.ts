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

// Few worlds with fixed seeds, chosen so that each part of the formulas is what one of them stands or falls by;
// `npm run bench statistics` makes many.

const dayShock = Math.sqrt(0.05)
const usual: World = { prompts: 30, engines: 3, days: 30, share: 0.3, likeness: 0.4, dayShock, late: 0 }

describe('intervals of visibility hold the truth', () => {
  const coverage = (world: Partial<World>, times = 400) =>
    coverageOf({ ...usual, ...world }, times, randomFrom(7))

  it('of other prompts, where an interval on the number of answers does not', () => {
    const { promptsLikeThese, thesePrompts, plainWilson } = coverage({})
    expect(promptsLikeThese).toBeGreaterThan(0.93)
    expect(thesePrompts).toBeGreaterThan(0.9)
    expect(plainWilson).toBeLessThan(0.6)
  })

  it('where few prompts name the entity at all', () => {
    expect(coverage({ prompts: 10, share: 0.05, likeness: 0.6 }).promptsLikeThese).toBeGreaterThan(0.88)
  })

  it('of the same prompts, where days differ', () => {
    expect(coverage({ prompts: 100, dayShock: 3 * dayShock }).thesePrompts).toBeGreaterThan(0.93)
  })

  it('of other prompts, where days differ more than prompts do', () => {
    const world = { prompts: 60, days: 7, likeness: 0.02, dayShock: 4 * dayShock }
    expect(coverage(world).promptsLikeThese).toBeGreaterThan(0.92)
  })
})

describe('intervals of the other figures hold the truth', () => {
  const figures = Object.keys(otherFigures) as (keyof typeof otherFigures)[]
  it.each(figures)('%s: of other prompts, and of the same on other days', (figure) => {
    const world = { ...usual, prompts: 20, days: 10, share: 0.5, likeness: 0.3 }
    const { promptsLikeThese, thesePrompts } = coverageOfFigure(figure, world, 300, randomFrom(9))
    expect(promptsLikeThese).toBeGreaterThan(0.91)
    expect(thesePrompts).toBeGreaterThan(0.91)
  })

  it.each(figures)('%s: where prompts are few', (figure) => {
    const world = { ...usual, prompts: 6, engines: 1, days: 10, share: 0.5, likeness: 0.3, dayShock: 0 }
    expect(coverageOfFigure(figure, world, 1500, randomFrom(9)).promptsLikeThese).toBeGreaterThan(0.93)
  })

  it.each(figures)('%s: where days differ more than prompts do', (figure) => {
    const world = { ...usual, prompts: 60, days: 7, share: 0.5, likeness: 0.02, dayShock: 4 * dayShock }
    expect(coverageOfFigure(figure, world, 200, randomFrom(9)).promptsLikeThese).toBeGreaterThan(0.9)
  })
})

it('is not too narrow where prompts are few, as it is without the correction of their variance', () => {
  const world = { ...usual, prompts: 5, engines: 1, days: 10, share: 0.5, likeness: 0.2, dayShock: 0 }
  const kind = { kind: 'share', priorLikeness: 0.4, wilsonBelow: 0 } as const
  expect(coverageOf(world, 12_000, randomFrom(7), kind).promptsLikeThese).toBeGreaterThan(0.928)
})

describe('intervals on days that hang together hold the truth', () => {
  const slow = { prompts: 30, engines: 2, history: 84, swing: 0.85, sd: 0.4, share: 0.3 }

  it.each([2, 14, 30, 90])('of the same prompts over %i days, with a history', (days) => {
    const { thesePrompts, promptsLikeThese } = visibilityHeld({ ...slow, days }, 400, randomFrom(12))
    expect(thesePrompts.coverage).toBeGreaterThan(0.92)
    expect(promptsLikeThese.coverage).toBeGreaterThan(0.92)
  })

  it('too rarely without a history, which the reason says', () => {
    const { coverage } = visibilityHeld({ ...slow, history: 0, days: 14 }, 400, randomFrom(13)).thesePrompts
    expect(coverage).toBeGreaterThan(0.7)
    expect(coverage).toBeLessThan(0.9)
  })

  it('at little cost in width where days are independent', () => {
    const world = { ...slow, swing: 0, days: 14 }
    const { coverage, halfWidth } = visibilityHeld(world, 400, randomFrom(14)).thesePrompts
    expect(coverage).toBeGreaterThan(0.93)
    expect(halfWidth).toBeLessThan(0.045)
  })

  it('of leads', () => {
    const { thesePrompts, promptsLikeThese } = leadHeld({ ...slow, days: 14 }, 0.2, 400, randomFrom(15))
    expect(thesePrompts.coverage).toBeGreaterThan(0.92)
    expect(promptsLikeThese.coverage).toBeGreaterThan(0.92)
  })
})

describe('intervals of other prompts hold the truth', () => {
  const held = (topics: readonly number[], ofTopics: number) =>
    topicsHeld({ topics, share: 0.3, ofTopics, days: 14 }, 600, randomFrom(16)).promptsLikeThese

  it.each([
    ['5 × 5', [5, 5, 5, 5, 5]],
    ['8 × 5', Array(8).fill(5)],
    ['9 × 10', Array(9).fill(10)],
    ['8 uneven', [16, 8, 5, 4, 3, 2, 1, 1]],
  ])('from five topics on: %s', (_, topics) => {
    expect(held(topics, 0.3).coverage).toBeGreaterThan(0.92)
  })

  it('by the larger variance, at less cost than by topic only if topics do not matter', () => {
    const { coverage, halfWidth } = held(Array(8).fill(5), 0)
    expect(coverage).toBeGreaterThan(0.95)
    expect(halfWidth).toBeLessThan(0.14)
  })
})

describe('changes', () => {
  it('are no false alarms where nothing moved, also on days that differ', () => {
    const world = { ...usual, prompts: 40, days: 7, dayShock: 3 * dayShock }
    expect(rejections(world, 0, 400, randomFrom(8))).toBeLessThan(0.08)
  })

  it('are found where they are there, and hardly listed where nobody moved', () => {
    const world = { ...usual, prompts: 40 }
    const some = verdictsOf(world, { entities: 40, moving: 6, moved: 0.15 }, 8, randomFrom(10))
    expect(some.power).toBeGreaterThan(0.6)
    const nothing = verdictsOf(world, { entities: 40, moving: 0, moved: 0 }, 12, randomFrom(11))
    expect(nothing.falseOnes).toBeLessThan(0.5)
  })
})
