import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ClickHouseStore } from '../stores/clickhouse.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import type { Services } from './context.ts'

/** A part is read through once a day, as that takes as long as the disk needs for all of it. */
const readAgainMs = 86_400_000

/** ClickHouse’s code for a part that is not there any more: it was merged with others meanwhile. */
const noSuchPart = '232'

/** Reading a part of 10 GB through takes a slow disk that long. */
const timeoutSeconds = 600

/** When parts were last read through, by their directories. */
const readAt = new WeakMap<ClickHouseStore, Map<string, number>>()

/** One reading at a time: each would set aside what the other has found. */
const turns = new WeakMap<ClickHouseStore, Promise<void>>()

interface Part {
  table: string
  name: string
  path: string
}

/**
 * Reads the embedded engine’s parts through, and sets aside those whose files are not as they were written: a byte that
 * the disk has changed shows only once somebody reads it, who then gets an error for good. What is set aside counts as
 * missing. Of a server, this is its operator’s care.
 * @param isThorough all parts, and not only those that were not read within a day
 */
export function detachBrokenParts(
  services: Services,
  signal: AbortSignal,
  isThorough = false,
): Promise<void> {
  if (services.config.CLICKHOUSE_URL !== undefined) return Promise.resolve()
  const { clickhouse } = services
  const read = (turns.get(clickhouse) ?? Promise.resolve()).then(() =>
    readParts(services, signal, isThorough),
  )
  turns.set(
    clickhouse,
    read.catch(() => {}),
  )
  return read
}

async function readParts(
  { clickhouse, log }: Services,
  signal: AbortSignal,
  isThorough: boolean,
): Promise<void> {
  const before = readAt.get(clickhouse) ?? new Map<string, number>()
  const parts = await activeParts(clickhouse)
  const now = performance.now()
  // Those that are not there any more are forgotten.
  const after = new Map<string, number>()
  for (const { path } of parts) if (before.has(path)) after.set(path, before.get(path) as number)
  readAt.set(clickhouse, after)
  const isDue = ({ path }: Part) =>
    isThorough || now - (after.get(path) ?? Number.NEGATIVE_INFINITY) >= readAgainMs
  for (const part of parts.filter(isDue)) {
    signal.throwIfAborted()
    const fault = await faultOf(clickhouse, part)
    after.set(part.path, now)
    if (fault === undefined) continue
    await setAside(clickhouse, part)
    log.error(
      { table: part.table, part: part.name, fault },
      'a part of a table is damaged, and was set aside',
    )
  }
}

const activeParts = (clickhouse: ClickHouseStore): Promise<Part[]> =>
  clickhouse.query<Part>(
    sql`SELECT table, name, path FROM system.parts WHERE active AND database = currentDatabase() ORDER BY table, name`,
  )

/** What is wrong with the files of a part; undefined where nothing is. */
async function faultOf(clickhouse: ClickHouseStore, { table, name }: Part): Promise<string | undefined> {
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

/** Under the name that the engine gives to a part which it cannot read as it starts. */
async function setAside(clickhouse: ClickHouseStore, { table, name, path }: Part): Promise<void> {
  await clickhouse.command(sql`ALTER TABLE ${sql.raw(table)} DETACH PART ${name}`)
  const detached = join(dirname(path), 'detached', basename(path))
  renameSync(detached, join(dirname(detached), `broken_${name}`))
}
