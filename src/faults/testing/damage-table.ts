import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** Damages to one part of a table, or to the whole table. */
export const damages = {
  'a truncated column': (part: string) => truncateSync(join(part, 'data.bin'), 100),
  'a truncated index': (part: string) => truncateSync(join(part, 'primary.cidx'), 0),
  'an empty directory': (part: string) => {
    for (const file of readdirSync(part)) rmSync(join(part, file))
  },
  'a part that is not there': (part: string) => rmSync(part, { recursive: true }),
  'a table that is not there': (part: string) => rmSync(join(part, '..'), { recursive: true }),
} as const
export type Damage = keyof typeof damages

/** Damages that keep the file's length: the engine starts, and detects them on reading. */
export const hiddenDamages = {
  'a changed byte': (part: string) => changeByte(join(part, 'data.bin')),
  'a changed byte of the index': (part: string) => changeByte(join(part, 'primary.cidx')),
  'a column of zeros': (part: string) =>
    writeFileSync(join(part, 'data.bin'), Buffer.alloc(statSync(join(part, 'data.bin')).size)),
} as const
export type HiddenDamage = keyof typeof hiddenDamages

function changeByte(file: string): void {
  const bytes = readFileSync(file)
  const middle = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x41, middle)
  writeFileSync(file, bytes)
}

/** Keeps the engine from merging parts, so that a test damages the rows it means to. */
export const keepParts = ({ app }: TestApp) => app.services.clickhouse.command(sql`SYSTEM STOP MERGES`)

/** The directories of the parts of tables, in the order of writing. */
export async function partsOf({ app }: TestApp, table: string): Promise<{ path: string; rows: number }[]> {
  const rows = await app.services.clickhouse.query<{ path: string; rows: number | string }>(
    sql`SELECT path, rows FROM system.parts WHERE active AND table = ${table} AND rows > 0 ORDER BY min_block_number`,
  )
  return rows.map(({ path, rows }) => ({ path, rows: Number(rows) }))
}

/** Damages the last part of each table while the program is closed, and restarts it with these variables. */
export async function damage(
  test: TestApp,
  tables: readonly string[],
  how: Damage | HiddenDamage,
  environment: Record<string, string> = {},
): Promise<void> {
  const last = await Promise.all(tables.map(async (table) => (await partsOf(test, table)).at(-1)))
  await test.app.close()
  for (const part of last) if (part !== undefined) ({ ...damages, ...hiddenDamages })[how](part.path.replace(/\/$/, ''))
  await test.restart(environment)
}
