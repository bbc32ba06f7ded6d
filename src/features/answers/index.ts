import { defineFeature } from '../../kernel/feature.ts'
import { conflict } from '../../lib/errors.ts'
import { answerBatches } from './answer-batches.ts'
import { checkReadings } from './check-readings.ts'
import { config } from './config.ts'
import { correctReadings } from './correct-readings.ts'
import { rowsWithoutReading } from './current-answers.ts'
import { importAnswers } from './import-answers.ts'
import { listHistoryReadings } from './list-history-readings.ts'
import { listSentimentJudgements } from './list-sentiment-judgements.ts'
import { createModelSentiment } from './model-sentiment.ts'
import { dropReadings, readHistory } from './read-history.ts'
import { refreshReaders } from './refresh-readers.ts'
import { rereadAnswers } from './reread-answers.ts'
import { resumeHistories } from './resume-histories.ts'
import { retainAnswers } from './retain-answers.ts'
import { clickhouseTables } from './tables.ts'

export { type Stance, stances } from '../../lib/text/stance/clauses.ts'
export { answerBatches } from './answer-batches.ts'
export { type AnswerCitation, type AnswerContent, outcomes } from './answer-content.ts'
export { type ContentRow, contentColumns, contentOfRow } from './answer-rows.ts'
export { judgmentOf, readChecks, storeCheck } from './correct-readings.ts'
export { answerRows, currentAnswers, currentRows, unansweredRows } from './current-answers.ts'
export { createNameFinder, findMentionPlaces, type MentionPlaces, unjudged } from './read-answer.ts'
export { brandEntity, entitiesOfReading, refreshReadingConfig } from './reading-config.ts'
export { answersRetainedSince, rawRetainedSince, retainAnswers } from './retain-answers.ts'
export { storeAnswerLines } from './store-answer-lines.ts'
export type { ReadEntity } from './tables.ts'

export const answers = defineFeature({
  name: 'answers',
  operations: [importAnswers, rereadAnswers, listHistoryReadings, listSentimentJudgements],
  jobs: [refreshReaders, readHistory, dropReadings, correctReadings, retainAnswers],
  checkConfig: createModelSentiment,
  open: ({ config }) => ({ sentimentModel: createModelSentiment(config) }),
  tables: { postgres: ['reading_configs', 'answer_checks'], clickhouse: clickhouseTables },
  batches: [answerBatches],
  checkDerived: checkReadings,
  async checkBackup(services, brands, rows) {
    // Old readings are deleted some time after a new version is in use, possibly during a long backup.
    const unread = await rowsWithoutReading(services, brands)
    if (rows.readings !== (rows.answers ?? 0) - unread)
      throw conflict('the history of a brand was reread during the backup; create a new backup')
    const checked = services.db.selectFrom('answer_checks').innerJoin('brands', 'brands.id', 'brand_id')
    for (const { id, erasures } of await checked.select(['id', 'erasures']).distinct().execute())
      if (brands.some((brand) => brand.id === id && brand.erasures !== erasures))
        throw conflict('answers of a brand were corrected during the backup; create a new backup')
  },
  afterRestore: resumeHistories,
  config,
})
