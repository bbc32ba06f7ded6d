import { committedUntil } from '../../kernel/batches.ts'
import { type HeldLock, withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { clearDamage } from '../../kernel/stored-rows.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { type AnswerReaders, createAnswerReaders } from './answer-readers.ts'
import { readableAnswers, sumRows } from './current-answers.ts'
import { type HistoryVersion, readBatches, type StepRows, stepEnd } from './history-steps.ts'
import { dropReadingsQueue, readHistoryQueue } from './reading-config.ts'

/** Readings that are no longer in use stay until no query that began with them can still be at work. */
const keepOldReadingsSeconds = 120

/**
 * Reads a brand's stored answers again for its newest entities, as a version of readings beside the one in use, and
 * then puts that in use at once: nobody ever sees half of it. Goes on where a killed run ended.
 */
export const readHistory: Job<{ brand_id: string }> = {
  queue: readHistoryQueue,
  concurrency: 2,
  perWorkspace: 1,
  run: (services, { brand_id: brandId }, signal) => readWholeHistory(services, brandId, signal),
}

/**
 * Reads until the newest version is in use, whoever else does the same.
 * @param onRead told how many answers a step has read
 */
export function readWholeHistory(
  services: Services,
  brandId: string,
  signal: AbortSignal,
  onRead: (answers: number) => void = () => {},
): Promise<void> {
  return withLock(services, brandId, 'history', async (held) => {
    const readers = createAnswerReaders(services, brandId)
    for (;;) {
      const target = await newestConfig(services, brandId)
      if (target === undefined) return
      await removeLeftovers(services, target)
      const run: Run = { services, target, held, readers, signal, onRead }
      // What was imported while the bulk was read is read under the lock that imports wait for: then nothing is missing.
      if (await readAll(run))
        await withLock(services, brandId, 'writing', async () => (await readAll(run)) && finish(run))
    }
  })
}

interface Run {
  services: Services
  target: HistoryVersion
  /** The lock `history`. */
  held: HeldLock
  readers: AnswerReaders
  signal: AbortSignal
  onRead: (answers: number) => void
}

/**
 * Reads all committed batches, some at a time; one step is written while the next is read.
 * @returns false where a newer version is wanted by now
 */
async function readAll(run: Run): Promise<boolean> {
  const { services, readers, signal, onRead } = run
  const { brandId, version } = run.target
  let writing = Promise.resolve()
  let from: number | undefined
  try {
    for (;;) {
      signal.throwIfAborted()
      const target = await newestConfig(services, brandId)
      if (target?.version !== version) return false
      from ??= target.readSeq
      const until = await stepEnd(services, target, from)
      if (until === from) {
        await writing
        return true
      }
      const rows = await readBatches(services, readers, target, from, until)
      onRead(rows.answers)
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

interface TargetConfig extends HistoryVersion {
  readSeq: number
}

/** The newest config of the brand; undefined where it is in use already, or the brand is gone. */
async function newestConfig({ db }: Services, brandId: string): Promise<TargetConfig | undefined> {
  const row = await db
    .selectFrom('reading_configs')
    .innerJoin('brands', 'brands.id', 'reading_configs.brand_id')
    .select(['version', 'read_seq', 'reads_raw', 'reading_version', 'ingest_seq'])
    .where('brand_id', '=', brandId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  if (row === undefined || row.version <= row.reading_version) return undefined
  return {
    brandId,
    version: row.version,
    readsRaw: row.reads_raw,
    versionInUse: row.reading_version,
    readSeq: row.read_seq,
    committed: row.ingest_seq,
  }
}

/**
 * What a killed run left behind goes first, so that no answer is read twice; and revisions for a version that never came into
 * use, which a later one would show.
 */
async function removeLeftovers(
  services: Services,
  { brandId, version, versionInUse, readSeq }: TargetConfig,
): Promise<void> {
  const ofBrand = sql`brand_id = ${brandId}`
  await remove(services, 'readings', sql`${ofBrand} AND version = ${version} AND seq > ${readSeq}`)
  await remove(
    services,
    'answers',
    sql`${ofBrand} AND revision > ${versionInUse} AND (revision != ${version} OR seq > ${readSeq})`,
  )
}

/** Removes rows, where there are any, once the inserts at work have ended. */
async function remove({ clickhouse }: Services, table: 'answers' | 'readings', which: Sql): Promise<void> {
  await clickhouse.settle(table)
  const rows = await clickhouse.query(sql`SELECT 1 FROM ${sql.raw(table)} WHERE ${which} LIMIT 1`)
  if (rows.length > 0) await clickhouse.command(sql`DELETE FROM ${sql.raw(table)} WHERE ${which}`)
}

/** Writes what a step has read, and notes how far it came. */
async function writeStep(
  { services: { db, clickhouse }, target: { brandId, version }, held }: Run,
  { readings, revisions }: StepRows,
  until: number,
): Promise<void> {
  await held.check()
  if (revisions.length > 0) await clickhouse.insert('answers', revisions.join('\n'))
  if (readings.length > 0) await clickhouse.insert('readings', readings.join('\n'))
  const progress = db.updateTable('reading_configs').set({ read_seq: until }).where('brand_id', '=', brandId)
  await progress.where('version', '=', version).execute()
}

/** Puts a version in use, unless a newer one is wanted by now. The caller holds the brand's locks. */
async function finish({ services, target }: Run): Promise<void> {
  const { brandId, version } = target
  await checkWhole(services, target)
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
      .set({ reading_version: version, ...clearDamage('readings') })
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
async function checkWhole(
  services: Services,
  { brandId, version, versionInUse }: HistoryVersion,
): Promise<void> {
  const { db } = services
  const ofBrand = sql`brand_id = ${brandId}`
  await remove(services, 'answers', sql`${ofBrand} AND revision > ${versionInUse} AND revision != ${version}`)
  const committed = db.selectFrom('brands').select('ingest_seq').where('id', '=', brandId)
  const { ingest_seq: seq } = await committed.executeTakeFirstOrThrow()
  const answers = await readableAnswers(services, { brandId, version, seq })
  const readings = await sumRows(
    services,
    sql`readings WHERE ${ofBrand} AND version = ${version} AND ${committedUntil(seq)}`,
  )
  if (readings.rows === answers.rows) return
  // The next run removes all that this one has written.
  const configs = db.updateTable('reading_configs').set({ read_seq: 0 }).where('brand_id', '=', brandId)
  await configs.where('version', '=', version).execute()
  throw new Error(`${readings.rows} readings of ${answers.rows} answers: they are read once more`)
}

/**
 * Removes readings of versions that are no longer in use. Whom they looked for stays for as long as the readings of pages
 * are of that version: they are made anew by a job of their own, which may come later.
 */
export const dropReadings: Job<{ brand_id: string; before_version: number }> = {
  queue: dropReadingsQueue,
  async run({ db, clickhouse }, { brand_id: brandId, before_version: version }) {
    await clickhouse.command(sql`DELETE FROM readings WHERE brand_id = ${brandId} AND version < ${version}`)
    const ofPages = db.selectFrom('brands').select('pages_version').where('id', '=', brandId)
    await db
      .deleteFrom('reading_configs')
      .where('brand_id', '=', brandId)
      .where('version', '<', version)
      .where('version', 'not in', ofPages)
      .execute()
  },
}
