import { defineFeature } from '../../kernel/feature.ts'
import { createNote, deleteNote, listNotes } from './notes.ts'

export const notes = defineFeature({
  name: 'notes',
  operations: [createNote, deleteNote, listNotes],
  tables: { postgres: ['notes'] },
})
