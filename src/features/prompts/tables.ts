import type { Generated } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    prompts: PromptsTable
    prompt_tags: { prompt_id: string; tag_id: string }
  }
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    last_prompt: Generated<number>
  }
}

export interface PromptsTable {
  id: string
  brand_id: string
  number: number
  text: string
  text_hash: Buffer
  topic_id: string
  category_id: string | null
  countries: string[]
  is_active: boolean
  created_at: Date
  updated_at: Date
}
