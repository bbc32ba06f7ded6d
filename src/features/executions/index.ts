export { getExecution } from './get-execution.ts'
export { listExecutions } from './list-executions.ts'
