import { percent, rank, score } from '../format/numbers.ts'

/** What each figure is, as `/v1` defines it, and the digits that it is shown with. */
export const metrics = {
  visibility_pct: {
    name: 'Visibility',
    digits: 1,
    about: 'of answers name the brand',
    definition:
      'Of all answers in the period that fit the filters, the share that names the brand at least once: by its name, an alias or its domain. Answers in which an engine showed nothing do not count.',
    explainFigure: (some: string, all: string, name: string) => `${some} of ${all} answers name ${name}`,
  },
  market_share_pct: {
    name: 'Share of voice',
    digits: 1,
    about: 'of all mentions are of the brand',
    definition:
      'Of all times that the brand or one of its followed competitors is named, the share that is the brand’s.',
    explainFigure: (some: string, all: string, name: string) => `${some} of ${all} mentions are of ${name}`,
  },
  sentiment_score: {
    name: 'Sentiment',
    digits: 0,
    about: 'of 100, where answers judge it',
    definition:
      'How the sentences that name the brand speak of it: 0 is damning, 50 neutral, 100 full of praise; the mean of the answers that name it.',
    explainFigure: (points: string, answers: string, name: string) =>
      `${points} points over the ${answers} answers that name ${name}`,
  },
  avg_rank: {
    name: 'Average position',
    digits: 1,
    about: 'on average, where it is named',
    definition:
      'The place at which an answer first names the brand, among all followed brands that it names: 1 is named first. The mean of the answers that name it.',
    explainFigure: (places: string, answers: string, name: string) =>
      `places that add up to ${places} over the ${answers} answers that name ${name}`,
  },
} as const

export type Metric = keyof typeof metrics

/** Each figure as it is shown, with its digits. */
export const formats: Record<Metric, (value: number | null) => string> = {
  visibility_pct: percent,
  market_share_pct: percent,
  sentiment_score: score,
  avg_rank: rank,
}
