import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { noteVersion, serializeNote } from './note.ts'

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
