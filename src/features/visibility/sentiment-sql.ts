import { unjudged } from '../answers/index.ts'

/** Base for sums of sentiments, in hundredths of points: differences of large sums lose precision. */
export const neutralSentiment = 5000

/** SQL for whether a sentence judges the entity, from the name of its stored sentiment. */
export const isJudged = (sentiment: string) => `${sentiment} != ${unjudged}`

/** SQL for a sentiment relative to neutral. 0 if no sentence judges the entity. */
export const fromNeutral = (sentiment: string) =>
  `if(${isJudged(sentiment)}, toInt32(${sentiment}) - ${neutralSentiment}, 0)`
