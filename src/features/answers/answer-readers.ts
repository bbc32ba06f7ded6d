import { availableParallelism } from 'node:os'
import type { Services } from '../../kernel/context.ts'
import type { ResponseFormat } from '../../lib/providers/provider-answer.ts'
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
import { createModelSentiment } from './model-sentiment.ts'
import { entitiesOfReading } from './reading-config.ts'
import { answersRetainedSince, rawRetainedSince } from './retain-answers.ts'

/** Threads that answers are read in: requests are answered by another one. */
export const readerThreads = Math.min(8, availableParallelism())

/** The threads are of the process, whatever is read in it. */
const threads = createThreads({
  module: new URL('./answer-worker.ts', import.meta.url),
  maxThreads: readerThreads,
  stopTimeoutMs: 5000,
})

/** What was read, with its sentiments settled: columns ready to be stored. */
export type WithReading<T> = T & { reading: Columns | undefined }

/** Reads answers of one brand in other threads; sentiments are those of the configured model, where there is one. */
export interface AnswerReaders {
  /** Reads lines of an answers file with a version of the brand's reading config. */
  readLines(version: number, lines: readonly string[]): Promise<(WithReading<ReadLine> | RejectedLine)[]>
  /** Reads rows of `StoredAnswer`, in JSONEachRow form. */
  readStored(version: number, rows: readonly string[]): Promise<WithReading<ReadStoredAnswer>[]>
  /** Reads rows of `StoredWithRaw`, in JSONEachRow form, as their raw bodies are read today. */
  readRaw(version: number, rows: readonly string[]): Promise<WithReading<ReadStoredAnswer>[]>
}

/** @param format of responses whose lines do not name theirs */
export function createAnswerReaders(
  services: Services,
  brandId: string,
  format?: ResponseFormat,
): AnswerReaders {
  const { ENGINES: engines, SENTIMENT_PROVIDER } = services.config
  const judged = SENTIMENT_PROVIDER !== 'offline'
  const judge = createModelSentiment(services.config)
  let newest: ReadingConfig | undefined

  async function configOf(version: number): Promise<ReadingConfig> {
    if (newest?.version !== version)
      newest = { brandId, version, entities: await entitiesOfReading(services, brandId, version) }
    return newest
  }

  async function settle<T extends object>(
    { entities }: ReadingConfig,
    read: readonly (T & Partial<ReadAnswer>)[],
  ): Promise<WithReading<T>[]> {
    const names = new Map(entities.map(({ number, names: [name = ''] }) => [number, name]))
    const nameOf = (entity: number) => names.get(entity) as string
    const open = read.flatMap(({ answerId, reading }) =>
      typeof reading === 'object' ? [{ answerId: answerId as string, reading, nameOf }] : [],
    )
    if (open.length > 0) await judge(services, brandId, open)
    return read.map((answer) => {
      const { reading } = answer
      return (
        typeof reading === 'object' ? { ...answer, reading: readingColumns(reading) } : answer
      ) as WithReading<T>
    })
  }

  const readAs = (name: 'readStored' | 'readRaw') => async (version: number, rows: readonly string[]) => {
    const config = await configOf(version)
    const task: ReadStoredTask = { config, judged, rows }
    return settle(config, await threads.run<ReadStoredAnswer[]>(name, task, services.closing))
  }

  return {
    async readLines(version, lines) {
      const config = await configOf(version)
      const kept = {
        retainedSince: answersRetainedSince(services),
        rawRetainedSince: rawRetainedSince(services),
      }
      const task: ReadLinesTask = { config, judged, engines, format, ...kept, lines }
      return settle(
        config,
        await threads.run<(ReadLine | RejectedLine)[]>('readLines', task, services.closing),
      )
    },
    readStored: readAs('readStored'),
    readRaw: readAs('readRaw'),
  }
}
