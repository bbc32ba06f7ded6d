import { Checkbox } from './checkbox.tsx'

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
        <Checkbox
          key={one}
          label={<bdi>{names[one]}</bdi>}
          isOn={chosen.includes(one)}
          onChange={(isOn) => onChoose(isOn ? [...chosen, one] : chosen.filter((other) => other !== one))}
        />
      ))}
    </fieldset>
  )
}
