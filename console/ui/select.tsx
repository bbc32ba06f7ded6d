import { type ComponentProps, useId } from 'react'
import { inputClass } from './field.tsx'

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
