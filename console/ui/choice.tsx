import { count } from '../format/numbers.ts'

interface ChoiceProps<K extends string> {
  /** For screen readers. */
  label: string
  options: Readonly<Record<K, string>>
  counts?: Readonly<Partial<Record<K, number | undefined>>> | undefined
  chosen: K
  onChoose: (option: K) => void
}

/** A row of segments, and one of them. */
export const segmentsClass =
  'inline-flex max-w-full min-w-0 gap-px overflow-x-auto rounded-md bg-sunken p-0.5 [scrollbar-width:none]'
export const segmentClass =
  'inline-flex h-6 flex-none items-center gap-[5px] rounded-sm px-[9px] text-sm font-medium whitespace-nowrap text-ink-2 aria-pressed:bg-panel aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line aria-[current]:bg-panel aria-[current]:text-ink aria-[current]:ring-1 aria-[current]:ring-line max-md:h-[30px]'

export function Choice<K extends string>({ label, options, counts, chosen, onChoose }: ChoiceProps<K>) {
  return (
    <fieldset className={segmentsClass}>
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as K[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === chosen}
          className={segmentClass}
          onClick={() => onChoose(option)}
        >
          {options[option]}
          {counts?.[option] !== undefined && <span className="font-normal text-muted">{count(counts[option])}</span>}
        </button>
      ))}
    </fieldset>
  )
}
