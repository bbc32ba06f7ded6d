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
