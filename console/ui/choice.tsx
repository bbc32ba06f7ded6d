import { count } from '../format/numbers.ts'

interface ChoiceProps<K extends string> {
  /** For screen readers. */
  label: string
  options: Readonly<Record<K, string>>
  counts?: Readonly<Partial<Record<K, number | undefined>>> | undefined
  titles?: Readonly<Record<K, string>>
  /** One of the options, or several. */
  chosen: K | readonly string[]
  onChoose: (option: K) => void
}

/** A row of segments. */
export function Choice<K extends string>({ label, options, titles, counts, chosen, onChoose }: ChoiceProps<K>) {
  return (
    <fieldset className="inline-flex max-w-full min-w-0 gap-px overflow-x-auto rounded-md bg-sunken p-0.5 [scrollbar-width:none]">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as K[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={typeof chosen === 'string' ? option === chosen : chosen.includes(option)}
          title={titles?.[option]}
          className="inline-flex h-6 flex-none items-center gap-[5px] rounded-sm px-[9px] text-sm font-medium whitespace-nowrap text-ink-2 aria-pressed:bg-panel aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line max-md:h-[30px]"
          onClick={() => onChoose(option)}
        >
          {options[option]}
          {counts?.[option] !== undefined && <span className="font-normal text-muted">{count(counts[option])}</span>}
        </button>
      ))}
    </fieldset>
  )
}
