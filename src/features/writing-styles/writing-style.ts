import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import type { Row } from '../../stores/postgres-schema.ts'
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

type Value<Name extends keyof typeof styleFields> = z.output<(typeof styleFields)[Name]>

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'writing_styles.tone_of_voice': Value<'tone_of_voice'>
    'writing_styles.writing_rules': Value<'writing_rules'>
    'writing_styles.heading_case_style': Value<'heading_case_style'>
    'writing_styles.translation_formality': Value<'translation_formality'>
    'writing_styles.competitor_statistics_mode': Value<'competitor_statistics_mode'>
    'writing_styles.english_variant': Value<'english_variant'>
    'writing_styles.language_overrides': Record<string, z.output<typeof overrideSchema>>
  }
}

export type WritingStyle = Row<'writing_styles'>

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
