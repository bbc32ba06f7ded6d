import type { Services } from '../../kernel/context.ts'
import { distinctNames } from '../../kernel/name-fields.ts'
import { invalidRequest, notFound, unavailable } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRow, updateRow } from '../../stores/postgres-rows.ts'
import { readerVersion } from './read-answer.ts'
import type { ReadEntity } from './tables.ts'

/** Queues of the jobs in `read-history.ts`. */
export const readHistoryQueue = 'read-history'
export const dropReadingsQueue = 'drop-readings'

/** Entity number of the brand. Competitors have higher numbers. */
export const brandEntity = 1

/**
 * Stores a new reading config if the entities or the reader changed. Figures use the current version until
 * the history is reread; without history, the new version is used immediately.
 */
export async function refreshReadingConfig(
  services: Services,
  transaction: Transaction,
  brandId: string,
): Promise<void> {
  const brands = transaction.selectFrom('brands').selectAll().where('id', '=', brandId)
  const brand = await brands.forUpdate().executeTakeFirstOrThrow(() => notFound('brand'))
  const competitors = await transaction
    .selectFrom('competitors')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('is_active', '=', true)
    .orderBy('number')
    .execute()
  const entities = [{ ...brand, number: brandEntity, domain: brand.primary_domain }, ...competitors].map(
    (named): ReadEntity => ({
      number: named.number,
      names: [named.name, ...named.aliases],
      domain: named.domain,
      case_sensitive: named.match_case_sensitive,
      ...(named.match_in_context ? { in_context: true } : {}),
      ...(named.excluded_phrases.length > 0 ? { excluded: named.excluded_phrases } : {}),
    }),
  )
  entities.forEach(checkExcluded)
  const configs = transaction.selectFrom('reading_configs').selectAll().where('brand_id', '=', brandId)
  const newest = await configs.orderBy('version', 'desc').executeTakeFirst()
  if (newest?.reader === readerVersion && sameEntities(newest.entities, entities)) return
  // Takes over the pending work of a version that is not in use yet.
  const reads_raw = newest?.reads_raw === true && newest.version > brand.reading_version
  const before = { brand_id: brandId, version: newest?.version ?? 0, entities }
  const version = await addConfig(services, transaction, before, reads_raw)
  if (brand.ingest_seq === 0 && brand.pending_seq === null) {
    await updateRow(transaction, 'brands', brandId, { reading_version: version })
  } else {
    await services.jobs.enqueue(readHistoryQueue, { brand_id: brandId }, { key: brandId, transaction })
  }
}

/** @throws ApiError invalid_request if an excluded phrase is a name, which would then never count */
function checkExcluded({ names, excluded = [] }: ReadEntity): void {
  const hidden = names.find((name) => distinctNames([name, ...excluded]).length === excluded.length)
  if (hidden !== undefined)
    throw invalidRequest(`excluded_phrases: ${hidden} is a name itself; enter longer phrases that contain it`)
}

/** Rereads all stored answers of a brand for the same entities. */
export async function requeueReadings(services: Services, transaction: Transaction, brandId: string): Promise<void> {
  const newest = await newestConfig(transaction, brandId)
  if (newest === undefined) return
  // A version that is being read already covers all answers.
  if (newest.version === newest.reading_version) await addConfig(services, transaction, newest, false)
  await services.jobs.enqueue(readHistoryQueue, { brand_id: brandId }, { key: brandId, transaction })
}

/**
 * Rereads all raw responses and answers of a brand.
 * @returns the new version
 * @throws ApiError not_found for a deleted brand, service_unavailable if a newer release reads its answers
 */
export async function requeueRawReadings(
  services: Services,
  transaction: Transaction,
  brandId: string,
): Promise<number> {
  const newest = await newestConfig(transaction, brandId)
  if (newest === undefined) throw notFound('brand')
  if (newest.reader > readerVersion)
    throw unavailable('a newer release of Sightline already uses this data; run the command with that release', 60)
  const version = await addConfig(services, transaction, newest, true)
  await services.jobs.enqueue(readHistoryQueue, { brand_id: brandId }, { key: brandId, transaction })
  return version
}

/** Locks the brand's row, so that only the caller's transaction can add a version. */
function newestConfig(transaction: Transaction, brandId: string) {
  return transaction
    .selectFrom('reading_configs')
    .innerJoin('brands', 'brands.id', 'brand_id')
    .select(['brand_id', 'version', 'entities', 'reader', 'reading_version'])
    .where('brand_id', '=', brandId)
    .orderBy('version', 'desc')
    .forUpdate('brands')
    .executeTakeFirst()
}

/** Adds the version after a given one. */
async function addConfig(
  services: Services,
  transaction: Transaction,
  { brand_id, version, entities }: { brand_id: string; version: number; entities: ReadEntity[] },
  reads_raw: boolean,
): Promise<number> {
  await insertRow(transaction, 'reading_configs', {
    brand_id,
    version: version + 1,
    entities: JSON.stringify(entities),
    reader: readerVersion,
    reads_raw,
    created_at: services.now(),
  })
  return version + 1
}

const flat = ({ number, names, domain, case_sensitive, in_context = false, excluded }: ReadEntity) =>
  JSON.stringify([number, names, domain, case_sensitive, in_context, excluded])

const sameEntities = (a: readonly ReadEntity[], b: readonly ReadEntity[]) =>
  a.length === b.length && a.every((entity, index) => flat(entity) === flat(b[index] as ReadEntity))

/**
 * The entities of a reading version.
 * @throws ApiError not_found if the brand was deleted
 */
export async function entitiesOfReading(services: Services, brandId: string, version: number): Promise<ReadEntity[]> {
  const configs = services.db.selectFrom('reading_configs').select('entities').where('brand_id', '=', brandId)
  const config = configs.where('version', '=', version)
  const { entities } = await config.executeTakeFirstOrThrow(() => notFound('brand'))
  return entities
}
