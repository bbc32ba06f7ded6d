import { defineFeature } from '../../kernel/feature.ts'
import { importAnswers } from './import-answers.ts'
import { listHistoryReadings } from './list-history-readings.ts'
import { listSentimentJudgements } from './list-sentiment-judgements.ts'
import { createModelSentiment } from './model-sentiment.ts'
import { dropReadings, readHistory } from './read-history.ts'
import { retainAnswers } from './retain-answers.ts'

export { importAnswers } from './import-answers.ts'
export { findMentionPlaces } from './read-answer.ts'
export { brandEntity, entitiesOfReading, readHistoryQueue, refreshReadingConfig } from './reading-config.ts'
export { answersKeptSince, retainAnswers } from './retain-answers.ts'
export { answerBatches, eraseAnswers } from './store-answers.ts'
export type { ReadEntity } from './tables.ts'

export const answers = defineFeature({
  name: 'answers',
  operations: [importAnswers, listHistoryReadings, listSentimentJudgements],
  jobs: [readHistory, dropReadings, retainAnswers],
  checkConfig: createModelSentiment,
})
