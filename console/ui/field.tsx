import { type ComponentProps, type ReactNode, useId } from 'react'

export const inputClass =
  'min-h-[34px] w-full rounded-md border border-field bg-panel px-2.5 py-1.5 text-ink placeholder:text-muted aria-invalid:border-down'

interface LabeledProps {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  children: (attributes: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}

/** The label above an input, and a hint or problem below it. */
function Labeled({ label, hint, problem, children }: LabeledProps) {
  const id = useId()
  const about = problem ?? hint
  const aboutId = `${id}-about`
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': about === undefined ? undefined : aboutId })}
      {about !== undefined && (
        <p id={aboutId} className={`text-sm ${problem === undefined ? 'text-muted' : 'text-down'}`}>
          {about}
        </p>
      )}
    </div>
  )
}

type LabelProps = Omit<LabeledProps, 'children' | 'problem'>

/** A labeled input with the server’s error below. */
export const Field = ({
  label,
  hint,
  problem,
  ...input
}: ComponentProps<'input'> & LabelProps & Pick<LabeledProps, 'problem'>) => (
  <Labeled {...{ label, hint, problem }}>
    {(attributes) => <input className={inputClass} aria-invalid={problem !== undefined} {...attributes} {...input} />}
  </Labeled>
)

/** A labeled multi-line input. */
export const TextArea = ({ label, hint, ...input }: ComponentProps<'textarea'> & LabelProps) => (
  <Labeled {...{ label, hint }}>
    {(attributes) => <textarea rows={3} className={`block ${inputClass}`} {...attributes} {...input} />}
  </Labeled>
)

interface SelectProps extends ComponentProps<'select'>, LabelProps {
  options: readonly { value: string; name: string }[]
}

export const Select = ({ label, hint, options, ...rest }: SelectProps) => (
  <Labeled {...{ label, hint }}>
    {(attributes) => (
      <select className={inputClass} {...attributes} {...rest}>
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Labeled>
)

/** Options of a select or a group of checkboxes, from names by value. */
export const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }))

/** Options from rows with ids. */
export const rowOptions = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, name }))
