import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { day, trimmedText, uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { periodFields, periodSchema, resolvePeriod } from '../visibility/index.ts'

const noteSchema = z
  .object({
    id: z.uuid(),
    day: z.iso.date().describe('UTC day.'),
    text: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ component: 'Note' })

const noteVersion = defineVersioned('note', ['id', 'day', 'text'])

const noteFields = {
  day: day.describe('Day of the note (UTC).'),
  text: trimmedText(1, 500).describe('What happened, such as the publication of a page.'),
}

const serializeNote = (note: Row<'notes'>) => showRow(noteSchema, note)

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

/** More than a chart can show, and few enough for one response. */
const maxNotes = 2000

export const createNote = defineChange({
  name: 'create-note',
  summary: 'Add a note about a day',
  ...brandWrite('write:prompts', 'POST', '/notes', { body: ['day', 'text'] }),
  fields: noteFields,
  data: noteSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const kept = transaction
      .selectFrom('notes')
      .select(({ fn }) => fn.countAll<string>().as('notes'))
      .where('brand_id', '=', brand.id)
    const { notes } = await kept.executeTakeFirstOrThrow()
    if (Number(notes) >= maxNotes) throw conflict(`the brand has the maximum of ${maxNotes} notes; delete some first`)
    const note = { id: randomUUID(), brand_id: brand.id, ...input, created_at: services.now() }
    await transaction.insertInto('notes').values(note).execute()
    const data = serializeNote(note)
    return { data, audit: { before: null, after: data } }
  },
})

export const deleteNote = defineChange({
  name: 'delete-note',
  summary: 'Delete a note',
  ...forEditors,
  changes: noteVersion,
  fields: { note_id: uuid },
  data: z.object({ deleted_note_id: z.uuid() }),
  async change({ ctx: { brand }, input: { note_id }, transaction }) {
    const own = transaction.deleteFrom('notes').where('brand_id', '=', brand.id).where('id', '=', note_id)
    const note = await own.returningAll().executeTakeFirstOrThrow(() => notFound('note'))
    return { data: { deleted_note_id: note_id }, audit: { before: serializeNote(note), after: null } }
  },
})
