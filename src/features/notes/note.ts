import type { Selectable } from 'kysely'
import { z } from 'zod'
import { day, trimmedText } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { NotesTable } from './tables.ts'

export const noteSchema = z
  .object({
    id: z.uuid(),
    day: z.iso.date().describe('UTC day.'),
    text: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ component: 'Note' })

export const noteVersion = defineVersioned('note', ['id', 'day', 'text'])

export const noteFields = {
  day: day.describe('Day of the note (UTC).'),
  text: trimmedText(1, 500).describe('What happened, such as the publication of a page.'),
}

export const serializeNote = (note: Selectable<NotesTable>) => showRow(noteSchema, note)
