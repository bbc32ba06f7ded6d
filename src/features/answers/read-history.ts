import { committedUntil } from '../../kernel/batches.ts'
import { type HeldLock, withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { mended } from '../../kernel/stored-rows.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { type AnswerReaders, createAnswerReaders } from './answer-readers.ts'
import { placeColumns, row } from './answer-rows.ts'
import { dropReadingsQueue, readHistoryQueue } from './reading-config.ts'

/** Readings that are no longer in use stay until no query that began with them can still be at work. */
const keepOldReadingsSeconds = 120

/** Answers read in one step, about: its batches are read whole. */
const stepAnswers = 5000
const stepBytes = 50_000_000
/** Answers read at once in one thread. */
const partAnswers = 250

/**
 * Reads a brand's stored answers again for its newest entities, as a version of readings beside the one in use, and
 * then puts that in use at once: nobody ever sees half of it. Goes on where a killed run ended.
 */
export const readHistory: Job<{ brand_id: string }> = {
  queue: readHistoryQueue,
  run: (services, { brand_id: brandId }, signal) =>
    withLock(services, brandId, 'history', (held) => readUntilDone(services, brandId, held, signal)),
}

async function readUntilDone(
  services: Services,
  brandId: string,
  held: HeldLock,
  signal: AbortSignal,
): Promise<void> {
  const readers = createAnswerReaders(services, brandId)
  for (;;) {
    const target = await newestConfig(services, brandId)
    if (target === undefined) return
    await removeLeftovers(services, brandId, target)
    const run: Run = { services, brandId, version: target.version, held, readers, signal }
    // What was imported while the bulk was read is read under the lock that imports wait for: then nothing is missing.
    if (await readAll(run))
      await withLock(services, brandId, 'writing', async () => (await readAll(run)) && finish(run))
  }
}

interface Run {
  services: Services
  brandId: string
  version: number
  /** The lock `history`. */
  held: HeldLock
  readers: AnswerReaders
  signal: AbortSignal
}

/**
 * Reads all committed batches, some at a time; one step is written while the next is read.
 * @returns false where a newer version is wanted by now
 */
async function readAll(run: Run): Promise<boolean> {
  const { services, brandId, version, signal } = run
  let writing = Promise.resolve()
  let from: number | undefined
  try {
    for (;;) {
      signal.throwIfAborted()
      const target = await newestConfig(services, brandId)
      if (target?.version !== version) return false
      from ??= target.readSeq
      const until = await stepEnd(services, brandId, from, target.committed)
      if (until === from) {
        await writing
        return true
      }
      const rows = await readBatches(run, from, until)
      await writing
      writing = writeStep(run, rows, until)
      writing.catch(() => {})
      from = until
    }
  } finally {
    // The lock must not be given back while something is still being written.
    await writing.catch(() => {})
  }
}

interface TargetConfig {
  version: number
  readSeq: number
  /** The brand's last committed batch. */
  committed: number
}

/** The newest config of the brand; undefined where it is in use already, or the brand is gone. */
async function newestConfig({ db }: Services, brandId: string): Promise<TargetConfig | undefined> {
  const row = await db
    .selectFrom('reading_configs')
    .innerJoin('brands', 'brands.id', 'reading_configs.brand_id')
    .select(['version', 'read_seq', 'reading_version', 'ingest_seq'])
    .where('brand_id', '=', brandId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  if (row === undefined || row.version <= row.reading_version) return undefined
  return { version: row.version, readSeq: row.read_seq, committed: row.ingest_seq }
}

/** What a killed run left behind goes first, so that no answer is read twice. */
async function removeLeftovers(
  { clickhouse }: Services,
  brandId: string,
  target: TargetConfig,
): Promise<void> {
  const left = sql`brand_id = ${brandId} AND version = ${target.version} AND seq > ${target.readSeq}`
  await clickhouse.settle('readings')
  const rows = await clickhouse.query(sql`SELECT 1 FROM readings WHERE ${left} LIMIT 1`)
  if (rows.length > 0) await clickhouse.command(sql`DELETE FROM readings WHERE ${left}`)
}

/** The last batch to read in a step that begins after `from`, so that it holds about as much as a step should. */
async function stepEnd(
  { clickhouse }: Services,
  brandId: string,
  from: number,
  committed: number,
): Promise<number> {
  const batches = await clickhouse.query<{ batch: string; answers: string; bytes: string }>(
    sql`SELECT seq AS batch, count() AS answers, sum(length(answer)) AS bytes FROM
        (SELECT seq, answer FROM answers WHERE brand_id = ${brandId} AND seq > ${from} AND ${committedUntil(committed)}
          ORDER BY seq LIMIT ${stepAnswers} WITH TIES)
      GROUP BY batch ORDER BY batch`,
  )
  let end: number | undefined
  let bytes = 0
  let answers = 0
  for (const batch of batches) {
    bytes += Number(batch.bytes)
    answers += Number(batch.answers)
    if (end !== undefined && bytes > stepBytes) return end
    end = Number(batch.batch)
  }
  return end === undefined || answers < stepAnswers ? committed : end
}

/** Reads batches into rows of `readings`. */
async function readBatches({ services, brandId, version, readers }: Run, from: number, until: number) {
  const stored = await services.clickhouse.lines(
    sql`SELECT answer_id, seq, prompt, engine, country, executed_at, answer,
        given_citations.url AS urls, given_citations.title AS titles
      FROM answers WHERE brand_id = ${brandId} AND seq > ${from} AND seq <= ${until} ORDER BY seq, answer_id`,
  )
  const parts = Array.from({ length: Math.ceil(stored.length / partAnswers) }, (_, part) =>
    readers.readStored(version, stored.slice(part * partAnswers, (part + 1) * partAnswers)),
  )
  const place = placeColumns({ brand_id: brandId, version })
  return (await Promise.all(parts)).flat().map((answer) => row(place, answer.shared, answer.reading))
}

/** Writes what a step has read, and notes how far it came. */
async function writeStep(
  { services: { db, clickhouse }, brandId, version, held }: Run,
  rows: readonly string[],
  until: number,
): Promise<void> {
  await held.check()
  if (rows.length > 0) await clickhouse.insert('readings', rows.join('\n'))
  const progress = db.updateTable('reading_configs').set({ read_seq: until }).where('brand_id', '=', brandId)
  await progress.where('version', '=', version).execute()
}

/** Puts a version in use, unless a newer one is wanted by now. The caller holds the brand's locks. */
async function finish({ services, brandId, version }: Run): Promise<void> {
  await checkWhole(services, brandId, version)
  await services.db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('id').where('id', '=', brandId)
    await brands.forUpdate().executeTakeFirstOrThrow()
    const configs = transaction
      .selectFrom('reading_configs')
      .select('version')
      .where('brand_id', '=', brandId)
    const newest = await configs.orderBy('version', 'desc').executeTakeFirstOrThrow()
    if (newest.version !== version) return
    await transaction
      .updateTable('brands')
      .set({ reading_version: version, ...mended('readings') })
      .where('id', '=', brandId)
      .execute()
    const old = { key: `${brandId} ${version}`, transaction, delaySeconds: keepOldReadingsSeconds }
    await services.jobs.enqueue(dropReadingsQueue, { brand_id: brandId, before_version: version }, old)
  })
}

