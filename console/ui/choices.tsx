import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'

interface ChoicesProps<T extends string> {
  legend: string
  /** The visible options; hidden ones keep their state. */
  names: Readonly<Partial<Record<T, ReactNode>>>
  isInline?: boolean
  chosen: readonly T[]
  onChoose: (chosen: T[]) => void
}

export function Choices<T extends string>({ legend, names, isInline = false, chosen, onChoose }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className={isInline ? 'flex flex-wrap gap-x-4 gap-y-1' : 'space-y-1'}>
        {(Object.keys(names) as T[]).map((one) => (
          <Checkbox
            key={one}
            label={<bdi>{names[one]}</bdi>}
            isOn={chosen.includes(one)}
            onChange={(isOn) => onChoose(isOn ? [...chosen, one] : chosen.filter((other) => other !== one))}
          />
        ))}
      </div>
    </fieldset>
  )
}
