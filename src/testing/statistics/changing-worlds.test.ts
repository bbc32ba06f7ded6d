import { expect, it } from 'vitest'
import { estimateChange } from '../../lib/statistics/matched-change.ts'
import { changeInput } from './change-input.ts'
import { answersOf, usualWorld, visibilityInput } from './changing-worlds.ts'
import { randomFrom } from './random.ts'

it.each([
  [84, 14],
  [0, 7],
  [20, 28],
])('matches single answers for visibility: %i days of history, %i of a period', (history, days) => {
  const world = { ...usualWorld, history, days }
  const swings = [0, 1].map((engine) => Array.from({ length: history + 2 * days }, (_, day) => Math.sin(day + engine)))
  const [before, after, past] = answersOf(world, 'visibility', swings, 0.1, randomFrom(3))
  const single = estimateChange(changeInput([before, after], past))
  const counted = estimateChange(visibilityInput(world, swings, 0.1, randomFrom(3)))
  const { moments, ...rest } = single ?? {}
  for (const [name, value] of Object.entries({ ...rest, ...moments }))
    expect([name, { ...counted, ...counted?.moments }[name as 'value']]).toEqual([name, near(value)])
})

const near = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(near)
  return typeof value === 'number' ? expect.closeTo(value, 12) : value
}
