import { expect, it } from 'vitest'
import { ownFigures } from './source-summary.tsx'

type List = Parameters<typeof ownFigures>[0]

/** The rank of the brand's site, and its detail. */
function rankOf(...sites: [kind: string, answers: number][]) {
  const data = sites.map(([kind, answer_count]) => ({ kind, answer_count, share_of_answers_pct: answer_count }))
  const [, rank] = ownFigures({ data, meta: { total: sites.length } } as unknown as List)
  return [rank?.value, (rank as { detail?: unknown }).detail]
}

it('counts only sites with more answers as ahead', () => {
  expect(rankOf(['forum', 9], ['brand', 5], ['competitor', 4])).toEqual(['#2 of 3', 'ahead of every competitor’s site'])
  expect(rankOf(['competitor', 9], ['competitor', 5], ['brand', 5])).toEqual(['#2 of 3', 'behind 1 competitor site'])
})

it('does not call a site ahead of another with as many answers, in either order', () => {
  const level = ['#1 of 2', 'level with 1 competitor site']
  expect(rankOf(['brand', 5], ['competitor', 5])).toEqual(level)
  expect(rankOf(['competitor', 5], ['brand', 5])).toEqual(level)
})

it('has no rank for a site that no answer cites', () => {
  expect(rankOf(['competitor', 5])).toEqual(['–', undefined])
})
