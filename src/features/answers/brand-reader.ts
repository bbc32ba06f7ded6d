import type { Services } from '../../core/context.ts'
import { mapInTurns } from '../../core/turns.ts'
import { storedTime } from '../../stores/clickhouse-sql.ts'
import { createModelSentiment } from './model-sentiment.ts'
import { createAnswerReader, type Reading } from './read-answer.ts'
import type { GivenCitation } from './reading/citations/citations.ts'
import { entitiesOfReading } from './reading-config.ts'

/** An answer with what its row of readings holds beside the reading itself. */
export interface AnswerToRead {
  answerId: string
  seq: number
  promptNumber: number
  engine: string
  country: string
  executedAt: Date
  answer: string
  citations: GivenCitation[]
}

/** Reads answers into rows of `readings`, in JSONEachRow form. */
export type BrandReader = (answers: readonly AnswerToRead[]) => Promise<string[]>

/** Prepares to read a brand's answers with a version of its reading config; made once for many answers. */
export async function createBrandReader(
  services: Services,
  brandId: string,
  version: number,
): Promise<BrandReader> {
  const entities = await entitiesOfReading(services, brandId, version)
  const read = createAnswerReader(entities)
  const names = new Map(entities.map(({ number, names: [name = ''] }) => [number, name]))
  const nameOf = (entity: number) => names.get(entity) as string
  const judge = createModelSentiment(services.config)
  return async (answers) => {
    const readings = await mapInTurns(answers, ({ answer, citations }) => read(answer, citations))
    const toJudge = readings.map((reading, index) => ({
      reading,
      answerId: (answers[index] as AnswerToRead).answerId,
      nameOf,
    }))
    await judge(services, brandId, toJudge)
    return answers.map((answer, index) => readingRow(brandId, version, answer, readings[index] as Reading))
  }
}

export type BrandReaders = (brandId: string, version: number) => Promise<BrandReader>

/** Makes readers, keeping the newest: the batches of an import follow each other with the same version. */
export function createBrandReaders(services: Services): BrandReaders {
  let kept: { brandId: string; version: number; reader: BrandReader } | undefined
  return async (brandId, version) => {
    if (kept?.version !== version || kept.brandId !== brandId) {
      kept = { brandId, version, reader: await createBrandReader(services, brandId, version) }
    }
    return kept.reader
  }
}

function readingRow(
  brandId: string,
  version: number,
  answer: AnswerToRead,
  { mentions, citations }: Reading,
): string {
  return JSON.stringify({
    brand_id: brandId,
    version,
    executed_at: storedTime(answer.executedAt),
    answer_id: answer.answerId,
    seq: answer.seq,
    prompt: answer.promptNumber,
    engine: answer.engine,
    country: answer.country,
    'mentions.entity': mentions.map((mention) => mention.entity),
    'mentions.count': mentions.map((mention) => Math.min(mention.count, 65_535)),
    'mentions.offset': mentions.map((mention) => mention.offset),
    'mentions.sentiment': mentions.map((mention) => mention.sentiment),
    'citations.url': citations.map((citation) => citation.url),
    'citations.domain': citations.map((citation) => citation.domain),
    'citations.title': citations.map((citation) => citation.title),
  })
}
