import type { Selectable } from 'kysely'
import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import {
  channel,
  englishVariant,
  formality,
  headingCaseStyle,
  statisticsMode,
  surface,
  tonePreset,
} from './style-fields.ts'
import type { LanguageOverride, WritingRules, WritingStylesTable } from './tables.ts'

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

export function serializeWritingStyle(row: WritingStyle): z.input<typeof writingStyleSchema> {
  const { presets, custom_tones, description } = row.tone_of_voice
  return {
    id: row.id,
    name: row.name,
    surface: row.surface as z.output<typeof surface>,
    channel: row.channel as z.output<typeof channel> | null,
    is_default: row.is_default,
    sort_order: row.sort_order,
    tone_of_voice: { presets: presets as z.output<typeof tonePreset>[], custom_tones, description },
    writing_rules: listRules(row.writing_rules),
    heading_case_style: row.heading_case_style as z.output<typeof headingCaseStyle>,
    translation_formality: row.translation_formality as z.output<typeof formality> | null,
    competitor_statistics_mode: row.competitor_statistics_mode as z.output<typeof statisticsMode> | null,
    english_variant: row.english_variant as z.output<typeof englishVariant> | null,
    language_overrides: Object.fromEntries(
      Object.entries(row.language_overrides).map(([code, override]) => [code, toOverride(override)]),
    ),
    tone_generation_status: null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

const listRules = ({ always_do, never_do }: WritingRules) => ({ always_do, never_do })

const toOverride = (override: LanguageOverride): z.input<typeof overrideSchema> => ({
  formality: override.formality as z.output<typeof formality> | null,
  nuance: override.nuance,
  ...listRules(override),
  english_variant: override.english_variant as z.output<typeof englishVariant> | null,
})
