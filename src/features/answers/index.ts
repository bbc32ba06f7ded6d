export { importAnswers } from './import-answers.ts'
export { listHistoryReadings } from './list-history-readings.ts'
export { listSentimentJudgements } from './list-sentiment-judgements.ts'
export { createModelSentiment } from './model-sentiment.ts'
export { findMentionPlaces } from './read-answer.ts'
export { dropReadings, readHistory } from './read-history.ts'
export {
  brandEntity,
  dropReadingsQueue,
  entitiesOfReading,
  readHistoryQueue,
  refreshReadingConfig,
} from './reading-config.ts'
export { answersKeptSince, retainAnswers, retainAnswersQueue } from './retain-answers.ts'
export { answerBatches, eraseAnswers } from './store-answers.ts'
