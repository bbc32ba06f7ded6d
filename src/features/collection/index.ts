import { defineFeature } from '../../kernel/feature.ts'
import { budgetReached, roundCompleted, sourceFailed } from './collection-events.ts'
import { eraseSlots } from './money/budget.ts'
import { getSpending } from './money/get-spending.ts'
import { listLostRequests, releaseLostRequests } from './money/release-lost-requests.ts'
import { getBudget, setBudget } from './money/set-budget.ts'
import { estimateCollection } from './plan/estimate-collection.ts'
import { listSampleSizes } from './plan/list-sample-sizes.ts'
import { planCollection } from './plan/plan-collection.ts'
import { getCollection, setCollection } from './plan/set-collection.ts'
import { collect } from './run/collect.ts'
import { emitCompletedRounds } from './run/emit-completed-rounds.ts'
import { getCoverage } from './run/get-coverage.ts'
import { listRuns } from './run/list-runs.ts'
import { resumeSlots } from './run/resume-slots.ts'
import { runCollection } from './run/run-collection.ts'
import { estimateTestSource, testSource } from './run/test-source.ts'
import { verifySource } from './run/verify-source.ts'
import { webhookRoute } from './run/webhook-route.ts'
import { maintainRawBodies } from './store/maintain-raw-bodies.ts'

export { usdPerAnswer } from './plan/estimate-collection.ts'
export { planFields } from './plan/plan.ts'
export { planRound } from './plan/plan-slots.ts'
export { findPlan, setCollection } from './plan/set-collection.ts'
export { collectUntil } from './run/collector.ts'
export { getCoverage } from './run/get-coverage.ts'
export { askOnce, estimateQuestion } from './run/test-source.ts'

export const collection = defineFeature({
  name: 'collection',
  open: () => ({ releasedSlots: {} }),
  operations: [
    testSource,
    estimateTestSource,
    verifySource,
    setCollection,
    getCollection,
    setBudget,
    getBudget,
    getSpending,
    listLostRequests,
    releaseLostRequests,
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
      'collection_lost_requests',
      'collection_rounds_told',
    ],
  },
})
