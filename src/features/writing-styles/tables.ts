import type { JSONColumnType } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    writing_styles: WritingStylesTable
  }
}

export interface WritingRules {
  always_do: string[]
  never_do: string[]
}

export interface ToneOfVoice {
  presets: string[]
  custom_tones: string[]
  description: string
}

/** Overrides of a writing style for one language. */
export interface LanguageOverride extends WritingRules {
  formality: string | null
  nuance: string | null
  english_variant: string | null
}

export interface WritingStylesTable {
  id: string
  brand_id: string
  surface: string
  channel: string | null
  name: string
  name_key: string
  is_default: boolean
  sort_order: number
  tone_of_voice: JSONColumnType<ToneOfVoice>
  writing_rules: JSONColumnType<WritingRules>
  heading_case_style: string
  translation_formality: string | null
  competitor_statistics_mode: string | null
  english_variant: string | null
  language_overrides: JSONColumnType<Record<string, LanguageOverride>>
  created_at: Date
  updated_at: Date
}
