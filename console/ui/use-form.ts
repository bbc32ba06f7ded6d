import type { ReactNode } from 'react'
import type { OperationName, ResponseOf } from '../api/client.ts'
import { type Given, type Sent, usePlaceOf, useWrite, type WriteOptions } from '../api/hooks.ts'
import forms from '../copy/forms.json' with { type: 'json' }
import { codesOf, linesOf, namesOf } from '../format/lines.ts'
import { useEdit, type Values } from './use-edit.ts'

/**
 * One field of a form, declared once for the input, the conflict view and the save bar. The value decides the input:
 * true and false are a checkbox, a list is a group of checkboxes or a text (`as`), `options` a select, `rows` a text of
 * several lines, all else a line of text.
 */
export interface FormField<V = Values[string]> {
  label: string
  /** In the conflict view and messages. Defaults to the label. */
  name?: string
  hint?: string | undefined
  options?: readonly { value: string; name: string }[]
  rows?: number
  /** A list that is typed as text: one per line, or with commas between names or country codes. */
  as?: 'lines' | 'names' | 'codes'
  /** Drafts never store the value, as that of a password. */
  isSecret?: boolean
  required?: boolean
  minLength?: number
  maxLength?: number
  placeholder?: string
  type?: 'text' | 'url' | 'email' | 'number' | 'date' | 'password'
  autoComplete?: string
  inputMode?: 'numeric'
  autoFocus?: boolean
  /** The first and last value of a date or number. */
  min?: string
  max?: string
  step?: string
  /** The id of a list of suggestions. */
  list?: string
  isDisabled?: boolean | undefined
  /** Shows a group of checkboxes on a line. */
  isInline?: boolean
  /** Turns letters into capitals, such as those of country codes. */
  isUpperCase?: boolean
  /** Shares its line with the field after or before it; on phones only if `always`. */
  isHalf?: boolean | 'always'
  isHidden?: boolean
  /** Renders an input of another kind. */
  input?(value: V, onChange: (value: V) => void): ReactNode
  /** How the conflict view shows a value. Defaults to the names of options, or the value. */
  words?(value: V): Values[string]
}

export type FormFields<T extends object> = Readonly<{ [K in keyof T & string]: FormField<T[K]> }>

interface DeclaredForm {
  /** The texts of the button that opens it, of the dialog, and of the button that sends it. */
  label?: string
  title?: string
  action?: string
  /** Another form with the same fields. */
  like?: string
  fields: Readonly<Record<string, FormField>>
}

/** The form of an operation: its texts and fields. */
export function formOf(operation: string): DeclaredForm {
  const form = (forms as Readonly<Record<string, unknown>>)[operation] as DeclaredForm
  return form.like === undefined ? form : { ...form, fields: { ...formOf(form.like).fields, ...form.fields } }
}

type GivenFields<T extends object> = { readonly [K in keyof T & string]?: Partial<FormField<T[K]>> }

/** What a form sends, and the values that it starts with. */
export interface FormOptions<N extends OperationName, T extends object> extends WriteOptions<N> {
  operation: N
  /** The values at first, as the API has them. Null is an empty text. */
  initial: T
  /** What `forms.json` cannot say, such as options. Depends on the values if it is a function. */
  fields?: GivenFields<T> | ((values: T, changed: readonly string[]) => GivenFields<T>)
  /** The ids of what the form edits. It then sends the changed fields; without ids, it sends all that are not empty. */
  ids?: Partial<Given<N>> | undefined
  /** Tells drafts of one operation apart, if no id does. */
  draft?: string
  /** The fields to send as input of the operation, if names or values differ. */
  input?: ((given: Partial<T>, values: T) => object) | undefined
  /** Fields whose input stays for the next thing to create. */
  keeps?: readonly (keyof T & string)[]
  /** What replaces the form when it is sent, such as a secret that is shown only once. */
  result?: ((shown: ResponseOf<N>, values: T) => ReactNode) | undefined
}

const lists = {
  lines: { join: '\n', split: linesOf },
  names: { join: ', ', split: namesOf },
  codes: { join: ', ', split: codesOf },
} as const

const toText = (value: unknown, { as }: FormField) =>
  as && Array.isArray(value) ? value.join(lists[as].join) : typeof value === 'number' ? String(value) : (value ?? '')

function fromText(text: unknown, { as, type }: FormField) {
  if (typeof text !== 'string') return text
  if (as) return lists[as].split(text)
  if (text.trim() === '') return null
  return type === 'number' ? Number(text) : text
}

/** The draft and the write of a form. Texts stand for lists and numbers while they are typed. */
export function useForm<N extends OperationName, T extends object>(options: FormOptions<N, T>) {
  const { operation, initial, fields, ids, draft, version, onDone, input, keeps, result } = options
  const { placeId } = usePlaceOf(operation)
  const declared = formOf(operation).fields
  const fieldsOf = (values: T, changed: readonly string[]) => {
    const given = (typeof fields === 'function' ? fields(values, changed) : fields) ?? {}
    const entries = Object.keys(initial).map((name) => [
      name,
      { ...declared[name], ...(given as Record<string, object | undefined>)[name] },
    ])
    return Object.fromEntries(entries) as FormFields<Values>
  }
  const kinds = fieldsOf(initial, [])
  const map = (values: object, convert: (value: unknown, field: FormField) => unknown) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value, kinds[name] as FormField)]))
  const secrets = Object.keys(kinds).filter((name) => kinds[name]?.type === 'password' || kinds[name]?.isSecret)
  const name = [operation, placeId, ...Object.values(ids ?? {}), draft].join(':')
  const edit = useEdit(name, map(initial, toText) as Values, version, secrets)
  const values = map(edit.values, fromText) as T
  const write = useWrite(operation, {
    changes: options.changes,
    ...{ version: edit.version, onStored: result ? () => {} : edit.forget },
    onDone(shown, sent) {
      if (keeps)
        edit.set(Object.fromEntries(Object.entries(edit.shown).filter(([key]) => !keeps.includes(key as never))))
      else if (!result) edit.clear()
      onDone?.(shown, sent)
    },
  })
  const save = () => {
    const isGiven = ([, value]: [string, unknown]) => ids !== undefined || value !== null
    const given = map(ids ? edit.changes : edit.values, fromText)
    const sent = Object.fromEntries(Object.entries(given).filter(isGiven)) as Partial<T>
    write.mutate({ ...ids, ...(input?.(sent, values) ?? sent) } as Sent<N>)
  }
  return { edit, values, write, save, fields: fieldsOf(values, edit.changed) }
}
