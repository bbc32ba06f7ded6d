import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../testing/statistics/random.ts'
import {
  coverageOf,
  coverageOfFigure,
  otherFigures,
  rejections,
  verdictsOf,
} from '../../testing/statistics/simulate.ts'
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
