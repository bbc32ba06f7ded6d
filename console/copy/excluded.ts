import type { ResponseOf } from '../api/client.ts'
import { count } from '../format/numbers.ts'

export type ExcludedAnswers = Pick<ResponseOf<'explain-figure'>['meta'], 'counted' | 'left_out'>

const number = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`
const answers = (value: number) => number(value, 'answer', 'answers')
const prompts = (value: number) => number(value, 'prompt', 'prompts')

/** What counts although one might not think so. */
export function describeCounted({ counted: { switched_off: off, deleted } }: ExcludedAnswers): string[] {
  return [
    off.answers > 0 &&
      `${answers(off.answers)} to ${prompts(off.prompts)} that ${off.prompts === 1 ? 'is' : 'are'} no longer asked`,
    deleted.answers > 0 && `${answers(deleted.answers)} to ${prompts(deleted.prompts)} deleted since`,
  ].filter((words) => words !== false)
}

/** What does not count, and why; what is nothing is passed over. */
export function describeExcluded({ left_out: left }: ExcludedAnswers): string[] {
  const others = left.other_filters.answers
  const { competitors_switched_off: off, competitors_being_read: read } = left
  return [
    others > 0 && `${answers(others)} of the period that the filters do not want`,
    left.deleted.answers > 0 &&
      `${answers(left.deleted.answers)} to deleted prompts, which have no topic and no tags`,
    left.none_shown.answers > 0 &&
      `${number(left.none_shown.answers, 'question', 'questions')} to which the engine showed no answer`,
    left.failed.answers > 0 && `${number(left.failed.answers, 'question', 'questions')} that failed`,
    left.unreadable.answers > 0 && `${answers(left.unreadable.answers)} that nobody could read`,
    left.not_collected.answers > 0 &&
      `${number(left.not_collected.answers, 'question', 'questions')} that brought nothing yet, or failed`,
    left.switched_off.prompts > 0 && `${prompts(left.switched_off.prompts)} switched off`,
    left.without_answers.prompts > 0 &&
      `${prompts(left.without_answers.prompts)} without an answer in the period`,
    off.length > 0 && `${off.join(', ')}: no longer followed`,
    read.length > 0 && `${read.join(', ')}: the answers are being read for them`,
  ].filter((words) => words !== false)
}
