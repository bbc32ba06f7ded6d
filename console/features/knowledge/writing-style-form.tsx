import type { FormEvent } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EditProblem } from '../../ui/conflict.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import { LanguageOverrides } from './language-overrides.tsx'
import {
  createInput,
  draftInWords,
  draftOf,
  fieldNames,
  type StyleDraft,
  updateInput,
} from './style-draft.ts'
import {
  englishes,
  formalities,
  headings,
  presets,
  type Scope,
  type Style,
  scopes,
  statistics,
} from './style-words.ts'

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
  const { values: form, set } = edit
  const close = () => {
    edit.clear()
    onClose()
  }
  const options = { changes: ['list-writing-styles'] as const, onDone: close }
  const create = useWrite('create-writing-style', options)
  const update = useWrite('update-writing-style', { ...options, version: edit.version })
  const write = style === undefined ? create : update
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (style === undefined) create.mutate({ ...createInput(form) })
    else update.mutate({ writing_style_id: style.id, ...updateInput(form) })
  }
  return (
    <form className="space-y-4" onSubmit={submit}>
      <EditProblem edit={edit} names={fieldNames} write={write} inWords={draftInWords} />
      <Field
        label={fieldNames.name}
        required
        maxLength={60}
        value={form.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      {style === undefined && (
        <Select
          label={fieldNames.scope}
          value={form.scope}
          onChange={(event) => set({ scope: event.target.value as Scope })}
          options={optionsOf(scopes)}
        />
      )}
      <Tone form={form} set={set} />
      <TextArea
        label={fieldNames.always}
        hint="One rule per line"
        value={form.always}
        onChange={(event) => set({ always: event.target.value })}
      />
      <TextArea
        label={fieldNames.never}
        hint="One rule per line"
        value={form.never}
        onChange={(event) => set({ never: event.target.value })}
      />
      {form.scope === 'content' ? (
        <ContentFields form={form} set={set} />
      ) : (
        <LanguageOverrides languages={form.languages} onChange={(languages) => set({ languages })} />
      )}
      <Checkbox
        label={
          style?.is_default === true
            ? 'Default: to change it, make another style the default'
            : 'Make default'
        }
        isOn={form.isDefault}
        isDisabled={style?.is_default}
        onChange={(isDefault) => set({ isDefault })}
      />
      <DialogActions onCancel={close} isBusy={write.isPending} isIncomplete={edit.changed.length === 0}>
        {style === undefined ? 'Add' : 'Save'}
      </DialogActions>
    </form>
  )
}

interface PartProps {
  form: StyleDraft
  set: (changed: Partial<StyleDraft>) => void
}

function Tone({ form, set }: PartProps) {
  return (
    <>
      <fieldset>
        <legend className="text-sm font-medium">{fieldNames.presets}</legend>
        <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {presets.map((preset) => (
            <Checkbox
              key={preset}
              label={preset}
              isOn={form.presets.includes(preset)}
              onChange={(isOn) =>
                set({
                  presets: isOn ? [...form.presets, preset] : form.presets.filter((one) => one !== preset),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <TextArea
        label={fieldNames.tones}
        hint="One per line"
        rows={2}
        value={form.tones}
        onChange={(event) => set({ tones: event.target.value })}
      />
      <TextArea
        label={fieldNames.description}
        maxLength={5000}
        value={form.description}
        onChange={(event) => set({ description: event.target.value })}
      />
    </>
  )
}

function ContentFields({ form, set }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={fieldNames.headings}
        value={form.headings}
        onChange={(event) => set({ headings: event.target.value as StyleDraft['headings'] })}
        options={optionsOf(headings)}
      />
      <Select
        label={fieldNames.english}
        value={form.english}
        onChange={(event) => set({ english: event.target.value as StyleDraft['english'] })}
        options={[open, ...optionsOf(englishes)]}
      />
      <Select
        label={fieldNames.formality}
        value={form.formality}
        onChange={(event) => set({ formality: event.target.value as StyleDraft['formality'] })}
        options={[open, ...optionsOf(formalities)]}
      />
      <Select
        label={fieldNames.statistics}
        value={form.statistics}
        onChange={(event) => set({ statistics: event.target.value as StyleDraft['statistics'] })}
        options={[open, ...optionsOf(statistics)]}
      />
    </div>
  )
}

const open = { value: '', name: 'Not set' }

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, name]) => ({ value, name }))
