import { unavailable } from '../lib/errors.ts'
import type { DetachedPart } from '../stores/clickhouse.ts'
import { batchKinds } from './check-stored.ts'
import type { Brand, Services } from './context.ts'
import { clickhouseTables } from './observed-tables.ts'
import type { Operation } from './operation.ts'

/** Somebody has to bring back what was lost, or accept that it is. */
const lostSeconds = 600

/** What is made of other rows is made again at once. */
const remadeSeconds = 10

/** @throws ApiError service_unavailable where rows are missing of what the operation shows: it would show too little */
export function assertUndamaged(
  services: Services,
  { readsTables = [] }: Pick<Operation, 'readsTables'>,
  brand: Brand,
): void {
  const damaged = readsTables.filter((table) => brand.damaged_tables.includes(table))
  if (damaged.length === 0) return
  const isLost = batchKinds(services).some(({ counted }) => damaged.includes(counted.table))
  if (!isLost) throw unavailable('this data of the brand is being read again: try again', remadeSeconds)
  throw unavailable(
    'some of this data of the brand was lost: it is shown again once the operator has restored it or accepted the loss',
    lostSeconds,
  )
}

/** How many brands have tables in which rows are missing. */
async function damagedBrands({ postgres }: Services): Promise<number> {
  const { rows } = await postgres.execute(
    "select count(*)::int as brands from brands where damaged_tables <> '{}'",
  )
  return Number(rows[0]?.brands)
}

/** Parts that the engine could not read, of tables of which nothing else says what is missing. */
export async function unreadableParts(services: Services): Promise<DetachedPart[]> {
  const uncounted = clickhouseTables(services).filter(({ isUncounted }) => isUncounted)
  const parts = await services.clickhouse.detachedParts()
  return parts.filter(
    ({ table, reason }) => reason.includes('broken') && uncounted.some(({ name }) => name === table),
  )
}

/** Whether the engine has started without one of its tables, as where what defines it is gone. */
async function lacksTables(services: Services): Promise<boolean> {
  const there = new Set(await services.clickhouse.tables())
  return clickhouseTables(services).some(({ name }) => !there.has(name))
}

/** Whether something is missing that was stored. */
export const isDamaged = async (services: Services): Promise<boolean> =>
  (await damagedBrands(services)) > 0 ||
  (await unreadableParts(services)).length > 0 ||
  (await lacksTables(services))
