import { z } from 'zod'
import { nameText, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'

export const categorySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prompt_count: z.int().describe('Prompts in the category, including inactive ones.'),
    created_at: utcTimestamp,
  })
  .meta({ component: 'AlignmentCategory' })

export const categoryVersion = defineVersioned('category', fieldsExcept(categorySchema))

export const categoryName = nameText(200)

interface CountedCategory {
  id: string
  name: string
  created_at: Date
  prompt_count: number
}

export const serializeCategory = (row: CountedCategory) => showRow(categorySchema, row)
