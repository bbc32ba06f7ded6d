import type { JSONColumnType, Selectable } from 'kysely'
import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import {
  channel,
  englishVariant,
  formality,
  headingCaseStyle,
  statisticsMode,
  type styleFields,
  surface,
  tonePreset,
} from './style-fields.ts'

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

export type WritingStyle = Selectable<WritingStylesTable>

const rules = { always_do: z.array(z.string()), never_do: z.array(z.string()) }

const overrideSchema = z.object({
  formality: formality.nullable(),
  nuance: z.string().nullable(),
  ...rules,
  english_variant: englishVariant.nullable(),
})

export const writingStyleSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    surface,
    channel: channel.nullable().describe('Null for content styles.'),
    is_default: z.boolean().describe('Whether it is the default of its content surface or social channel.'),
    sort_order: z.int().describe('Position in its scope.'),
    tone_of_voice: z.object({
      presets: z.array(tonePreset),
      custom_tones: z.array(z.string()),
      description: z.string(),
    }),
    writing_rules: z.object(rules),
    heading_case_style: headingCaseStyle,
    translation_formality: formality.nullable(),
    competitor_statistics_mode: statisticsMode.nullable(),
    english_variant: englishVariant.nullable(),
    language_overrides: z.record(z.string(), overrideSchema).describe('By ISO 639-1 code.'),
    tone_generation_status: z.string().nullable().describe('Null if no tone is being generated.'),
    created_at: utcTimestamp,
    updated_at: utcTimestamp,
  })
  .meta({ component: 'WritingStyle' })

export const writingStyleVersion = defineVersioned(
  'writing style',
  fieldsExcept(writingStyleSchema, 'created_at', 'updated_at'),
)

export const serializeWritingStyle = (row: WritingStyle) =>
  showRow(writingStyleSchema, { ...row, tone_generation_status: null })
