import type { ReactNode } from 'react'

interface CheckboxProps {
  /** The text next to the box. Omit to show only the box, and set `name`. */
  label?: ReactNode
  hint?: ReactNode
  /** For screen readers, if there is no label. */
  name?: string
  title?: string | undefined
  isOn: boolean
  isDisabled?: boolean | undefined
  onChange: (isOn: boolean) => void
}

export function Checkbox({ label, hint, name, title, isOn, isDisabled, onChange }: CheckboxProps) {
  const box = (
    <input
      type="checkbox"
      aria-label={name}
      title={title}
      className="mt-[3px] size-[15px] flex-none accent-accent"
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
  if (label === undefined) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it
    <label className="flex items-start gap-2">
      {box}
      <span className="min-w-0">
        {label}
        {hint !== undefined && <span className="block text-sm text-muted wrap-anywhere">{hint}</span>}
      </span>
    </label>
  )
}
