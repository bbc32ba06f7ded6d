import { defineFeature } from '../../kernel/feature.ts'
import { conflict } from '../../lib/errors.ts'
import { answerBatches } from './answer-batches.ts'
import { checkReadings } from './check-readings.ts'
import { config } from './config.ts'
import { importAnswers } from './import-answers.ts'
import { listHistoryReadings } from './list-history-readings.ts'
import { listSentimentJudgements } from './list-sentiment-judgements.ts'
import { createModelSentiment } from './model-sentiment.ts'
import { dropReadings, readHistory } from './read-history.ts'
import { refreshReaders } from './refresh-readers.ts'
import { resumeHistories } from './resume-histories.ts'
import { retainAnswers } from './retain-answers.ts'
import { clickhouseTables } from './tables.ts'

export { answerBatches } from './answer-batches.ts'
export { findMentionPlaces } from './read-answer.ts'
export { brandEntity, entitiesOfReading, refreshReadingConfig } from './reading-config.ts'
export { answersRetainedSince, retainAnswers } from './retain-answers.ts'
export { storeAnswerLines } from './store-answer-lines.ts'
export type { ReadEntity } from './tables.ts'

export const answers = defineFeature({
  name: 'answers',
  operations: [importAnswers, listHistoryReadings, listSentimentJudgements],
  jobs: [refreshReaders, readHistory, dropReadings, retainAnswers],
  checkConfig: createModelSentiment,
  tables: { postgres: ['reading_configs'], clickhouse: clickhouseTables },
  batches: [answerBatches],
  checkDerived: checkReadings,
  checkBackup(rows) {
    // Old readings are dropped some time after new ones are in use, which a long backup can outlast.
    if (rows.readings !== rows.answers)
      throw conflict('a brand’s history was read again while the backup was made: make it again')
  },
  afterRestore: resumeHistories,
  config,
})
