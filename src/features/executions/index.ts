import { defineFeature } from '../../kernel/feature.ts'
import { getExecution } from './get-execution.ts'
import { listExecutions } from './list-executions.ts'

export const executions = defineFeature({
  name: 'executions',
  operations: [listExecutions, getExecution],
})
