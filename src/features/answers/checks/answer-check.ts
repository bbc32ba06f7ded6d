import type { Selectable } from 'kysely'
import { type Mention, unjudged } from '../read-answer.ts'
import type { AnswerChecksTable } from '../tables.ts'

export const mentionVerdicts = ['right', 'wrong'] as const
export const judgments = ['positive', 'neutral', 'negative'] as const
export type Judgment = (typeof judgments)[number]

/** The limits of the published evaluation (docs/reading-answers.md), in hundredths of points. */
const negativeBelow = 4900
const positiveAbove = 6200

/** The class of a stored sentiment. No judgment counts as neutral. */
export function judgmentOf(sentiment: number): Judgment {
  if (sentiment === unjudged || (sentiment >= negativeBelow && sentiment <= positiveAbove)) return 'neutral'
  return sentiment < negativeBelow ? 'negative' : 'positive'
}

/** A neutral answer judges nothing, so it does not count in means. */
const correctedSentiments: Record<Judgment, number> = { positive: 7500, neutral: unjudged, negative: 2500 }

export type AnswerCheck = Selectable<AnswerChecksTable>
export type Verdicts = Pick<AnswerCheck, 'mention' | 'sentiment'>

/** Checks without a verdict are withdrawn. */
export const isWithdrawn = ({ mention, sentiment }: Verdicts) => mention === null && sentiment === null

/**
 * The stored sentiment of a mention that people checked. A right sentiment keeps its score.
 * @param read as the reader found it
 * @returns undefined if it is not a mention
 */
export function correctedSentiment({ mention, sentiment }: Verdicts, read: number): number | undefined {
  if (mention === 'wrong') return undefined
  return sentiment === null || sentiment === judgmentOf(read) ? read : correctedSentiments[sentiment]
}

/** The mentions of an answer after corrections, in their order. */
export const correctMentions = (mentions: readonly Mention[], checks: readonly AnswerCheck[]): Mention[] =>
  mentions.flatMap((mention) => {
    const check = checks.find(({ entity }) => entity === mention.entity)
    const sentiment = check === undefined ? mention.sentiment : correctedSentiment(check, mention.sentiment)
    return sentiment === undefined ? [] : [{ ...mention, sentiment }]
  })
