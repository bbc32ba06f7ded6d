import type { Computed, Endpoint } from './ask.ts'
import type { PlainBrand, PlainRequest } from './plain-brand.ts'
import { plainEngines, plainRankings } from './plain-metrics.ts'
import { plainScoreboard } from './plain-scoreboard.ts'
import { plainSegments } from './plain-segments.ts'
import { plainTrend } from './plain-trend.ts'

type Plain = (brand: PlainBrand, request: PlainRequest, today: string) => Computed

/** The plain reading of every endpoint of this folder. */
export const plain: Record<Endpoint, Plain> = {
  'competitors/rankings': plainRankings,
  'visibility/engines': plainEngines,
  'visibility/segments': plainSegments,
  'visibility/trend': plainTrend,
  'topics/scoreboard': plainScoreboard,
}
