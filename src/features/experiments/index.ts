import { defineFeature } from '../../kernel/feature.ts'
import { createExperiment } from './create-experiment.ts'
import { getExperiment } from './get-experiment.ts'
import { listExperiments } from './list-experiments.ts'
import { updateExperiment } from './update-experiment.ts'

export { findExperiment } from './experiment.ts'
export { judgeExperiment } from './judge-experiment.ts'

export const experiments = defineFeature({
  name: 'experiments',
  operations: [listExperiments, createExperiment, getExperiment, updateExperiment],
  tables: { postgres: ['experiments'] },
})
