import { randomUUID } from 'node:crypto'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { noteFields, noteSchema, serializeNote } from './note.ts'

/** More than a chart can show, and few enough for one response. */
const maxNotes = 2000

export const createNote = defineChange({
  name: 'create-note',
  summary: 'Add a note about a day',
  ...forEditors,
  fields: noteFields,
  data: noteSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const kept = transaction
      .selectFrom('notes')
      .select(({ fn }) => fn.countAll<string>().as('notes'))
      .where('brand_id', '=', brand.id)
    const { notes } = await kept.executeTakeFirstOrThrow()
    if (Number(notes) >= maxNotes)
      throw conflict(`the brand has the maximum of ${maxNotes} notes; delete some first`)
    const note = { id: randomUUID(), brand_id: brand.id, ...input, created_at: services.now() }
    await transaction.insertInto('notes').values(note).execute()
    const data = serializeNote(note)
    return { data, audit: { before: null, after: data } }
  },
})
