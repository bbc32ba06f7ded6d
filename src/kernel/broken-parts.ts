import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ClickHouseStore } from '../stores/clickhouse.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import type { Services } from './context.ts'

/** Parts are verified once a day, as this reads the whole disk. */
const verifyEveryMs = 86_400_000

/** ClickHouse error code for a part that no longer exists, such as after a merge. */
const noSuchPart = '232'

/** Time a slow disk needs to read a part of 10 GB. */
const timeoutSeconds = 600

declare module './context.ts' {
  interface FeatureStates {
    parts: PartChecks
  }
}

interface PartChecks {
  /** When each part was last verified, by directory. */
  verifiedAt: ReadonlyMap<string, number>
  /** One verification at a time; a second would detach the same parts. */
  turn: Promise<void>
}

export const createPartChecks = (): PartChecks => ({ verifiedAt: new Map(), turn: Promise.resolve() })

interface Part {
  table: string
  name: string
  path: string
}

/**
 * Verifies the parts of the embedded engine and detaches damaged ones; otherwise, every query that reads a
 * damaged part fails. Detached rows count as missing. The operator of a ClickHouse server handles this there.
 * @param isThorough also verify parts that were verified in the last day
 */
export function detachBrokenParts(services: Services, signal: AbortSignal, isThorough = false): Promise<void> {
  if (services.config.CLICKHOUSE_URL !== undefined) return Promise.resolve()
  const { parts } = services.states
  const read = parts.turn.then(() => readParts(services, signal, isThorough))
  parts.turn = read.catch(() => {})
  return read
}

async function readParts(
  { clickhouse, log, states }: Services,
  signal: AbortSignal,
  isThorough: boolean,
): Promise<void> {
  const before = states.parts.verifiedAt
  const parts = await activeParts(clickhouse)
  const now = performance.now()
  // Drops parts that no longer exist.
  const after = new Map<string, number>()
  for (const { path } of parts) if (before.has(path)) after.set(path, before.get(path) as number)
  states.parts.verifiedAt = after
  const isDue = ({ path }: Part) => isThorough || now - (after.get(path) ?? Number.NEGATIVE_INFINITY) >= verifyEveryMs
  for (const part of parts.filter(isDue)) {
    signal.throwIfAborted()
    const fault = await findFault(clickhouse, part)
    after.set(part.path, now)
    if (fault === undefined) continue
    await detach(clickhouse, part)
    log.error({ table: part.table, part: part.name, fault }, 'detached a damaged part of a table')
  }
}

const activeParts = (clickhouse: ClickHouseStore): Promise<Part[]> =>
  clickhouse.query<Part>(
    sql`SELECT table, name, path FROM system.parts WHERE active AND database = currentDatabase() ORDER BY table, name`,
  )

/** Returns the error of a damaged part. Undefined if the part is intact. */
async function findFault(clickhouse: ClickHouseStore, { table, name }: Part): Promise<string | undefined> {
  try {
    const checks = await clickhouse.query<{ is_passed: number; message: string }>(
      sql`CHECK TABLE ${sql.raw(table)} PART ${name}`,
      timeoutSeconds,
    )
    return checks.find(({ is_passed }) => is_passed === 0)?.message
  } catch (error) {
    if ((error as { code?: string }).code === noSuchPart) return undefined
    throw error
  }
}

/** Renames the part as the engine does with parts that it cannot read at startup. */
async function detach(clickhouse: ClickHouseStore, { table, name, path }: Part): Promise<void> {
  await clickhouse.command(sql`ALTER TABLE ${sql.raw(table)} DETACH PART ${name}`)
  const detached = join(dirname(path), 'detached', basename(path))
  renameSync(detached, join(dirname(detached), `broken_${name}`))
}
