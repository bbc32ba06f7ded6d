import { defineFeature } from '../../kernel/feature.ts'
import { listCompetitorRankings } from './list-competitor-rankings.ts'
import { listEngineVisibility } from './list-engine-visibility.ts'
import { listTopicScoreboard } from './list-topic-scoreboard.ts'
import { listVisibilitySegments } from './list-visibility-segments.ts'
import { listVisibilityTrend } from './list-visibility-trend.ts'
import { metricsIntroduction } from './metric-catalogue.ts'

export { answersOf, countAnswersOf, plainFilterFields } from './answers-of-view.ts'
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
export { type FilterInput, readFilters } from './filters.ts'
export { enoughData, metricCatalogue } from './metric-catalogue.ts'
export { compare, type Entity, figuresOf, isNamed, rankEntities, rounded } from './metrics.ts'
export { addDays, lastDays, type Period, periodSchema, previousPeriod, resolvePeriod } from './period.ts'
export { executions, figuresShape, rank } from './shapes.ts'
export { placeOfTopic, readTopics, type StoredTopic } from './topic-tree.ts'
export {
  computedRows,
  countGroups,
  openView,
  openViewWith,
  type View,
} from './view.ts'

export const visibility = defineFeature({
  name: 'visibility',
  operations: [
    listCompetitorRankings,
    listEngineVisibility,
    listVisibilitySegments,
    listVisibilityTrend,
    listTopicScoreboard,
  ],
  apiIntroduction: metricsIntroduction,
})
