import { expect, it } from 'vitest'
import { canCancel, describeTaskResult, rejectionsOf } from './running-tasks.tsx'

const round = { planned: 6, collected: 5, none_shown: 0, failed: 0, possibly_bought: 0, cost_usd: 0.14 }

it.each([
  ['run-collection', round, 'Done: 5 of 6 answers collected, $0.14'],
  [
    'run-collection',
    { ...round, none_shown: 2, failed: 1, possibly_bought: 1 },
    'Done: 5 of 6 answers collected, $0.14; 2 none shown; 1 failed; 1 possibly charged without an answer',
  ],
  ['import-answers', { imported: 1200, duplicates: 3, rejected: 0 }, 'Done: 1,200 imported, 3 duplicates'],
  ['import-answers', { imported: 0, duplicates: 0, rejected: 0 }, 'Done: no data'],
  ['import-answers', null, 'Done: no data'],
])('describes the result of %s, %j: %s', (operation, result, words) => {
  expect(describeTaskResult({ operation, result })).toBe(words)
})

it('returns rejected lines, if any', () => {
  const first_rejections = [{ line: 4, reason: 'no engine' }]
  expect(rejectionsOf({ result: { rejected: 1, first_rejections } })).toEqual(first_rejections)
  expect(rejectionsOf({ result: null })).toEqual([])
  expect(rejectionsOf({ result: round })).toEqual([])
})

it.each([
  ['working', 'me', 'viewer', true],
  ['waiting', 'other', 'editor', false],
  ['waiting', 'other', 'admin', true],
  ['working', null, 'owner', true],
  ['working', 'me', undefined, false],
  ['done', 'me', 'owner', false],
] as const)(
  'offers to cancel a %s task of %s to a member (me) with the role %s: %s',
  (state, person_id, role, expected) => {
    expect(canCancel({ state, person_id }, 'me', role)).toBe(expected)
  },
)
