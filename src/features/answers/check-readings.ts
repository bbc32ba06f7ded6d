import { committedUntil } from '../../kernel/batches.ts'
import { withLock } from '../../kernel/brand-lock.ts'
import { brandsNotBeingErased } from '../../kernel/check-stored.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { markDamaged } from '../../kernel/stored-rows.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { type AnswersState, originalRows, readableAnswers, sumRows } from './current-answers.ts'
import { readerVersion } from './read-answer.ts'
import { requeueReadings } from './reading-config.ts'

/** Counting all readings can exceed the request timeout. */
const timeoutSeconds = 300

/** Rereads the answers of brands whose current readings do not match them one to one. */
export async function checkReadings(services: Services, signal: AbortSignal): Promise<void> {
  const brands = await brandsNotBeingErased(services)
  const ofThisReader = await readByThisReader(services)
  const answers = await answersByBrand(services)
  const readings = await readingsByVersion(services)
  for (const brand of brands) {
    signal.throwIfAborted()
    if (brand.ingest_seq === 0 || !ofThisReader.has(brand.id)) continue
    const found = readings.get(`${brand.id} ${brand.reading_version}`) ?? 0
    if (await mayDiffer(services, brand, answers.get(brand.id), found))
      await withLock(services, brand.id, 'writing', () => checkBrand(services, brand.id))
  }
}

async function mayDiffer(
  services: Services,
  brand: Brand,
  answers: AnswerCounts | undefined,
  readings: number,
): Promise<boolean> {
  // Equal counts prove nothing here: different answers and readings may be lost.
  if (brand.pending_seq !== null || brand.damaged_tables.includes('answers')) return true
  if (answers === undefined || !answers.isMixed) return (answers?.rows ?? 0) !== readings
  return (await readableAnswers(services, stateOf(brand), timeoutSeconds)).rows !== readings
}

/** Brands read by this reader version. Others can lack readings until their pending reread. */
async function readByThisReader({ db }: Services): Promise<Set<string>> {
  const rows = await db
    .selectFrom('brands')
    .innerJoin('reading_configs', (join) =>
      join.onRef('brand_id', '=', 'brands.id').onRef('version', '=', 'reading_version'),
    )
    .select('brands.id')
    .where('reader', '=', readerVersion)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function checkBrand(services: Services, brandId: string): Promise<void> {
  const { db, log } = services
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirst()
  if (brand === undefined || brand.data_unstable) return
  if (!(await readByThisReader(services)).has(brandId)) return
  const answers = await readableAnswers(services, stateOf(brand), timeoutSeconds)
  const readings = await sumRows(
    services,
    sql`readings WHERE brand_id = ${brandId} AND version = ${brand.reading_version}
      AND ${committedUntil(brand.ingest_seq)}`,
    timeoutSeconds,
  )
  if (answers.rows === readings.rows && answers.ids === readings.ids) return
  await db.transaction().execute(async (transaction) => {
    await markDamaged(transaction, brandId, 'readings')
    await requeueReadings(services, transaction, brandId)
  })
  if (!brand.damaged_tables.includes('readings'))
    log.error({ brand_id: brandId, table: 'readings' }, 'readings are missing; rereading all answers')
}

const stateOf = ({ id, reading_version, ingest_seq }: Brand): AnswersState => ({
  brandId: id,
  version: reading_version,
  seq: ingest_seq,
})

interface AnswerCounts {
  rows: number
  /** Whether some of these have no reading, or were revised from raw responses. */
  isMixed: boolean
}

async function answersByBrand({ clickhouse }: Services): Promise<Map<string, AnswerCounts>> {
  const rows = await clickhouse.query<{ brand_id: string; found: string; mixed: string }>(
    sql`SELECT toString(brand_id) AS brand_id, countIf(${originalRows}) AS found,
        countIf(outcome != 'answered' OR revision > 0) AS mixed
      FROM answers GROUP BY brand_id`,
    timeoutSeconds,
  )
  return new Map(
    rows.map(({ brand_id, found, mixed }) => [brand_id, { rows: Number(found), isMixed: Number(mixed) > 0 }]),
  )
}

async function readingsByVersion({ clickhouse }: Services): Promise<Map<string, number>> {
  const rows = await clickhouse.query<{ brand_id: string; version: number; found: string }>(
    sql`SELECT toString(brand_id) AS brand_id, version, count() AS found FROM readings GROUP BY brand_id, version`,
    timeoutSeconds,
  )
  return new Map(rows.map(({ brand_id, version, found }) => [`${brand_id} ${version}`, Number(found)]))
}
