import { defineFeature } from '../../kernel/feature.ts'
import { createExperiment } from './create-experiment.ts'
import { getExperiment, listExperiments, updateExperiment } from './experiments.ts'

export { findExperiment } from './experiment.ts'
export { judgeExperiment } from './judge-experiment.ts'

export const experiments = defineFeature({
  name: 'experiments',
  operations: [listExperiments, createExperiment, getExperiment, updateExperiment],
  tables: { postgres: ['experiments'] },
})
