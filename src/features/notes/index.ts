import { defineFeature } from '../../kernel/feature.ts'
import { createNote } from './create-note.ts'
import { deleteNote } from './delete-note.ts'
import { listNotes } from './list-notes.ts'

export const notes = defineFeature({
  name: 'notes',
  operations: [createNote, deleteNote, listNotes],
  tables: { postgres: ['notes'] },
})
