import { linesOf } from '../../format/lines.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGrid } from '../../ui/edit-form.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import type { Values } from '../../ui/use-edit.ts'
import { type FormField, type FormFields, formOf } from '../../ui/use-form.ts'
import { languageName, type Preset, presets, type Style, scopeOf } from './style-words.ts'
import words from './words.json' with { type: 'json' }

const { scopes, headings, formalities, statistics, englishes } = words

interface WritingStyleFormProps {
  /** The current values. Omit to create a style. */
  style?: Style
  version?: string | undefined
}

/** Creates or edits a style. The scope of an existing style cannot change. */
export const WritingStyleForm = ({ style, version }: WritingStyleFormProps) => (
  <FormButton
    kind={style ? 'quiet' : 'main'}
    of={style?.name}
    operation={style === undefined ? 'create-writing-style' : 'update-writing-style'}
    version={version}
    ids={style && { writing_style_id: style.id }}
    initial={draftOf(style)}
    fields={({ scope }) => fieldsOf(style, scope === 'content')}
    input={(_, values) => inputOf(style, values)}
  />
)

const orNotSet = (names: Readonly<Record<string, string>>) => [{ value: '', name: 'Not set' }, ...optionsOf(names)]

/** Fields that can stay open. */
const open = (names: Readonly<Record<string, string>>, isContent: boolean) => ({
  options: orNotSet(names),
  isHidden: !isContent,
  words: (value: string | null) => names[value ?? ''] ?? '',
})

const fieldsOf = (style: Style | undefined, isContent: boolean) => ({
  scope: { options: optionsOf(scopes), isHidden: style !== undefined },
  presets: { options: presets.map((preset) => ({ value: preset, name: preset })) },
  heading_case_style: { options: optionsOf(headings), isHidden: !isContent },
  english_variant: open(englishes, isContent),
  translation_formality: open(formalities, isContent),
  competitor_statistics_mode: open(statistics, isContent),
  languages: {
    isHidden: isContent,
    input: (languages: readonly LanguageDraft[], onChange: (languages: readonly LanguageDraft[]) => void) => (
      <LanguageOverrides languages={languages} onChange={onChange} />
    ),
    words: (languages: readonly LanguageDraft[]) => languages.map(languageInWords),
  },
  is_default: {
    ...(style?.is_default && { label: 'Default: to change it, make another style the default' }),
    isDisabled: style?.is_default,
  },
})

interface LanguageOverridesProps {
  languages: readonly LanguageDraft[]
  onChange: (languages: LanguageDraft[]) => void
}

const empty: LanguageDraft = { code: '', formality: '', english: '', nuance: '', always: '', never: '' }

function LanguageOverrides({ languages, onChange }: LanguageOverridesProps) {
  const change = (place: number, changed: Partial<LanguageDraft>) =>
    onChange(languages.map((one, i) => (i === place ? { ...one, ...changed } : one)))
  return (
    <div className="space-y-4">
      {languages.map((language, place) => (
        // The index is the key, because codes change while typing.
        <fieldset key={place} className="space-y-3 rounded-lg border border-line p-4">
          <legend className="px-1 text-sm font-medium">
            {language.code.length === 2 ? `In ${languageName(language.code)}` : 'In another language'}
          </legend>
          <FieldGrid
            fields={languageFields(language)}
            values={{ ...language }}
            onChange={(changed) => change(place, changed)}
          />
          <Button
            label="Remove language"
            kind="quiet"
            onClick={() => onChange(languages.filter((_, i) => i !== place))}
          />
        </fieldset>
      ))}
      <Button label="Add language" onClick={() => onChange([...languages, empty])} />
    </div>
  )
}

function languageFields({ code }: LanguageDraft): FormFields<Values> {
  const { formality, english, ...fields } = formOf('language-override').fields as FormFields<Values>
  return {
    code: fields.code as FormField,
    formality: { ...(formality as FormField), options: orNotSet(formalities) },
    ...(code.toLowerCase() === 'en' && { english: { ...(english as FormField), options: orNotSet(englishes) } }),
    ...fields,
  }
}

type English = keyof typeof englishes
type Formality = keyof typeof formalities

interface LanguageDraft {
  code: string
  formality: Formality | ''
  english: English | ''
  nuance: string
  always: string
  never: string
}

type StyleDraft = ReturnType<typeof draftOf>

/** A style as form fields, and its rules by language as a list. */
const draftOf = (style: Style | undefined) => ({
  name: style?.name ?? '',
  scope: style === undefined ? 'content' : scopeOf(style),
  presets: (style?.tone_of_voice.presets ?? []) as readonly Preset[],
  custom_tones: (style?.tone_of_voice.custom_tones ?? []) as readonly string[],
  description: style?.tone_of_voice.description ?? '',
  always_do: (style?.writing_rules.always_do ?? []) as readonly string[],
  never_do: (style?.writing_rules.never_do ?? []) as readonly string[],
  heading_case_style: style?.heading_case_style ?? 'sentence',
  english_variant: style?.english_variant ?? null,
  translation_formality: style?.translation_formality ?? null,
  competitor_statistics_mode: style?.competitor_statistics_mode ?? null,
  languages: Object.entries(style?.language_overrides ?? {}).map(
    ([code, override]): LanguageDraft => ({
      code,
      formality: override.formality ?? '',
      english: override.english_variant ?? '',
      nuance: override.nuance ?? '',
      always: override.always_do.join('\n'),
      never: override.never_do.join('\n'),
    }),
  ) as readonly LanguageDraft[],
  is_default: style?.is_default ?? false,
})

const languageInWords = ({ code, formality, english, nuance, always, never }: LanguageDraft) =>
  [
    ...[languageName(code), formality && formalities[formality], english && englishes[english], nuance],
    ...linesOf(always).map((rule) => `always: ${rule}`),
    ...linesOf(never).map((rule) => `never: ${rule}`),
  ]
    .filter((part) => part !== '')
    .join(' · ')

const overridesOf = (languages: readonly LanguageDraft[]) =>
  Object.fromEntries(
    languages.map(({ code, formality, english, nuance, always, never }) => [
      code.trim().toLowerCase(),
      {
        formality: formality || null,
        english_variant: english || null,
        nuance: nuance.trim() === '' ? null : nuance,
        always_do: linesOf(always),
        never_do: linesOf(never),
      },
    ]),
  )

/** Settings that content styles can leave open. */
const openSettings = ['english_variant', 'translation_formality', 'competitor_statistics_mode'] as const

/** All fields. Content styles have settings, all others have rules per language. */
function inputOf(style: Style | undefined, { scope, languages, ...draft }: StyleDraft) {
  const { presets, custom_tones, description, always_do, never_do, ...rest } = draft
  const { name, is_default, ...settings } = rest
  const isContent = scope === 'content'
  const empty = openSettings.filter((setting) => settings[setting] === null)
  return {
    name,
    tone_of_voice: { presets, custom_tones, description: description ?? '' },
    writing_rules: { always_do, never_do },
    // The server cannot unset a default; another style replaces it.
    is_default: is_default || undefined,
    ...(isContent
      ? Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
      : { language_overrides: overridesOf(languages) }),
    ...(style === undefined && (isContent ? { surface: 'content' } : { surface: 'social', channel: scope })),
    ...(style !== undefined && isContent && empty.length > 0 && { clear: empty }),
  }
}
