import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../stores/postgres-schema.ts'
import type { BrandContext, Services } from './context.ts'
import type { ListRule, Page } from './operation.ts'

/** The position of a stored row: its creation time and id. */
export const rowPosition = z.tuple([z.iso.datetime(), z.guid()])
export type RowPosition = z.output<typeof rowPosition>

/** Pages stored rows by key, so new rows cause neither duplicates nor gaps. */
export const storedRows = (defaultLimit: number | null): ListRule<typeof rowPosition> => ({
  position: rowPosition,
  defaultLimit,
})

interface StoredRow {
  id: string
  created_at: Date
}

/**
 * Returns one page of a query's rows, newest first.
 * @param table the alias whose `created_at` and `id` define the order
 */
export async function newestFirst<DB, TB extends keyof DB, Row extends StoredRow>(
  query: SelectQueryBuilder<DB, TB, Row>,
  table: string,
  page: Page<RowPosition>,
): Promise<{ rows: Row[]; next: RowPosition | undefined }> {
  const createdAt = sql.ref(`${table}.created_at`)
  const id = sql.ref(`${table}.id`)
  let ordered = query.orderBy(createdAt, 'desc').orderBy(id, 'desc')
  if (page.after !== undefined) {
    const [time, rowId] = page.after
    ordered = ordered.where(sql<boolean>`(${createdAt}, ${id}) < (${time}::timestamptz, ${rowId}::uuid)`)
  }
  if (!Number.isFinite(page.limit)) return { rows: await ordered.execute(), next: undefined }
  const rows = await ordered.limit(page.limit + 1).execute()
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const next = rows.length > page.limit && last !== undefined ? [last.created_at.toISOString(), last.id] : undefined
  return { rows: shown, next: next as RowPosition | undefined }
}

/** Declares the list of a brand's rows in a table, newest first. */
export const brandRows = <Name extends keyof Tables, D extends z.ZodType>(
  table: Name,
  row: D,
  serialize: (row: Selectable<Tables[Name]>, services: Services) => z.input<D>,
) => ({
  fields: {},
  list: storedRows(20),
  data: z.array(row),
  async run({ ctx: { services, brand }, page }: { ctx: BrandContext; page: Page<RowPosition> }) {
    const own = services.db
      .selectFrom(table as 'topics')
      .selectAll()
      .where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(own, table, page)
    return { data: rows.map((found) => serialize(found as never, services)), next }
  },
})
