import type { JSONColumnType } from 'kysely'
import type { z } from 'zod'
import type { channel, overrideSchema, styleFields, surface } from './style-fields.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    writing_styles: WritingStylesTable
  }
}

type Value<Name extends keyof typeof styleFields> = z.output<(typeof styleFields)[Name]>

export interface WritingStylesTable {
  id: string
  brand_id: string
  surface: z.output<typeof surface>
  channel: z.output<typeof channel> | null
  name: string
  name_key: string
  is_default: boolean
  sort_order: number
  tone_of_voice: JSONColumnType<Value<'tone_of_voice'>>
  writing_rules: JSONColumnType<Value<'writing_rules'>>
  heading_case_style: Value<'heading_case_style'>
  translation_formality: Value<'translation_formality'> | null
  competitor_statistics_mode: Value<'competitor_statistics_mode'> | null
  english_variant: Value<'english_variant'> | null
  language_overrides: JSONColumnType<Record<string, z.output<typeof overrideSchema>>>
  created_at: Date
  updated_at: Date
}
