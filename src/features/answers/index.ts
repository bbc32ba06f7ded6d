export { withLock } from './brand-lock.ts'
export { importAnswers } from './import-answers.ts'
export { listSentimentJudgements } from './list-sentiment-judgements.ts'
export { createModelSentiment } from './model-sentiment.ts'
export { dropReadings, readHistory } from './read-history.ts'
export {
  brandEntity,
  dropReadingsQueue,
  entitiesOfReading,
  readHistoryQueue,
  refreshReadingConfig,
} from './reading-config.ts'
export { countAnswersOfPrompt, eraseAnswers } from './store-answers.ts'
