import { expect, it } from 'vitest'
import { openGroups } from './change-sums.ts'
import type { CountedChanges } from './count-changes.ts'

it('holds the days of only one topic in memory at a time', () => {
  const [topics, entities, days] = [40, 129, 144]
  const ofAnswers = { entities: [1], named: [1], mentions: [1], judged: [1], sentiments: [0], positions: [1] }
  const squares = { mentionSquares: [1], mentionProducts: [1], sentimentSquares: [0], positionSquares: [1] }
  const places = Array.from({ length: topics }, (_, group) => ({ group, engine: 'chatgpt', market: '' }))
  const onDays = (from: number, to: number) =>
    places.flatMap((_, place) =>
      Array.from({ length: to - from }, (_, index) => ({ place, day: 20_000 + from + index })),
    )
  const counted: CountedChanges = {
    cells: places.map(({ group }, place) => ({
      ...{ prompt: group, engine: 'chatgpt', market: 'US', place, n: [30, 30] },
      halves: [ofAnswers, ofAnswers],
    })),
    groups: places.map(({ group }) => String(group)),
    places,
    days: onDays(84, days).map((day) => ({ ...day, answers: 1, ...ofAnswers, ...squares })),
    history: onDays(0, 84).map((day) => ({ ...day, answers: 1, ...ofAnswers })),
    start: 20_114,
    served: new Map(),
  }
  const numbers = Array.from({ length: entities }, (_, index) => index + 1)
  const before = process.memoryUsage().arrayBuffers
  const [first] = openGroups(counted, numbers, 0)
  const bytesOfAll = topics * days * entities * 5 * 8
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(bytesOfAll / 4)
  expect(first?.[1].answers).toEqual([30, 30])
})
