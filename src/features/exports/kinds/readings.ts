import type { BrandContext } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { answersOf, openViewOfPrompts, type Period, type View } from '../../visibility/index.ts'
import type { ExportFilters } from '../export-filters.ts'
import type { ExportKind, Source } from './kind.ts'
import { namesOf } from './names-of.ts'

export const readingsExportDefaults: Pick<ExportKind, 'readsTables' | 'table' | 'hasPrompts' | 'filters'> = {
  readsTables: ['answers', 'readings'],
  table: { name: 'readings', key: ['executed_at', 'answer_id'], rowBytes: sql`byteSize(*)` },
  hasPrompts: true,
  filters: ['topic_id', 'engine', 'country', 'tag_id', 'tag_match_mode', 'prompt_id'],
}

const shared = sql`answer_id, executed_at, engine, country, prompt`

/**
 * Opens an export with one row per item of a list in a reading.
 * @param join the lists and their items, after ARRAY JOIN
 * @param columns the selected columns; `place` is required
 */
export async function openReadings(
  ctx: BrandContext,
  filters: ExportFilters & Period,
  itemsOf: (view: View) => { join: Sql; columns: Sql; condition: Sql },
): Promise<Source> {
  const view = await openViewOfPrompts(ctx, filters, undefined)
  const belongs = answersOf(view)
  const { join, columns, condition } = itemsOf(view)
  return {
    ...(await namesOf(ctx, view)),
    belongs,
    rows: (chunk) =>
      sql`(SELECT ${shared}, ${columns} FROM readings ARRAY JOIN ${join}
        WHERE ${belongs} AND (${chunk}) AND ${condition} ORDER BY executed_at, answer_id, place) AS r`,
  }
}
