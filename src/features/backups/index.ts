import { defineFeature } from '../../kernel/feature.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

export const backups = defineFeature({
  name: 'backups',
  operations: [backup, restore],
})
