import { type ComponentProps, type ReactNode, useId } from 'react'

export const inputClass =
  'min-h-[34px] w-full rounded-md border border-field bg-panel px-2.5 py-1.5 text-ink placeholder:text-muted aria-invalid:border-down'

interface LabelProps {
  label: string
  hint?: string | undefined
}

interface LabeledProps extends LabelProps {
  children: (attributes: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}

function Labeled({ label, hint, children }: LabeledProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : hintId })}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export const Field = ({ label, hint, ...input }: ComponentProps<'input'> & LabelProps) => (
  <Labeled {...{ label, hint }}>{(attributes) => <input className={inputClass} {...attributes} {...input} />}</Labeled>
)

export const TextArea = ({ label, hint, ...input }: ComponentProps<'textarea'> & LabelProps) => (
  <Labeled {...{ label, hint }}>
    {(attributes) => <textarea rows={3} className={`block ${inputClass}`} {...attributes} {...input} />}
  </Labeled>
)

interface SelectProps extends ComponentProps<'select'>, LabelProps {
  options: readonly { value: string; name: string; isDisabled?: boolean }[]
}

export const Select = ({ label, hint, ...select }: SelectProps) => (
  <Labeled {...{ label, hint }}>{(attributes) => <PlainSelect {...attributes} {...select} />}</Labeled>
)

/** A select whose label is next to it, or only for screen readers. */
export const PlainSelect = ({
  label,
  hint: _,
  options,
  className = '',
  ...select
}: Omit<SelectProps, 'label'> & { label?: string }) => (
  <select aria-label={label} className={`${inputClass} ${className}`} {...select}>
    {options.map(({ value, name, isDisabled }) => (
      <option key={value} value={value} disabled={isDisabled}>
        {name}
      </option>
    ))}
  </select>
)

/** Options of a select or a group of checkboxes, from names by value. */
export const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }))

export const rowOptions = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, name }))
