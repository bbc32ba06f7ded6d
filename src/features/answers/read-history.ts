import { committedUntil } from '../../kernel/batches.ts'
import { type HeldLock, withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { clearDamage } from '../../kernel/stored-rows.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { updateRow } from '../../stores/postgres-rows.ts'
import { type AnswerReaders, createAnswerReaders } from './answer-readers.ts'
import { applyChecksSince, correctAnswers, readChecks } from './correct-readings.ts'
import { readableAnswers, sumRows } from './current-answers.ts'
import { type HistoryVersion, readBatches, type StepRows, stepEnd } from './history-steps.ts'
import { dropReadingsQueue, readHistoryQueue } from './reading-config.ts'

/** Keeps unused readings until no query that started with them can still be running. */
const keepOldReadingsSeconds = 120

/**
 * Rereads a brand's stored answers for its current entities into a new version, then switches to it
 * atomically, so that no query sees a partial version. Resumes after a crash.
 */
export const readHistory: Job<{ brand_id: string }> = {
  queue: readHistoryQueue,
  concurrency: 2,
  perWorkspace: 1,
  run: (services, { brand_id: brandId }, signal) => readWholeHistory(services, brandId, signal),
}

/**
 * Reads until the newest version is in use, even if another process does the same.
 * @param onRead receives the number of answers read in each step
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
      // Answers imported during the bulk read are read under the writing lock, so that none are missed.
      if (await readAll(run))
        await withLock(services, brandId, 'writing', async () => (await readAll(run)) && finish(run))
    }
  })
}

interface Run {
  services: Services
  target: HistoryVersion
  held: HeldLock
  readers: AnswerReaders
  signal: AbortSignal
  onRead: (answers: number) => void
}

/**
 * Reads all committed batches; writes one step while reading the next.
 * @returns false if a newer version is requested
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
    // Keep the lock until all writes finish.
    await writing.catch(() => {})
  }
}

interface TargetConfig extends HistoryVersion {
  readSeq: number
}

/** The newest config of the brand. Undefined if it is already in use or the brand was deleted. */
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
 * Removes rows of a crashed run, so that no answer is read twice, and revisions of versions that never came
 * into use.
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

/** Removes matching rows, if any, after running inserts finish. */
async function remove({ clickhouse }: Services, table: 'answers' | 'readings', which: Sql): Promise<void> {
  await clickhouse.settle(table)
  const rows = await clickhouse.query(sql`SELECT 1 FROM ${sql.raw(table)} WHERE ${which} LIMIT 1`)
  if (rows.length > 0) await clickhouse.command(sql`DELETE FROM ${sql.raw(table)} WHERE ${which}`)
}

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

/** Switches to a version, unless a newer one is requested. The caller holds the brand's locks. */
async function finish({ services, target }: Run): Promise<void> {
  const { brandId, version } = target
  const seq = await checkWhole(services, target)
  // Clocks of processes differ.
  const since = new Date(services.now().getTime() - 60_000)
  const checks = await readChecks(services.db, brandId)
  const settleChecks = await correctAnswers(services, { brandId, version, seq }, checks)
  await services.db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('id').where('id', '=', brandId)
    await brands.forUpdate().executeTakeFirstOrThrow()
    const configs = transaction.selectFrom('reading_configs').select('version').where('brand_id', '=', brandId)
    const newest = await configs.orderBy('version', 'desc').executeTakeFirstOrThrow()
    if (newest.version !== version) return
    await updateRow(transaction, 'brands', brandId, { reading_version: version, ...clearDamage('readings') })
    await settleChecks(transaction)
    await applyChecksSince(services, transaction, brandId, since)
    const old = { key: `${brandId} ${version}`, transaction, delaySeconds: keepOldReadingsSeconds }
    await services.jobs.enqueue(dropReadingsQueue, { brand_id: brandId, before_version: version }, old)
  })
}

/**
 * Checks for exactly one reading per answer: a run that lost its lock may have written late, and answers may
 * have been erased between reading and writing.
 * @returns the last committed batch
 * @throws Error on a mismatch, so that the job rereads all
 */
async function checkWhole(services: Services, { brandId, version, versionInUse }: HistoryVersion): Promise<number> {
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
  if (readings.rows === answers.rows) return seq
  // The next run removes all rows of this one.
  const configs = db.updateTable('reading_configs').set({ read_seq: 0 }).where('brand_id', '=', brandId)
  await configs.where('version', '=', version).execute()
  throw new Error(`${readings.rows} readings for ${answers.rows} answers; rereading all`)
}

/**
 * Removes readings of unused versions. Keeps their configs while readings of pages use them: a separate job
 * rereads pages, possibly later.
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
