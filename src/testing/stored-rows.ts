import type { Services } from '../kernel/context.ts'
import { sql } from '../stores/clickhouse-sql.ts'

/** Every row of PostgreSQL by table, including jobs, as sorted texts. */
export async function postgresRows({ postgres }: Services): Promise<Map<string, string[]>> {
  const { rows: tables } = await postgres.execute(
    `select table_schema || '.' || table_name as name, format('%I.%I', table_schema, table_name) as quoted
     from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const all = new Map<string, string[]>()
  for (const { name, quoted } of tables) {
    const { rows } = await postgres.execute(`select t::text as row from ${quoted} t order by 1`)
    all.set(
      String(name),
      rows.map(({ row }) => String(row)),
    )
  }
  return all
}

/** Waits until no job is running or due; jobs scheduled for later stay. */
export async function jobsAreDone({ postgres }: Services): Promise<void> {
  const open = `select 1 from jobs.job where state = 'active' or (state < 'active' and start_after <= now()) limit 1`
  while ((await postgres.execute(open)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Every row of ClickHouse by table. */
export async function clickhouseRows({ clickhouse }: Services): Promise<Map<string, object[]>> {
  const tables = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase()`,
  )
  const all = new Map<string, object[]>()
  for (const { name } of tables) all.set(name, await clickhouse.query(sql`SELECT * FROM ${sql.raw(name)}`))
  return all
}

/** The contents of both stores as one text. */
export async function dumpStores(services: Services): Promise<string> {
  const dumped = [...(await postgresRows(services)).values()].map((rows) => rows.join('\n'))
  for (const rows of (await clickhouseRows(services)).values()) dumped.push(JSON.stringify(rows))
  return dumped.join('\n')
}

/** The contents of both stores, except what every request leaves: the queue and the limits. */
export async function storedContent(services: Services): Promise<Record<string, string[]>> {
  const postgres = [...(await postgresRows(services))].filter(
    ([table]) => !table.startsWith('jobs.') && table !== 'public.rate_limits',
  )
  const clickhouse = [...(await clickhouseRows(services))].map(
    ([table, rows]) => [`clickhouse.${table}`, rows.map((row) => JSON.stringify(row)).sort()] as const,
  )
  return Object.fromEntries([...postgres, ...clickhouse])
}
