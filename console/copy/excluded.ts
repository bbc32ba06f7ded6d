import type { ResponseOf } from '../api/client.ts'
import { countOf } from '../format/numbers.ts'

export type ExcludedAnswers = Pick<ResponseOf<'explain-figure'>['meta'], 'counted' | 'left_out'>

const answers = (value: number) => countOf(value, 'answer')
const prompts = (value: number) => countOf(value, 'prompt')

/** Counted answers that a reader might not expect. */
export function describeCounted({ counted: { switched_off: off, deleted } }: ExcludedAnswers): string[] {
  return [
    off.answers > 0 &&
      `${answers(off.answers)} to ${prompts(off.prompts)} that ${off.prompts === 1 ? 'is' : 'are'} not active`,
    deleted.answers > 0 && `${answers(deleted.answers)} to ${prompts(deleted.prompts)} deleted later`,
  ].filter((words) => words !== false)
}

/** Excluded answers and prompts with the reason. Omits empty categories. */
export function describeExcluded({ left_out: left }: ExcludedAnswers): string[] {
  const others = left.other_filters.answers
  const { competitors_switched_off: off, competitors_being_read: read } = left
  return [
    others > 0 && `${answers(others)} in the period that the filters exclude`,
    left.deleted.answers > 0 && `${answers(left.deleted.answers)} to deleted prompts, which have no topic or tags`,
    left.none_shown.answers > 0 && `${countOf(left.none_shown.answers, 'request')} with no answer shown by the engine`,
    left.failed.answers > 0 && `${countOf(left.failed.answers, 'request')} failed`,
    left.unreadable.answers > 0 && `${answers(left.unreadable.answers)} that could not be parsed`,
    left.not_collected.answers > 0 && `${countOf(left.not_collected.answers, 'request')} pending or failed`,
    left.switched_off.prompts > 0 && `${prompts(left.switched_off.prompts)} not active`,
    left.without_answers.prompts > 0 && `${prompts(left.without_answers.prompts)} without answers in the period`,
    off.length > 0 && `${off.join(', ')}: not tracked`,
    read.length > 0 && `${read.join(', ')}: answers are still being processed`,
  ].filter((words) => words !== false)
}
