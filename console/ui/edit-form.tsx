import { type ReactNode, useId } from 'react'
import type { OperationName, Problem } from '../api/client.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Choices } from './choices.tsx'
import { EditProblem, scrollIntoSight } from './conflict.tsx'
import { DialogActions } from './dialog.tsx'
import { Field, Select, TextArea } from './field.tsx'
import { Form } from './form.tsx'
import type { Edit, Values } from './use-edit.ts'
import { type FormField, type FormFields, type FormOptions, formOf, useForm } from './use-form.ts'

export interface EditFormProps<T extends Values> {
  /** The draft, from `useEdit`. Pass its version to `useWrite`. */
  edit: Edit<T>
  fields: FormFields<T>
  write: { isPending: boolean; error: Problem | null; reset: () => void }
  onSave: (changes: Partial<T>, values: T) => void
  /** Closes the form; cancel also discards its input. Without it, the form belongs to a page and has a save bar. */
  onCancel?: () => void
  /** Whether the initial values can be sent unchanged. */
  isComplete?: boolean
  isIncomplete?: boolean
  action?: string
  autoComplete?: 'off'
  /** Shows the button from the start, instead of a save bar with the first change. */
  button?: 'main' | 'plain'
  lead?: ReactNode
  children?: ReactNode
}

/**
 * A form from a declaration of its fields. Unsaved input stays in this tab; a change by another member is shown next
 * to it and never overwritten.
 */
export function EditForm<T extends Values>(props: EditFormProps<T>) {
  const { edit, fields, write, onSave, onCancel, action = 'Save', autoComplete, button, lead, children } = props
  const { isComplete = false, isIncomplete = false } = props
  const wrong = wrongField(write.error, fields as FormFields<Values>)
  const save = <Button label={action} kind={button ?? 'main'} type="submit" disabled={write.isPending} />
  return (
    <Form
      {...(autoComplete && { autoComplete })}
      problem={!wrong && <EditProblem {...{ edit, fields, write }} />}
      onSubmit={() => onSave(edit.changes, edit.values)}
    >
      {lead}
      <FieldGrid
        fields={fields as FormFields<Values>}
        values={edit.values}
        wrong={wrong}
        onChange={(changed) => {
          if (wrong) write.reset()
          edit.set(changed as Partial<T>)
        }}
      />
      {children}
      {onCancel !== undefined ? (
        <DialogActions
          onCancel={() => {
            edit.clear()
            onCancel()
          }}
          isBusy={write.isPending}
          isIncomplete={isIncomplete || (!isComplete && edit.changed.length === 0)}
        >
          {action}
        </DialogActions>
      ) : button ? (
        save
      ) : (
        <SaveBar changed={edit.changed.map((name) => fields[name].label)} onDiscard={edit.clear}>
          {save}
        </SaveBar>
      )}
    </Form>
  )
}

export interface OperationFormProps<N extends OperationName, T extends object>
  extends FormOptions<N, T>,
    Omit<EditFormProps<Values>, 'edit' | 'fields' | 'write' | 'onSave' | 'isIncomplete' | 'lead' | 'children'> {
  isIncomplete?: (values: T) => boolean
  lead?: Content<N, T>
  children?: Content<N, T>
}

type Content<N extends OperationName, T extends object> = ReactNode | ((form: OpenForm<N, T>) => ReactNode)
type OpenForm<N extends OperationName, T extends object> = ReturnType<typeof useForm<N, T>>

export const OperationForm = <N extends OperationName, T extends object>(props: OperationFormProps<N, T>) => (
  <OpenForm {...props} form={useForm(props)} />
)

export function OpenForm<N extends OperationName, T extends object>(
  props: OperationFormProps<N, T> & { form: OpenForm<N, T> },
) {
  const { form, isIncomplete, lead, children, ...look } = props
  const { edit, values, write, save, fields } = form
  const { action = 'Save' } = formOf(look.operation)
  const contentOf = (content: Content<N, T>) => (typeof content === 'function' ? content(form) : content)
  return (
    <EditForm
      {...{ action, ...look, edit, write, fields, lead: contentOf(lead), children: contentOf(children) }}
      isIncomplete={isIncomplete?.(values) ?? false}
      onSave={save}
    />
  )
}

