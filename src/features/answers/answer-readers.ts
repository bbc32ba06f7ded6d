import { availableParallelism } from 'node:os'
import type { Services } from '../../kernel/context.ts'
import type { ResponseFormat } from '../../lib/providers/providers.ts'
import { createThreads } from '../../lib/threads/threads.ts'
import { type Columns, readingColumns } from './answer-rows.ts'
import type {
  ReadAnswer,
  ReadingConfig,
  ReadLine,
  ReadLinesTask,
  ReadStoredAnswer,
  ReadStoredTask,
  RejectedLine,
} from './answer-worker.ts'
import type { Reading } from './read-answer.ts'
import { entitiesOfReading } from './reading-config.ts'
import { answersRetainedSince, rawRetainedSince } from './retain-answers.ts'

/** Worker threads that read answers; the main thread handles requests. */
export const readerThreads = Math.min(8, availableParallelism())

/** Shared by all readers of the process. */
const threads = createThreads({
  module: new URL('./answer-worker.ts', import.meta.url),
  maxThreads: readerThreads,
  stopTimeoutMs: 5000,
})

/** A reading with final sentiments, as columns to store. */
export type WithReading<T> = T & { reading: Columns | undefined }

/** Reads answers of one brand in worker threads, with sentiments of the configured model, if any. */
export interface AnswerReaders {
  readLines(version: number, lines: readonly string[]): Promise<(WithReading<ReadLine> | RejectedLine)[]>
  /**
   * Reads `StoredAnswer` rows in JSONEachRow form.
   * @param correct changes readings, after a model judged them
   */
  readStored(
    version: number,
    rows: readonly string[],
    correct?: CorrectReading,
  ): Promise<WithReading<ReadStoredAnswer>[]>
  /** Reads `StoredWithRaw` rows in JSONEachRow form, with the current parsers of raw responses. */
  readRaw(version: number, rows: readonly string[]): Promise<WithReading<ReadStoredAnswer>[]>
}

type CorrectReading = (answerId: string, reading: Reading) => void

/** @param format default format of responses */
export function createAnswerReaders(services: Services, brandId: string, format?: ResponseFormat): AnswerReaders {
  const { ENGINES: engines, SENTIMENT_PROVIDER } = services.config
  const judged = SENTIMENT_PROVIDER !== 'offline'
  const judge = services.states.sentimentModel
  let newest: ReadingConfig | undefined

  async function configOf(version: number): Promise<ReadingConfig> {
    if (newest?.version !== version)
      newest = { brandId, version, entities: await entitiesOfReading(services, brandId, version) }
    return newest
  }

  async function settle<T extends object>(
    { entities }: ReadingConfig,
    read: readonly (T & Partial<ReadAnswer>)[],
    correct?: CorrectReading,
  ): Promise<WithReading<T>[]> {
    const names = new Map(entities.map(({ number, names: [name = ''] }) => [number, name]))
    const nameOf = (entity: number) => names.get(entity) as string
    const open = read.flatMap(({ answerId, reading }) =>
      typeof reading === 'object' ? [{ answerId: answerId as string, reading, nameOf }] : [],
    )
    if (open.length > 0) await judge(services, brandId, open)
    for (const { answerId, reading } of open) correct?.(answerId, reading)
    return read.map((answer) => {
      const { reading } = answer
      return (typeof reading === 'object' ? { ...answer, reading: readingColumns(reading) } : answer) as WithReading<T>
    })
  }

  const readAs =
    (name: 'readStored' | 'readRaw') => async (version: number, rows: readonly string[], correct?: CorrectReading) => {
      const config = await configOf(version)
      const task: ReadStoredTask = { config, judged: judged || correct !== undefined, rows }
      return settle(config, await threads.run<ReadStoredAnswer[]>(name, task, services.closing), correct)
    }

  return {
    async readLines(version, lines) {
      const config = await configOf(version)
      const kept = {
        retainedSince: answersRetainedSince(services),
        rawRetainedSince: rawRetainedSince(services),
      }
      const task: ReadLinesTask = { config, judged, engines, format, ...kept, lines }
      return settle(config, await threads.run<(ReadLine | RejectedLine)[]>('readLines', task, services.closing))
    },
    readStored: readAs('readStored'),
    readRaw: readAs('readRaw'),
  }
}
