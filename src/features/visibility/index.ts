import { defineFeature } from '../../kernel/feature.ts'
import { listVisibilityChanges } from './changes/list-visibility-changes.ts'
import { explainFigure } from './explain/explain-figure.ts'
import { listVisibilityIntervals } from './intervals/list-visibility-intervals.ts'
import { listCompetitorRankings } from './list-competitor-rankings.ts'
import { listEngineVisibility } from './list-engine-visibility.ts'
import { listSegmentTrends } from './list-segment-trends.ts'
import { listTopicScoreboard } from './list-topic-scoreboard.ts'
import { listVisibilitySegments } from './list-visibility-segments.ts'
import { listVisibilityTrend } from './list-visibility-trend.ts'
import { metricsIntroduction } from './metric-catalog.ts'

export * from './changes/compared-lists.ts'
export { serializeFigures } from './changes/comparison.ts'
export { mentionsOf } from './changes/count-changes.ts'
export { listVisibilityChanges } from './changes/list-visibility-changes.ts'
export {
  type Counts,
  countSources,
  inPeriod,
  inSnapshot,
  noAnswers,
  type Snapshot,
  sumOf,
} from './count-answers.ts'
export { listVisibilityIntervals } from './intervals/list-visibility-intervals.ts'
export { readVariance, type VisibilityVariance } from './intervals/read-variance.ts'
export { enoughData, metricCatalog } from './metric-catalog.ts'
export { compare, type Entity, figuresOf, isNamed, rankEntities, rounded, shownChange } from './metrics.ts'
export * from './period.ts'
export { neutralSentiment } from './sentiment-sql.ts'
export { entityId, executions, figuresShape, rank } from './shapes.ts'
export { share, shareField, shareOf } from './shares.ts'
export { answersOf, countAnswersOf, plainFilterFields } from './view/answers-of-view.ts'
export { bucketKey, bucketOfAnswer, bucketsOf, type Interval, intervals } from './view/buckets.ts'
export {
  checkEngines,
  type FilterInput,
  type PromptFilter,
  readFilters,
  readPromptFilters,
} from './view/filters.ts'
export { placeOfTopic, readTopics, type StoredTopic } from './view/topic-tree.ts'
export {
  allComputedRows,
  computedRows,
  countGroups,
  openView,
  openViewWith,
  pageOf,
  type View,
} from './view/view.ts'
export { openViewOfPrompts, promptIdFilter, promptNumbers } from './view/view-of-prompts.ts'

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
