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
