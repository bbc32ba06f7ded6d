import { defineFeature } from '../../kernel/feature.ts'
import {
  createWritingStyle,
  deleteWritingStyle,
  getWritingStyle,
  listWritingStyles,
  updateWritingStyle,
} from './writing-styles.ts'

export { writingStyleSchema } from './writing-style.ts'
export { listWritingStyles } from './writing-styles.ts'

export const writingStyles = defineFeature({
  name: 'writing-styles',
  operations: [createWritingStyle, updateWritingStyle, deleteWritingStyle, listWritingStyles, getWritingStyle],
  tables: { postgres: ['writing_styles'] },
})
