import { type ComponentProps, useId } from 'react'
import { inputClass } from './field.tsx'

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
