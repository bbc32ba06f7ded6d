import { defineFeature } from '../../kernel/feature.ts'
import { createExperiment } from './create-experiment.ts'
import { experimentEnded } from './experiment-ended.ts'
import { getExperiment, listExperiments, updateExperiment } from './experiments.ts'
import { planExperiment } from './plan-experiment.ts'
import { poolExperiments } from './pool-experiments.ts'

export { experimentsOf, findExperiment, serializeExperiment } from './experiment.ts'
export { experimentEnded } from './experiment-ended.ts'
export { listExperiments } from './experiments.ts'
export { judgeExperiment } from './judge-experiment.ts'

export const experiments = defineFeature({
  name: 'experiments',
  operations: [listExperiments, createExperiment, planExperiment, poolExperiments, getExperiment, updateExperiment],
  events: [experimentEnded],
  tables: { postgres: ['experiments'] },
})
