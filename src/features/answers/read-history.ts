import type { Services } from '../../core/context.ts'
import type { JobKind } from '../../core/jobs.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { withLock } from './brand-lock.ts'
import { type AnswerToRead, type BrandReader, createBrandReader } from './brand-reader.ts'
import { dropReadingsQueue, readHistoryQueue } from './reading-config.ts'

/** Readings that are no longer in use stay until no query that began with them can still be at work. */
const keepOldReadingsSeconds = 120

/** Answers read in one step, about: its batches are read whole. */
const stepAnswers = 5000

/**
 * Reads a brand's stored answers again for its newest entities, as a version of readings beside the one in use, and
 * then puts that in use at once: nobody ever sees half of it. Goes on where a killed run ended.
 */
export function readHistory(services: Services): JobKind<{ brand_id: string }> {
  return {
    queue: readHistoryQueue,
    run: ({ brand_id: brandId }, signal) =>
      withLock(services, brandId, 'history', () => readUntilDone(services, brandId, signal)),
  }
}

async function readUntilDone(services: Services, brandId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const target = await newestConfig(services, brandId)
    if (target === undefined) return
    await removeLeftovers(services, brandId, target)
    const reader = await createBrandReader(services, brandId, target.version)
    const step = () => readStep(services, brandId, target.version, reader, signal)
    // What was imported while the bulk was read is read under the lock that imports wait for: then nothing is missing.
    if (await readAll(step))
      await withLock(
        services,
        brandId,
        'writing',
        async () => (await readAll(step)) && finish(services, brandId, target.version),
      )
  }
}

type Step = () => Promise<'more' | 'done' | 'outdated'>

/** @returns false where a newer version is wanted by now */
async function readAll(step: Step): Promise<boolean> {
  for (;;) {
    const outcome = await step()
    if (outcome !== 'more') return outcome === 'done'
  }
}

interface TargetConfig {
  version: number
  readSeq: number
}

/** The newest config of the brand; undefined where it is in use already, or the brand is gone. */
async function newestConfig({ db }: Services, brandId: string): Promise<TargetConfig | undefined> {
  const row = await db
    .selectFrom('reading_configs')
    .innerJoin('brands', 'brands.id', 'reading_configs.brand_id')
    .select(['version', 'read_seq', 'reading_version'])
    .where('brand_id', '=', brandId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  if (row === undefined || row.version <= row.reading_version) return undefined
  return { version: row.version, readSeq: row.read_seq }
}

interface StoredAnswer {
  answer_id: string
  seq: string
  prompt: number
  engine: string
  country: string
  executed_at: string
  answer: string
  urls: string[]
  titles: string[]
}

/** What a killed run left behind goes first, so that no answer is read twice. */
async function removeLeftovers(
  { clickhouse }: Services,
  brandId: string,
  target: TargetConfig,
): Promise<void> {
  const left = sql`brand_id = ${brandId} AND version = ${target.version} AND seq > ${target.readSeq}`
  const rows = await clickhouse.query(sql`SELECT 1 FROM readings WHERE ${left} LIMIT 1`)
  if (rows.length > 0) await clickhouse.command(sql`DELETE FROM readings WHERE ${left}`)
}

/** Reads some more batches with a version and notes how far it came. */
async function readStep(
  services: Services,
  brandId: string,
  version: number,
  read: BrandReader,
  signal: AbortSignal,
): ReturnType<Step> {
  signal.throwIfAborted()
  const { db, clickhouse } = services
  const target = await newestConfig(services, brandId)
  if (target?.version !== version) return 'outdated'
  const { ingest_seq } = await db
    .selectFrom('brands')
    .select('ingest_seq')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const from = target.readSeq
  const until = await stepEnd(services, brandId, from, ingest_seq)
  if (until === from) return 'done'
  const answers = await clickhouse.query<StoredAnswer>(
    sql`SELECT answer_id, seq, prompt, engine, country, toString(executed_at) AS executed_at, answer,
        given_citations.url AS urls, given_citations.title AS titles
      FROM answers WHERE brand_id = ${brandId} AND seq > ${from} AND seq <= ${until} ORDER BY seq, answer_id`,
  )
  const rows = await read(answers.map(fromStored))
  if (rows.length > 0) await clickhouse.insert('readings', rows.join('\n'))
  const progress = db.updateTable('reading_configs').set({ read_seq: until }).where('brand_id', '=', brandId)
  await progress.where('version', '=', version).execute()
  return until < ingest_seq ? 'more' : 'done'
}

const fromStored = (stored: StoredAnswer): AnswerToRead => ({
  answerId: stored.answer_id,
  seq: Number(stored.seq),
  promptNumber: stored.prompt,
  engine: stored.engine,
  country: stored.country,
  executedAt: new Date(`${stored.executed_at.replace(' ', 'T')}Z`),
  answer: stored.answer,
  citations: stored.urls.map((url, index) => ({ url, title: stored.titles[index] ?? '' })),
})

/** The last batch to read in a step that begins after `from`, so that it holds about `stepAnswers`. */
async function stepEnd(
  { clickhouse }: Services,
  brandId: string,
  from: number,
  committed: number,
): Promise<number> {
  const rows = await clickhouse.query<{ last: string }>(
    sql`SELECT seq AS last FROM answers WHERE brand_id = ${brandId} AND seq > ${from} AND seq <= ${committed}
      ORDER BY seq LIMIT 1 OFFSET ${stepAnswers}`,
  )
  const last = rows[0] === undefined ? committed : Number(rows[0].last)
  return Math.max(last, Math.min(from + 1, committed))
}

/** Puts a version in use, unless a newer one is wanted by now. The caller holds the brand's lock. */
async function finish(services: Services, brandId: string, version: number): Promise<void> {
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
      .set({ reading_version: version })
      .where('id', '=', brandId)
      .execute()
    const old = { key: `${brandId} ${version}`, transaction, delaySeconds: keepOldReadingsSeconds }
    await services.jobs.enqueue(dropReadingsQueue, { brand_id: brandId, before_version: version }, old)
  })
}

/** Removes readings of versions that are no longer in use. */
export function dropReadings({
  db,
  clickhouse,
}: Services): JobKind<{ brand_id: string; before_version: number }> {
  return {
    queue: dropReadingsQueue,
    async run({ brand_id: brandId, before_version: version }) {
      await clickhouse.command(sql`DELETE FROM readings WHERE brand_id = ${brandId} AND version < ${version}`)
      const configs = db.deleteFrom('reading_configs').where('brand_id', '=', brandId)
      await configs.where('version', '<', version).execute()
    },
  }
}
