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

it('passes over what is nothing', () => {
  expect(describeExcluded(nothing)).toEqual([])
  expect(describeCounted(nothing)).toEqual([])
})

it('names each thing that is left out, and why', () => {
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
    '1,234 answers of the period that the filters do not want',
    '1 answer to deleted prompts, which have no topic and no tags',
    '7 questions to which the engine showed no answer',
    '1 question that failed',
    '2 answers that nobody could read',
    '3 questions that brought nothing yet, or failed',
    '1 prompt switched off',
    '2 prompts without an answer in the period',
    'Globex, Initech: no longer followed',
    'Umbrella: the answers are being read for them',
  ])
  const counted = {
    ...nothing.counted,
    switched_off: { prompts: 1, answers: 5 },
    deleted: { prompts: 2, answers: 9 },
  }
  expect(describeCounted({ ...nothing, counted })).toEqual([
    '5 answers to 1 prompt that is no longer asked',
    '9 answers to 2 prompts deleted since',
  ])
})
