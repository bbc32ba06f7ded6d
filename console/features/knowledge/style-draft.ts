import type { Input } from '../../api/client.ts'
import { linesOf } from '../../format/lines.ts'
import {
  englishes,
  formalities,
  type headings,
  languageName,
  type Preset,
  type Scope,
  type Style,
  scopeOf,
  type statistics,
} from './style-words.ts'

type English = keyof typeof englishes
type Formality = keyof typeof formalities

/** Rules for one language. */
export interface LanguageDraft {
  code: string
  formality: Formality | ''
  english: English | ''
  nuance: string
  always: string
  never: string
}

/** A style as form fields: lists as lines, unset values as empty strings. */
export type StyleDraft = {
  name: string
  scope: Scope
  presets: Preset[]
  tones: string
  description: string
  always: string
  never: string
  headings: keyof typeof headings
  english: English | ''
  formality: Formality | ''
  statistics: keyof typeof statistics | ''
  languages: LanguageDraft[]
  isDefault: boolean
}

export function draftOf(style: Style | undefined): StyleDraft {
  return {
    name: style?.name ?? '',
    scope: style === undefined ? 'content' : scopeOf(style),
    presets: style?.tone_of_voice.presets ?? [],
    tones: (style?.tone_of_voice.custom_tones ?? []).join('\n'),
    description: style?.tone_of_voice.description ?? '',
    always: (style?.writing_rules.always_do ?? []).join('\n'),
    never: (style?.writing_rules.never_do ?? []).join('\n'),
    headings: style?.heading_case_style ?? 'sentence',
    english: style?.english_variant ?? '',
    formality: style?.translation_formality ?? '',
    statistics: style?.competitor_statistics_mode ?? '',
    languages: Object.entries(style?.language_overrides ?? {}).map(([code, override]) => ({
      code,
      formality: override.formality ?? '',
      english: override.english_variant ?? '',
      nuance: override.nuance ?? '',
      always: override.always_do.join('\n'),
      never: override.never_do.join('\n'),
    })),
    isDefault: style?.is_default ?? false,
  }
}

/** The rules of a language on one line. */
export const languageInWords = ({ code, formality, english, nuance, always, never }: LanguageDraft) =>
  [
    ...[languageName(code), wordOf(formalities, formality), wordOf(englishes, english), nuance],
    ...linesOf(always).map((rule) => `always: ${rule}`),
    ...linesOf(never).map((rule) => `never: ${rule}`),
  ]
    .filter((part) => part !== '')
    .join(' · ')

const wordOf = <T extends string>(words: Readonly<Record<T, string>>, value: T | '') =>
  value === '' ? '' : words[value]

const shared = (draft: StyleDraft) => ({
  name: draft.name,
  tone_of_voice: {
    presets: draft.presets,
    custom_tones: linesOf(draft.tones),
    description: draft.description,
  },
  writing_rules: { always_do: linesOf(draft.always), never_do: linesOf(draft.never) },
  // The server cannot unset a default; another style replaces it.
  ...(draft.isDefault ? { is_default: true } : {}),
})

const overridesOf = (languages: readonly LanguageDraft[]) =>
  Object.fromEntries(
    languages.map(({ code, formality, english, nuance, always, never }) => [
      code.trim().toLowerCase(),
      {
        formality: formality === '' ? null : formality,
        english_variant: english === '' ? null : english,
        nuance: nuance.trim() === '' ? null : nuance,
        always_do: linesOf(always),
        never_do: linesOf(never),
      },
    ]),
  )

/** Settings that only content styles have. */
const contentSettings = ({ english, formality, statistics }: StyleDraft) => ({
  ...(english === '' ? {} : { english_variant: english }),
  ...(formality === '' ? {} : { translation_formality: formality }),
  ...(statistics === '' ? {} : { competitor_statistics_mode: statistics }),
})

export function createInput(draft: StyleDraft): Omit<Input<'create-writing-style'>, 'brand_id'> {
  if (draft.scope === 'content')
    return {
      ...shared(draft),
      surface: 'content',
      heading_case_style: draft.headings,
      ...contentSettings(draft),
    }
  return {
    ...shared(draft),
    surface: 'social',
    channel: draft.scope,
    language_overrides: overridesOf(draft.languages),
  }
}

export function updateInput(
  draft: StyleDraft,
): Omit<Input<'update-writing-style'>, 'brand_id' | 'writing_style_id'> {
  if (draft.scope !== 'content') return { ...shared(draft), language_overrides: overridesOf(draft.languages) }
  const clear = [
    ...(draft.english === '' ? (['english_variant'] as const) : []),
    ...(draft.formality === '' ? (['translation_formality'] as const) : []),
    ...(draft.statistics === '' ? (['competitor_statistics_mode'] as const) : []),
  ]
  return {
    ...shared(draft),
    heading_case_style: draft.headings,
    ...contentSettings(draft),
    ...(clear.length === 0 ? {} : { clear }),
  }
}
