import type { Given } from '../../api/hooks.ts'
import { linesOf } from '../../format/lines.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import type { FormFields } from '../../ui/edit-form.tsx'
import { Field, optionsOf, Select, TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import {
  englishes,
  formalities,
  headings,
  languageName,
  type Preset,
  presets,
  type Style,
  scopeOf,
  scopes,
  statistics,
} from './style-words.ts'

interface WritingStyleFormProps {
  /** The current values. Omit to create a style. */
  style?: Style
  version?: string | undefined
  onClose: () => void
}

/** Creates or edits a style. The scope of an existing style cannot change. */
export function WritingStyleForm({ style, version, onClose }: WritingStyleFormProps) {
  const { brandId } = useBrand()
  const draftName = style === undefined ? `style of ${brandId}` : `style:${style.id}`
  const edit = useEdit(draftName, draftOf(style), version)
  const options = { changes: ['list-writing-styles'] as const, onDone: onClose }
  const create = useSave('create-writing-style', edit, options)
  const update = useSave('update-writing-style', edit, options)
  return (
    <FormDialog
      title={style === undefined ? 'Add writing style' : 'Edit writing style'}
      action={style === undefined ? 'Add' : 'Save'}
      edit={edit}
      fields={fieldsOf(style, edit.values.scope === 'content')}
      write={style === undefined ? create : update}
      onSave={(_, draft) => {
        if (style === undefined) create.mutate({ ...createInput(draft) })
        else update.mutate({ writing_style_id: style.id, ...updateInput(draft) })
      }}
      onClose={onClose}
    />
  )
}

const rules = { hint: 'One rule per line', rows: 3 }

const orNotSet = (names: Readonly<Record<string, string>>) => [{ value: '', name: 'Not set' }, ...optionsOf(names)]

/** Fields that can stay open. */
const open = (names: Readonly<Record<string, string>>, isContent: boolean) => ({
  options: orNotSet(names),
  isHalf: true,
  isHidden: !isContent,
  words: (value: string) => names[value] ?? '',
})

const fieldsOf = (style: Style | undefined, isContent: boolean): FormFields<StyleDraft> => ({
  name: { label: 'Name', required: true, maxLength: 60 },
  scope: { label: 'Used for', options: optionsOf(scopes), isHidden: style !== undefined },
  presets: {
    label: 'Tone',
    isInline: true,
    options: presets.map((preset) => ({ value: preset, name: preset })),
  },
  tones: { label: 'Other tones', hint: 'One per line', rows: 2 },
  description: { label: 'Tone description', maxLength: 5000, rows: 3 },
  always: { label: 'Always', ...rules },
  never: { label: 'Never', ...rules },
  headings: { label: 'Headings', options: optionsOf(headings), isHalf: true, isHidden: !isContent },
  english: { label: 'English', ...open(englishes, isContent) },
  formality: { label: 'Translation formality', ...open(formalities, isContent) },
  statistics: { label: 'Competitor statistics', ...open(statistics, isContent) },
  languages: {
    label: 'Languages',
    isHidden: isContent,
    input: (languages, onChange) => <LanguageOverrides languages={languages} onChange={onChange} />,
    words: (languages) => languages.map(languageInWords),
  },
  isDefault: {
    label: style?.is_default ? 'Default: to change it, make another style the default' : 'Make default',
    name: 'Default',
    isDisabled: style?.is_default,
  },
})

interface LanguageOverridesProps {
  languages: readonly LanguageDraft[]
  onChange: (languages: LanguageDraft[]) => void
}

const empty: LanguageDraft = { code: '', formality: '', english: '', nuance: '', always: '', never: '' }

/** Style rules for specific languages. */
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
          <Language language={language} onChange={(changed) => change(place, changed)} />
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

interface LanguageProps {
  language: LanguageDraft
  onChange: (changed: Partial<LanguageDraft>) => void
}

function Language({ language, onChange }: LanguageProps) {
  const field = (name: keyof LanguageDraft) => ({
    value: language[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <Field label="Language code" required maxLength={2} placeholder="de" {...field('code')} />
      <Select label="Formality" options={orNotSet(formalities)} {...field('formality')} />
      {language.code.toLowerCase() === 'en' && (
        <Select label="English" options={orNotSet(englishes)} {...field('english')} />
      )}
      <TextArea label="Nuance" rows={2} maxLength={1000} {...field('nuance')} />
      <TextArea label="Always" hint="One rule per line" rows={2} {...field('always')} />
      <TextArea label="Never" hint="One rule per line" rows={2} {...field('never')} />
    </>
  )
}

type English = keyof typeof englishes
type Formality = keyof typeof formalities

/** Rules for one language. */
interface LanguageDraft {
  code: string
  formality: Formality | ''
  english: English | ''
  nuance: string
  always: string
  never: string
}

const unset = '' as const

type StyleDraft = ReturnType<typeof draftOf>

/** A style as form fields: lists as lines, unset values as empty strings. */
function draftOf(style: Style | undefined) {
  return {
    name: style?.name ?? '',
    scope: style === undefined ? 'content' : scopeOf(style),
    presets: (style?.tone_of_voice.presets ?? []) as Preset[],
    tones: (style?.tone_of_voice.custom_tones ?? []).join('\n'),
    description: style?.tone_of_voice.description ?? '',
    always: (style?.writing_rules.always_do ?? []).join('\n'),
    never: (style?.writing_rules.never_do ?? []).join('\n'),
    headings: style?.heading_case_style ?? ('sentence' as const),
    english: style?.english_variant ?? unset,
    formality: style?.translation_formality ?? unset,
    statistics: style?.competitor_statistics_mode ?? unset,
    languages: Object.entries(style?.language_overrides ?? {}).map(
      ([code, override]): LanguageDraft => ({
        code,
        formality: override.formality ?? '',
        english: override.english_variant ?? '',
        nuance: override.nuance ?? '',
        always: override.always_do.join('\n'),
        never: override.never_do.join('\n'),
      }),
    ),
    isDefault: style?.is_default ?? false,
  }
}

/** The rules of a language on one line. */
const languageInWords = ({ code, formality, english, nuance, always, never }: LanguageDraft) =>
  [
    ...[languageName(code), formality && formalities[formality], english && englishes[english], nuance],
    ...linesOf(always).map((rule) => `always: ${rule}`),
    ...linesOf(never).map((rule) => `never: ${rule}`),
  ]
    .filter((part) => part !== '')
    .join(' · ')

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
        formality: formality || null,
        english_variant: english || null,
        nuance: nuance.trim() === '' ? null : nuance,
        always_do: linesOf(always),
        never_do: linesOf(never),
      },
    ]),
  )

/** Settings that content styles can leave open. */
const openSettings = ({ english, formality, statistics }: StyleDraft) => ({
  english_variant: english || undefined,
  translation_formality: formality || undefined,
  competitor_statistics_mode: statistics || undefined,
})

/** Content styles have settings, all others have rules per language. */
const inputOf = (draft: StyleDraft) => ({
  ...shared(draft),
  ...(draft.scope === 'content'
    ? { heading_case_style: draft.headings, ...openSettings(draft) }
    : { language_overrides: overridesOf(draft.languages) }),
})

const createInput = (draft: StyleDraft): Given<'create-writing-style'> => ({
  ...inputOf(draft),
  ...(draft.scope === 'content' ? { surface: 'content' } : { surface: 'social', channel: draft.scope }),
})

function updateInput(draft: StyleDraft): Omit<Given<'update-writing-style'>, 'writing_style_id'> {
  const settings = draft.scope === 'content' ? Object.entries(openSettings(draft)) : []
  const clear = settings.flatMap(([name, value]) => (value === undefined ? [name] : []))
  return {
    ...inputOf(draft),
    ...(clear.length > 0 && { clear: clear as (keyof ReturnType<typeof openSettings>)[] }),
  }
}
