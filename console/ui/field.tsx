import { type ComponentProps, useId } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  hint?: string
  problem?: string | undefined
}

export const inputClass =
  'w-full rounded-md border border-line-strong bg-panel px-3 py-2 text-ink placeholder:text-muted aria-invalid:border-bad'

/** A labeled input with the server’s error below. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId()
  const about = problem ?? hint
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block text-sm font-medium">
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
        <p id={`${id}-about`} className={`text-sm ${problem === undefined ? 'text-muted' : 'text-bad'}`}>
          {about}
        </p>
      )}
    </div>
  )
}