/** The visible field that the server names in its refusal, and the reason. */
function wrongField(error: Problem | null, fields: FormFields<Values>) {
  if (error?.code !== 'invalid_request' && error?.code !== 'conflict') return undefined
  const [name = ''] = /^\w+/.exec(error.message) ?? []
  const field = fields[name]
  if (field === undefined || field.isHidden) return undefined
  return { name, reason: error.message.replace(name, field.name ?? field.label) }
}

interface FieldGridProps {
  fields: FormFields<Values>
  values: Values
  wrong?: { name: string; reason: string } | undefined
  onChange: (changed: Values) => void
}

/** The fields of a form, with the reason at the one that the server refuses. */
export function FieldGrid({ fields, values, wrong, onChange }: FieldGridProps) {
  const reasonId = useId()
  return (
    <div className="grid grid-cols-2 gap-4">
      {Object.entries<FormField>(fields).map(
        ([name, field]) =>
          !field.isHidden && (
            <div key={name} className={spanOf(field)}>
              <Input
                field={field}
                value={values[name]}
                reasonId={name === wrong?.name ? reasonId : undefined}
                onChange={(value) => onChange({ [name]: value })}
              />
              {name === wrong?.name && (
                <p ref={scrollIntoSight} id={reasonId} role="alert" className="mt-1 text-sm text-down">
                  {wrong.reason}
                </p>
              )}
            </div>
          ),
      )}
    </div>
  )
}

const spanOf = ({ isHalf = false }: Pick<FormField, 'isHalf'>) =>
  isHalf === 'always' ? '' : isHalf ? 'max-sm:col-span-2' : 'col-span-2'

interface InputProps {
  field: FormField
  value: Values[string] | undefined
  /** Of the reason why the value is wrong. */
  reasonId: string | undefined
  onChange: (value: Values[string]) => void
}

function Input({ field, value = '', reasonId, onChange }: InputProps) {
  const { label, options, input, isDisabled = false, isInline = false, isUpperCase = false } = field
  if (input !== undefined) return input(value, onChange)
  if (typeof value === 'boolean')
    return <Checkbox label={label} hint={field.hint} isOn={value} {...{ isDisabled, onChange }} />
  if (typeof value !== 'string')
    return (
      <Choices
        legend={label}
        isInline={isInline}
        names={Object.fromEntries(options?.map(({ value, name }) => [value, name]) ?? [])}
        chosen={value as readonly string[]}
        onChoose={onChange}
      />
    )
  const { name: _, isHalf: __, isHidden: ___, isInline: ____, words: _____, as, isSecret: ______, ...given } = field
  const typed = {
    ...{ value, disabled: isDisabled, 'aria-invalid': reasonId !== undefined, 'aria-errormessage': reasonId },
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(isUpperCase ? target.value.toUpperCase() : target.value),
  }
  if (options !== undefined) return <Select {...given} options={options} {...typed} />
  const isLong = field.rows !== undefined || as === 'lines'
  return isLong ? <TextArea {...given} {...typed} /> : <Field {...given} {...typed} />
}

interface SaveBarProps {
  changed: readonly string[]
  onDiscard: () => void
  children: ReactNode
}

/** Appears with the first change in a form and says what changed. */
const SaveBar = ({ changed, onDiscard, children }: SaveBarProps) =>
  changed.length > 0 && (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center gap-3 rounded-lg bg-panel px-4 py-2.5 shadow-lg">
      <span className="font-medium">Unsaved changes</span>
      <span className="min-w-0 flex-1 truncate text-muted">{changed.join(', ')}</span>
      <Button label="Discard" onClick={() => onDiscard()} />
      {children}
    </div>
  )
