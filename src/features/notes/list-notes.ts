import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { periodFields, periodSchema, resolvePeriod } from '../visibility/index.ts'
import { noteSchema, noteVersion, serializeNote } from './note.ts'

export const listNotes = defineOperation({
  name: 'list-notes',
  summary: 'List the notes of a brand, newest first',
  description: 'Defaults to notes of the last 30 days. Returns all in one response unless limit is set.',
  ...brandRead('read:visibility', '/notes'),
  shows: noteVersion,
  fields: periodFields,
  list: storedRows(null),
  data: z.array(noteSchema),
  meta: z.object({ period: periodSchema }),
  async run({ ctx: { services, brand }, input, page }) {
    const period = resolvePeriod(input, services.now())
    const notes = services.db
      .selectFrom('notes')
      .selectAll()
      .where('brand_id', '=', brand.id)
      .where('day', '>=', period.start_date)
      .where('day', '<=', period.end_date)
    const { rows, next } = await newestFirst(notes, 'notes', page)
    return { data: rows.map(serializeNote), meta: { period }, next }
  },
})
