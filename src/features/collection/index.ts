import { defineFeature } from '../../kernel/feature.ts'
import { eraseSlots } from './budget.ts'
import { collect } from './collect.ts'
import { budgetReached, roundCompleted, sourceFailed } from './collection-events.ts'
import { emitCompletedRounds } from './emit-completed-rounds.ts'
import { estimateCollection } from './estimate-collection.ts'
import { getBudget } from './get-budget.ts'
import { getCollection } from './get-collection.ts'
import { getCoverage } from './get-coverage.ts'
import { listRuns } from './list-runs.ts'
import { listSampleSizes } from './list-sample-sizes.ts'
import { maintainRawBodies } from './maintain-raw-bodies.ts'
import { planCollection } from './plan-collection.ts'
import { resumeSlots } from './resume-slots.ts'
import { runCollection } from './run-collection.ts'
import { setBudget } from './set-budget.ts'
import { setCollection } from './set-collection.ts'
import { estimateTestSource, testSource } from './test-source.ts'
import { webhookRoute } from './webhook-route.ts'
import './tables.ts'

export { collectUntil } from './collector.ts'
export { getCoverage } from './get-coverage.ts'
export { planRound } from './plan-slots.ts'
export { findPlan } from './set-collection.ts'

export const collection = defineFeature({
  name: 'collection',
  operations: [
    testSource,
    estimateTestSource,
    setCollection,
    getCollection,
    setBudget,
    getBudget,
    estimateCollection,
    runCollection,
    getCoverage,
    listRuns,
    listSampleSizes,
  ],
  events: [roundCompleted, sourceFailed, budgetReached],
  jobs: [planCollection, collect, emitCompletedRounds, maintainRawBodies],
  http: webhookRoute,
  eraseBrand: eraseSlots,
  afterRestore: resumeSlots,
  tables: {
    postgres: [
      'collection_plans',
      'collection_budgets',
      'collection_spending',
      'collection_slots',
      'collected_bodies',
      'collection_rounds_told',
    ],
  },
})
