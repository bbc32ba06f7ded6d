interface ChoiceProps<K extends string> {
  /** For screen readers. */
  label: string
  options: Readonly<Record<K, string>>
  chosen: K
  onChoose: (option: K) => void
}

/** A single choice from a few options. */
export function Choice<K extends string>({ label, options, chosen, onChoose }: ChoiceProps<K>) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as K[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === chosen}
          className="rounded-full border border-line-strong px-3 py-1 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onChoose(option)}
        >
          {options[option]}
        </button>
      ))}
    </fieldset>
  )
}
