import { z } from 'zod'
import { trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Versioned } from '../../kernel/versions.ts'
import { country } from '../../lib/countries.ts'
import type { Row } from '../../stores/postgres-schema.ts'

export type Prompt = Row<'prompts'>

export const promptSchema = z
  .object({
    id: z.uuid(),
    text: z.string(),
    topic_id: z.uuid(),
    tag_ids: z.array(z.uuid()),
    category_id: z.uuid().nullable(),
    countries: z.array(z.string()),
    is_active: z.boolean(),
    created_at: utcTimestamp,
    updated_at: utcTimestamp,
  })
  .meta({ component: 'Prompt' })

interface ShownPrompt {
  id?: string
  text?: string
  category_id?: string | null
  countries?: string[]
  is_active?: boolean
  /** As lists or as writes show them. */
  topic?: { id: string }
  topic_id?: string
  tags?: { id: string }[]
  tag_ids?: string[]
}

export const promptVersion: Versioned = {
  thing: 'prompt',
  of({ id, text, category_id, countries, is_active, ...shown }: ShownPrompt) {
    const tags = shown.tag_ids ?? shown.tags?.map((tag) => tag.id)
    const topic = shown.topic_id ?? shown.topic?.id
    return { id, text, category_id, countries, is_active, topic, tags: tags?.toSorted() }
  },
}

export const promptText = trimmedText(1, 10_000)

export const promptFields = {
  text: promptText.describe('Text of the prompt. Unique within the brand.'),
  topic_id: uuid.describe('Topic of the prompt.'),
  tag_ids: z.array(uuid).describe('All tags of the prompt.'),
  countries: z.array(country).max(50).describe('Markets of the prompt. Empty for those of the plan.'),
  is_active: z.boolean(),
}

export const serializePrompt = (row: Prompt, tagIds: string[]) => showRow(promptSchema, { ...row, tag_ids: tagIds })
