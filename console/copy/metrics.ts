import { decimal, percent, rank, score } from '../format/numbers.ts'
import texts from './metrics.json' with { type: 'json' }

/** Labels and definitions of the metrics, as in `/v1`, with their display digits. */
export const metrics = texts

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

/** Which answers or mentions a figure counts. */
export const explainFigure = (metric: Metric, counted: Readonly<Record<string, string>>): string =>
  metrics[metric].figure.replace(/\{(\w+)\}/g, (_, part: string) => counted[part] ?? '')
