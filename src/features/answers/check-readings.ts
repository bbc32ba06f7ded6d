import { committedUntil } from '../../kernel/batches.ts'
import { withLock } from '../../kernel/brand-lock.ts'
import { rowsByBrand, stableBrands } from '../../kernel/check-stored.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { markDamaged } from '../../kernel/stored-rows.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { readerVersion } from './read-answer.ts'
import { readAgain } from './reading-config.ts'

/** Counting all readings takes longer than a request may. */
const timeoutSeconds = 300

/** Has the answers of brands read again whose readings in use are not one of each answer. */
export async function checkReadings(services: Services, signal: AbortSignal): Promise<void> {
  const brands = await stableBrands(services)
  const ofThisReader = await readByThisReader(services)
  const answers = await rowsByBrand(services, 'answers')
  const readings = await readingsByVersion(services)
  const differing = brands.filter(({ id, ingest_seq, pending_seq, reading_version, damaged_tables }) => {
    if (ingest_seq === 0 || !ofThisReader.has(id)) return false
    // Of each as many may be lost, and not the same ones.
    if (pending_seq !== null || damaged_tables.includes('answers')) return true
    return (answers.get(id) ?? 0) !== (readings.get(`${id} ${reading_version}`) ?? 0)
  })
  for (const { id } of differing) {
    signal.throwIfAborted()
    await withLock(services, id, 'writing', () => checkBrand(services, id))
  }
}

/** Other brands have answers without readings: their history is about to be read again by this reader. */
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
  const answers = await countOf(services, brand, 'answers', sql`true`)
  const readings = await countOf(services, brand, 'readings', sql`version = ${brand.reading_version}`)
  if (answers === readings) return
  await db.transaction().execute(async (transaction) => {
    await markDamaged(transaction, brandId, 'readings')
    await readAgain(services, transaction, brandId)
  })
  if (!brand.damaged_tables.includes('readings'))
    log.error({ brand_id: brandId, table: 'readings' }, 'readings are missing: all answers are read again')
}

/** How many rows there are, and a sum over their ids. */
async function countOf(
  { clickhouse }: Services,
  { id, ingest_seq }: Brand,
  table: string,
  condition: Sql,
): Promise<string> {
  const [row] = await clickhouse.query<{ found: string; ids: string }>(
    sql`SELECT count() AS found, sum(CRC32(toString(answer_id))) AS ids FROM ${sql.raw(table)}
      WHERE brand_id = ${id} AND ${committedUntil(ingest_seq)} AND ${condition}`,
    timeoutSeconds,
  )
  return `${row?.found} ${row?.ids}`
}

async function readingsByVersion({ clickhouse }: Services): Promise<Map<string, number>> {
  const rows = await clickhouse.query<{ brand_id: string; version: number; found: string }>(
    sql`SELECT toString(brand_id) AS brand_id, version, count() AS found FROM readings GROUP BY brand_id, version`,
    timeoutSeconds,
  )
  return new Map(rows.map(({ brand_id, version, found }) => [`${brand_id} ${version}`, Number(found)]))
}
