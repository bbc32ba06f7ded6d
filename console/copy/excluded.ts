import type { ResponseOf } from '../api/client.ts'
import { countOf } from '../format/numbers.ts'
import reasons from './excluded.json' with { type: 'json' }

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
  const { competitors_switched_off: off, competitors_being_read: read, ...counts } = left
  const figures = counts as unknown as Readonly<Record<string, Readonly<Record<string, number>>>>
  return [
    ...reasons.map(({ key, of, noun, text }) => {
      const figure = figures[key]?.[of] ?? 0
      return figure > 0 && `${countOf(figure, noun)} ${text}`
    }),
    off.length > 0 && `${off.join(', ')}: not tracked`,
    read.length > 0 && `${read.join(', ')}: answers are still being processed`,
  ].filter((words) => words !== false)
}
