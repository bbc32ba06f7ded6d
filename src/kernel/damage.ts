import { unavailable } from '../lib/errors.ts'
import type { DetachedPart } from '../stores/clickhouse.ts'
import { batchKinds } from './check-stored.ts'
import type { Brand, Services } from './context.ts'
import { clickhouseTables } from './observed-tables.ts'
import type { Operation } from './operation.ts'

/** Lost data needs the operator to restore it or to accept the loss. */
const lostRetrySeconds = 600

/** Derived data is rebuilt immediately. */
const rebuiltRetrySeconds = 10

/** @throws ApiError service_unavailable if rows that the operation reads are missing */
export function assertUndamaged(
  services: Services,
  { readsTables = [] }: Pick<Operation, 'readsTables'>,
  brand: Brand,
): void {
  const damaged = readsTables.filter((table) => brand.damaged_tables.includes(table))
  if (damaged.length === 0) return
  const isLost = batchKinds(services).some(({ counted }) => damaged.includes(counted.table))
  if (!isLost) throw unavailable('this data of the brand is being rebuilt; retry', rebuiltRetrySeconds)
  throw unavailable(
    'some of this data of the brand was lost; the operator must restore it or accept the loss',
    lostRetrySeconds,
  )
}

async function damagedBrands({ postgres }: Services): Promise<number> {
  const { rows } = await postgres.execute("select count(*)::int as brands from brands where damaged_tables <> '{}'")
  return Number(rows[0]?.brands)
}

export async function unreadableParts(services: Services): Promise<DetachedPart[]> {
  const uncounted = clickhouseTables(services).filter(({ isUncounted }) => isUncounted)
  const parts = await services.clickhouse.detachedParts()
  return parts.filter(({ table, reason }) => reason.includes('broken') && uncounted.some(({ name }) => name === table))
}

/** Whether the engine started without one of its tables, such as after its definition was lost. */
async function lacksTables(services: Services): Promise<boolean> {
  const there = new Set(await services.clickhouse.tables())
  return clickhouseTables(services).some(({ name }) => !there.has(name))
}

/** Whether any stored data is missing. */
export const isDamaged = async (services: Services): Promise<boolean> =>
  (await damagedBrands(services)) > 0 || (await unreadableParts(services)).length > 0 || (await lacksTables(services))
