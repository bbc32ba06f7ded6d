import type { Computed, Endpoint } from './ask.ts'
import type { ReferenceBrand, ReferenceRequest } from './reference-brand.ts'
import { referenceEngines, referenceRankings } from './reference-metrics.ts'
import { referenceScoreboard } from './reference-scoreboard.ts'
import { referenceSegmentTrends } from './reference-segment-trends.ts'
import { referenceSegments } from './reference-segments.ts'
import { referenceTrend } from './reference-trend.ts'

/** @param now the time of the request */
type ReferenceEndpoint = (brand: ReferenceBrand, request: ReferenceRequest, today: string, now: string) => Computed

/** The expected response of every endpoint in features/visibility. */
export const reference: Record<Endpoint, ReferenceEndpoint> = {
  'competitors/rankings': referenceRankings,
  'visibility/engines': referenceEngines,
  'visibility/segments': referenceSegments,
  'visibility/segments/trend': referenceSegmentTrends,
  'visibility/trend': referenceTrend,
  'topics/scoreboard': referenceScoreboard,
}
