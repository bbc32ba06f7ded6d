interface ChoicesProps<T extends string> {
  legend: string
  /** Of those that are to be seen; others stay as they are chosen. */
  names: Readonly<Partial<Record<T, string>>>
  chosen: readonly T[]
  onChoose: (chosen: T[]) => void
}

/** Several options, any of which may hold. */
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
