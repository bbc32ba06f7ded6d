import { defineFeature } from '../../kernel/feature.ts'
import { explainFigure } from './explain-figure.ts'
import { listCompetitorRankings } from './list-competitor-rankings.ts'
import { listEngineVisibility } from './list-engine-visibility.ts'
import { listSegmentTrends } from './list-segment-trends.ts'
import { listTopicScoreboard } from './list-topic-scoreboard.ts'
import { listVisibilityChanges } from './list-visibility-changes.ts'
import { listVisibilityIntervals } from './list-visibility-intervals.ts'
import { listVisibilitySegments } from './list-visibility-segments.ts'
import { listVisibilityTrend } from './list-visibility-trend.ts'
import { metricsIntroduction } from './metric-catalog.ts'

export { answersOf, countAnswersOf, plainFilterFields } from './answers-of-view.ts'
export { bucketKey, bucketOfAnswer, bucketsOf, type Interval, intervals } from './buckets.ts'
export {
  compareField,
  comparisonField,
  comparisonMeta,
  maxTestedDomains,
  metaOfComparison,
  readDomainChanges,
  readPromptChanges,
  serializeListed,
} from './compared-lists.ts'
export { serializeFigures } from './comparison.ts'
export {
  type Counts,
  countSources,
  inPeriod,
  inSnapshot,
  noAnswers,
  type Snapshot,
  sumOf,
} from './count-answers.ts'
export {
  checkEngines,
  type FilterInput,
  type PromptFilter,
  readFilters,
  readPromptFilters,
} from './filters.ts'
export { listVisibilityChanges } from './list-visibility-changes.ts'
export { listVisibilityIntervals } from './list-visibility-intervals.ts'
export { enoughData, metricCatalog } from './metric-catalog.ts'
export { compare, type Entity, figuresOf, isNamed, rankEntities, rounded, shownChange } from './metrics.ts'
export {
  addDays,
  lastDays,
  type Period,
  periodFields,
  periodSchema,
  previousPeriod,
  resolvePeriod,
} from './period.ts'
export { readVariance, type VisibilityVariance } from './read-variance.ts'
export { entityId, executions, figuresShape, rank } from './shapes.ts'
export { share, shareField, shareOf } from './shares.ts'
export { placeOfTopic, readTopics, type StoredTopic } from './topic-tree.ts'
export {
  allComputedRows,
  computedRows,
  countGroups,
  openView,
  openViewWith,
  pageOf,
  type View,
} from './view.ts'
export { openViewOfPrompts, promptIdFilter, promptNumbers } from './view-of-prompts.ts'

export const visibility = defineFeature({
  name: 'visibility',
  operations: [
    listCompetitorRankings,
    listEngineVisibility,
    listVisibilitySegments,
    listSegmentTrends,
    listVisibilityTrend,
    listVisibilityIntervals,
    listVisibilityChanges,
    explainFigure,
    listTopicScoreboard,
  ],
  apiIntroduction: metricsIntroduction,
})
