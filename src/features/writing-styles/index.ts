import { defineFeature } from '../../kernel/feature.ts'
import { createWritingStyle } from './create-writing-style.ts'
import { deleteWritingStyle } from './delete-writing-style.ts'
import { getWritingStyle } from './get-writing-style.ts'
import { listWritingStyles } from './list-writing-styles.ts'
import { updateWritingStyle } from './update-writing-style.ts'

export { listWritingStyles } from './list-writing-styles.ts'
export { writingStyleSchema } from './writing-style.ts'

export const writingStyles = defineFeature({
  name: 'writing-styles',
  operations: [
    createWritingStyle,
    updateWritingStyle,
    deleteWritingStyle,
    listWritingStyles,
    getWritingStyle,
  ],
  tables: { postgres: ['writing_styles'] },
})
