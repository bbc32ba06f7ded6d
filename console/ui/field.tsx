import { type ComponentProps, useId } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  hint?: string | undefined
  problem?: string | undefined
}

export const inputClass =
  'min-h-[34px] w-full rounded-md border border-field bg-panel px-2.5 py-1.5 text-ink placeholder:text-muted aria-invalid:border-down'

/** A labeled input with the server’s error below. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId()
  const about = problem ?? hint
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        id={id}
        className={inputClass}
        aria-invalid={problem !== undefined}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        {...input}
      />
      {about !== undefined && (
        <p id={`${id}-about`} className={`text-sm ${problem === undefined ? 'text-muted' : 'text-down'}`}>
          {about}
        </p>
      )}
    </div>
  )
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string
  hint?: string | undefined
}

/** A labeled multi-line input. */
export function TextArea({ label, hint, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        className={`block ${inputClass}`}
        aria-describedby={hint === undefined ? undefined : `${id}-about`}
        {...input}
      />
      {hint !== undefined && (
        <p id={`${id}-about`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

interface SelectProps extends ComponentProps<'select'> {
  label: string
  options: readonly { value: string; name: string }[]
}

export function Select({ label, options, ...rest }: SelectProps) {
  const id = useId()
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <select id={id} className={inputClass} {...rest}>
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Options of a select or a group of checkboxes, from names by value. */
export const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }))

/** Options from rows with ids. */
export const rowOptions = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, name }))
