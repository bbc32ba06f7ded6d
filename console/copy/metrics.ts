import { decimal, percent, rank, score } from '../format/numbers.ts'

/** Labels and definitions of the metrics, as in `/v1`, with their display digits. */
export const metrics = {
  visibility_pct: {
    name: 'Visibility',
    digits: 1,
    definition:
      'Share of all answers in the period that match the filters and mention the brand at least once, by name, alias or domain. Answers in which the engine showed nothing do not count.',
    explainFigure: (some: string, all: string, name: string) => `${some} of ${all} answers mention ${name}`,
  },
  market_share_pct: {
    name: 'Share of voice',
    digits: 1,
    definition: 'The brand’s share of all mentions of the brand and its tracked competitors.',
    explainFigure: (some: string, all: string, name: string) => `${some} of ${all} mentions are of ${name}`,
  },
  sentiment_score: {
    name: 'Sentiment',
    digits: 0,
    definition:
      'Tone of the sentences that mention the brand: 0 is very negative, 50 neutral, 100 very positive. Mean over the answers that mention it.',
    explainFigure: (points: string, answers: string, name: string) =>
      `${points} points over the ${answers} answers that mention ${name}`,
  },
  avg_rank: {
    name: 'Average position',
    digits: 1,
    definition:
      'Mean rank of the brand’s first mention among all tracked brands, over the answers that mention it. 1 is first.',
    explainFigure: (places: string, answers: string, name: string) =>
      `positions add up to ${places} over the ${answers} answers that mention ${name}`,
  },
} as const

export type Metric = keyof typeof metrics

export const metricNames = Object.fromEntries(
  Object.entries(metrics).map(([metric, { name }]) => [metric, name]),
) as Record<Metric, string>

export const formats: Record<Metric, (value: number | null) => string> = {
  visibility_pct: percent,
  market_share_pct: percent,
  sentiment_score: score,
  avg_rank: rank,
}

/** A figure with one more digit than in tables: `57.1%`, `2.09`, `63.6`. */
export const formatExact = (metric: Metric, value: number | null): string =>
  metric === 'visibility_pct' || metric === 'market_share_pct' || value === null
    ? formats[metric](value)
    : decimal(value, metrics[metric].digits + 1)
