interface ChoicesProps<T extends string> {
  legend: string
  /** The visible options; hidden ones keep their state. */
  names: Readonly<Partial<Record<T, string>>>
  chosen: readonly T[]
  onChoose: (chosen: T[]) => void
}

/** A multiple choice from several options. */
export function Choices<T extends string>({ legend, names, chosen, onChoose }: ChoicesProps<T>) {
  return (
    <fieldset className="space-y-1">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {(Object.keys(names) as T[]).map((one) => (
        <label key={one} className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-[var(--accent)]"
            checked={chosen.includes(one)}
            onChange={(event) =>
              onChoose(event.target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
          <bdi>{names[one]}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
