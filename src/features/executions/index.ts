import { defineFeature } from '../../kernel/feature.ts'
import { checkMention, getReadingPrecision } from './answer-checks.ts'
import { getExecution } from './get-execution.ts'
import { getExecutionNeighbours } from './get-execution-neighbours.ts'
import { getRawResponse } from './get-raw-response.ts'
import { listExecutions } from './list-executions.ts'

export { getExecution } from './get-execution.ts'
export { executionOutcomes, listExecutions } from './list-executions.ts'

export const executions = defineFeature({
  name: 'executions',
  operations: [listExecutions, getExecution, getExecutionNeighbours, getRawResponse, checkMention, getReadingPrecision],
})
