import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { requireRow } from '../../stores/postgres-rows.ts'
import { periodSchema } from '../visibility/index.ts'
import type { ExportFilters } from './export-filters.ts'
import { type ExportFormat, exportFormats } from './formats.ts'
import { type ExportKindName, exportKindNames } from './kinds/index.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'exports.kind': ExportKindName
    'exports.format': ExportFormat
    'exports.filters': ExportFilters
  }
}

export type StoredExport = Row<'exports'>

export const exportQueue = 'write-export'

const ids = z.array(z.uuid()).optional()
const texts = z.array(z.string()).optional()

const shownFilters = z.object({
  topic_id: ids,
  engine: texts,
  country: texts,
  tag_id: ids,
  tag_match_mode: z.string().optional(),
  prompt_id: ids,
  outcome: texts,
  bot_category: texts,
  crawler: texts,
})

export const exportSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(exportKindNames),
    format: z.enum(exportFormats),
    period: periodSchema,
    filters: shownFilters.describe('The filters of the request.'),
    status: z
      .enum(['waiting', 'working', 'completed', 'failed'])
      .describe('`completed`: the file is available until it expires.'),
    rows: z.int().describe('Rows written so far.'),
    bytes: z.int().describe('Bytes written so far.'),
    progress: z
      .object({ done: z.int(), total: z.int().nullable().describe('Null until known.') })
      .describe('Stored rows read so far, and in total.'),
    file_name: z.string().describe('Name under which to save the file.'),
    problem: z.string().nullable().describe('Why the export failed. Null if it did not.'),
    created_at: utcTimestamp,
    finished_at: utcTimestamp.nullable(),
    expires_at: utcTimestamp.nullable().describe('Time at which the file is deleted. Null until complete.'),
  })
  .meta({ component: 'Export' })

export const exportVersion = defineVersioned('export', ['id'])

/** @throws ApiError not_found */
export const findExport = (db: PostgresLike, brandId: string, id: string): Promise<StoredExport> =>
  requireRow(db, 'exports', { brand_id: brandId, id }, 'export')

export const serializeExport = (row: StoredExport) =>
  showRow(exportSchema, {
    ...row,
    period: periodOf(row),
    status: row.state,
    rows: row.rows,
    bytes: row.bytes,
    progress: { done: row.done, total: row.total },
    file_name: fileName(row),
  })

export const periodOf = ({ start_date, end_date }: Pick<StoredExport, 'start_date' | 'end_date'>) => ({
  start_date,
  end_date,
})

/** Contains only letters, digits and hyphens, as it is used in a header. */
export const fileName = ({
  kind,
  start_date,
  end_date,
  format,
}: Pick<StoredExport, 'kind' | 'start_date' | 'end_date' | 'format'>) => `${kind}-${start_date}-${end_date}.${format}`
