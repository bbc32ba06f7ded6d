import { useBrand } from '../../frame/use-brand.ts'
import type { FormFields } from '../../ui/edit-form.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { LanguageOverrides } from './language-overrides.tsx'
import { createInput, draftOf, languageInWords, type StyleDraft, updateInput } from './style-draft.ts'
import { englishes, formalities, headings, presets, type Style, scopes, statistics } from './style-words.ts'

interface WritingStyleFormProps {
  /** The current values. Omit to create a style. */
  style: Style | undefined
  version: string | undefined
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

/** Fields that can stay open. */
const open = (names: Readonly<Record<string, string>>, isContent: boolean) => ({
  options: [{ value: '', name: 'Not set' }, ...optionsOf(names)],
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
