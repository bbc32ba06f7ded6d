import { expect, it } from 'vitest'
import { describeCounted, describeExcluded, type ExcludedAnswers } from './excluded.ts'

const none = { prompts: 0, answers: 0 }
const nothing: ExcludedAnswers = {
  counted: { prompts: 3, answers: 1200, switched_off: none, deleted: none },
  left_out: {
    other_filters: none,
    deleted: none,
    switched_off: { prompts: 0 },
    without_answers: { prompts: 0 },
    none_shown: none,
    failed: none,
    unreadable: none,
    not_collected: { answers: 0 },
    competitors_switched_off: [],
    competitors_being_read: [],
  },
}

it('omits empty categories', () => {
  expect(describeExcluded(nothing)).toEqual([])
  expect(describeCounted(nothing)).toEqual([])
})

it('describes each excluded category with its reason', () => {
  const left_out = {
    other_filters: { prompts: 2, answers: 1234 },
    deleted: { prompts: 1, answers: 1 },
    switched_off: { prompts: 1 },
    without_answers: { prompts: 2 },
    none_shown: { prompts: 1, answers: 7 },
    failed: { prompts: 1, answers: 1 },
    unreadable: { prompts: 1, answers: 2 },
    not_collected: { answers: 3 },
    competitors_switched_off: ['Globex', 'Initech'],
    competitors_being_read: ['Umbrella'],
  }
  expect(describeExcluded({ ...nothing, left_out })).toEqual([
    '1,234 answers in the period that the filters exclude',
    '1 answer to deleted prompts, which have no topic or tags',
    '7 requests with no answer shown by the engine',
    '1 request failed',
    '2 answers that could not be parsed',
    '3 requests pending or failed',
    '1 prompt not active',
    '2 prompts without answers in the period',
    'Globex, Initech: not tracked',
    'Umbrella: answers are still being processed',
  ])
  const counted = {
    ...nothing.counted,
    switched_off: { prompts: 1, answers: 5 },
    deleted: { prompts: 2, answers: 9 },
  }
  expect(describeCounted({ ...nothing, counted })).toEqual([
    '5 answers to 1 prompt that is not active',
    '9 answers to 2 prompts deleted later',
  ])
})
