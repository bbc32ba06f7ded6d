import type { Transaction } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../lib/errors.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { readerVersion } from './read-answer.ts'
import type { ReadEntity } from './tables.ts'

/** Queues of the jobs that `read-history.ts` does. */
export const readHistoryQueue = 'read-history'
export const dropReadingsQueue = 'drop-readings'

/** The entity number of the brand itself; competitors have the numbers after it. */
export const brandEntity = 1

/**
 * Writes whom the brand's answers are read for, where that or the reader has changed. Figures go on coming from the
 * version in use until the whole history has been read with the new one; where there is no history, the new one is in
 * use at once.
 */
export async function refreshReadingConfig(
  services: Services,
  transaction: Transaction<Tables>,
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
  const entities: ReadEntity[] = [
    {
      number: brandEntity,
      names: [brand.name, ...brand.aliases],
      domain: brand.primary_domain,
      case_sensitive: false,
    },
    ...competitors.map((competitor) => ({
      number: competitor.number,
      names: [competitor.name, ...competitor.aliases],
      domain: competitor.domain,
      case_sensitive: competitor.match_case_sensitive,
      ...(competitor.match_in_context ? { in_context: true } : {}),
    })),
  ]
  const configs = transaction.selectFrom('reading_configs').selectAll().where('brand_id', '=', brandId)
  const newest = await configs.orderBy('version', 'desc').executeTakeFirst()
  if (newest?.reader === readerVersion && sameEntities(newest.entities, entities)) return
  const version = (newest?.version ?? 0) + 1
  await transaction
    .insertInto('reading_configs')
    .values({
      brand_id: brandId,
      version,
      entities: JSON.stringify(entities),
      reader: readerVersion,
      created_at: services.now(),
    })
    .execute()
  if (brand.ingest_seq === 0 && brand.pending_seq === null) {
    await transaction
      .updateTable('brands')
      .set({ reading_version: version })
      .where('id', '=', brandId)
      .execute()
  } else {
    await services.jobs.enqueue(readHistoryQueue, { brand_id: brandId }, { key: brandId, transaction })
  }
}

/** Has all stored answers of a brand read again for the same names. */
export async function readAgain(
  services: Services,
  transaction: Transaction<Tables>,
  brandId: string,
): Promise<void> {
  const newest = await transaction
    .selectFrom('reading_configs')
    .innerJoin('brands', 'brands.id', 'brand_id')
    .select(['version', 'entities', 'reading_version'])
    .where('brand_id', '=', brandId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  if (newest === undefined) return
  // One that is being read already is read whole.
  if (newest.version === newest.reading_version)
    await transaction
      .insertInto('reading_configs')
      .values({
        brand_id: brandId,
        version: newest.version + 1,
        entities: JSON.stringify(newest.entities),
        reader: readerVersion,
        created_at: services.now(),
      })
      .execute()
  await services.jobs.enqueue(readHistoryQueue, { brand_id: brandId }, { key: brandId, transaction })
}

const flat = ({ number, names, domain, case_sensitive, in_context = false }: ReadEntity) =>
  JSON.stringify([number, names, domain, case_sensitive, in_context])

const sameEntities = (a: readonly ReadEntity[], b: readonly ReadEntity[]) =>
  a.length === b.length && a.every((entity, index) => flat(entity) === flat(b[index] as ReadEntity))

/**
 * Whom a version of the brand's readings looks for.
 * @throws ApiError not_found where the brand has been deleted
 */
export async function entitiesOfReading(
  services: Services,
  brandId: string,
  version: number,
): Promise<ReadEntity[]> {
  const configs = services.db.selectFrom('reading_configs').select('entities').where('brand_id', '=', brandId)
  const config = configs.where('version', '=', version)
  const { entities } = await config.executeTakeFirstOrThrow(() => notFound('brand'))
  return entities
}
