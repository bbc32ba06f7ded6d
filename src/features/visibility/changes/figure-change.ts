import { z } from 'zod'
import type { MatchedChange } from '../../../lib/statistics/matched-change.ts'
import type { RatioName } from '../entity-sums.ts'
import { metricCatalog } from '../metric-catalog.ts'
import { rounded, shownChange } from '../metrics.ts'
import { figure } from '../shapes.ts'
import { shownFigure } from '../shares.ts'
import { type FigureChange, verdicts } from './read-changes.ts'

export const testedFields = {
  matched_change: z
    .object({ value: z.number(), low: figure, high: figure })
    .nullable()
    .describe(metricCatalog.matched_change),
  p_value: figure.describe(metricCatalog.p_value),
  verdict: z.enum(verdicts).describe(metricCatalog.verdict),
}

export const figureChangeSchema = (meaning: string) =>
  z
    .object({
      value: figure.describe(meaning),
      previous_value: figure.describe('The value in the previous period.'),
      change: figure.describe('value minus previous_value, both as shown.'),
      ...testedFields,
    })
    .describe(meaning)

export const shownP = (value: number) => Number(value.toPrecision(4))

export function serializeFigureChange(name: RatioName, { values, matched, verdict }: FigureChange) {
  const [before, now] = values
  return {
    value: shownFigure(name, now),
    previous_value: shownFigure(name, before),
    change: shownChange(now, before),
    matched_change: matched === null ? null : serializeMatched(matched),
    p_value: matched === null ? null : shownP(matched.pValue),
    verdict,
  }
}

const serializeMatched = ({ value, interval }: MatchedChange) => ({
  value: rounded(value),
  low: interval === null ? null : rounded(interval.low),
  high: interval === null ? null : rounded(interval.high),
})
