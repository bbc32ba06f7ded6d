export { withLock } from './brand-lock.ts'
export { importAnswers } from './import-answers.ts'
export { dropReadings, readHistory } from './read-history.ts'
export {
  brandEntity,
  dropReadingsQueue,
  entitiesOfReading,
  readHistoryQueue,
  refreshReadingConfig,
} from './reading-config.ts'
export { countAnswersOfPrompt, eraseAnswers } from './store-answers.ts'