/**
 * A run that lost its lock may have written after the next one had begun, and answers may have been erased between their
 * reading and its writing. Readings that are not one of each answer are read once more.
 * @throws Error where they are not: the job is run again
 */
async function checkWhole({ db, clickhouse }: Services, brandId: string, version: number): Promise<void> {
  const committed = db.selectFrom('brands').select('ingest_seq').where('id', '=', brandId)
  const { ingest_seq } = await committed.executeTakeFirstOrThrow()
  const count = async (table: string, condition: Sql) => {
    const [row] = await clickhouse.query<{ count: string }>(
      sql`SELECT count() AS count FROM ${sql.raw(table)} WHERE brand_id = ${brandId} AND ${committedUntil(ingest_seq)} AND ${condition}`,
    )
    return Number(row?.count)
  }
  const readings = await count('readings', sql`version = ${version}`)
  const answers = await count('answers', sql`true`)
  if (readings === answers) return
  await clickhouse.command(sql`DELETE FROM readings WHERE brand_id = ${brandId} AND version = ${version}`)
  const configs = db.updateTable('reading_configs').set({ read_seq: 0 }).where('brand_id', '=', brandId)
  await configs.where('version', '=', version).execute()
  throw new Error(`${readings} readings of ${answers} answers: they are read once more`)
}

/** Removes readings of versions that are no longer in use. */
export const dropReadings: Job<{ brand_id: string; before_version: number }> = {
  queue: dropReadingsQueue,
  async run({ db, clickhouse }, { brand_id: brandId, before_version: version }) {
    await clickhouse.command(sql`DELETE FROM readings WHERE brand_id = ${brandId} AND version < ${version}`)
    const configs = db.deleteFrom('reading_configs').where('brand_id', '=', brandId)
    await configs.where('version', '<', version).execute()
  },
}
