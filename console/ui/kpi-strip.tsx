import type { ReactNode } from 'react'

export interface Kpi<K extends string> {
  key: K
  label: string
  /** The figure without its unit. */
  value: string
  unit?: string
  /** Half of the 95% interval, such as `±2.3`. */
  margin?: string | undefined
  chip?: ReactNode
  whisker?: ReactNode
}

interface KpiStripProps<K extends string> {
  kpis: readonly Kpi<K>[]
  /** The figure that the chart below shows. */
  chosen: K
  onChoose: (key: K) => void
}

/** At most four figures in a row, joined to the chart below. Choosing one changes the chart. */
export const KpiStrip = <K extends string>({ kpis, chosen, onChoose }: KpiStripProps<K>) => (
  <fieldset className="grid grid-cols-2 border-b border-line md:grid-cols-4">
    <legend className="sr-only">Choose a figure for the chart</legend>
    {kpis.map(({ key, label, value, unit, margin, chip, whisker }) => (
      <div
        key={key}
        className={`relative min-w-0 border-line px-3 py-[11px] even:border-l hover:bg-hover max-md:nth-[n+3]:border-t md:px-4 md:py-[13px] md:not-first:border-l ${key === chosen ? 'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent' : ''}`}
      >
        <button
          type="button"
          aria-pressed={key === chosen}
          // The whole cell chooses, except for the popovers.
          className={`block font-medium after:absolute after:inset-0 ${key === chosen ? 'text-accent' : 'text-muted'}`}
          onClick={() => onChoose(key)}
        >
          {label}
        </button>
        <p className="mt-[3px] mb-1.5 flex items-baseline gap-[7px] whitespace-nowrap">
          <span className="text-[24px] leading-[30px] font-semibold tracking-[-0.03em] tabular-nums md:text-3xl md:leading-[34px]">
            {value}
            {unit !== undefined && <span className="ml-px text-xl font-medium tracking-normal">{unit}</span>}
          </span>
          {margin !== undefined && (
            <small className="text-sm text-muted" title="95% interval, same prompts asked again">
              {margin}
            </small>
          )}
        </p>
        <div className="flex min-h-5 items-center gap-3">
          <span className="relative z-[1] empty:hidden">{chip}</span>
          <span className="relative z-[1] min-w-0 flex-1">{whisker}</span>
        </div>
      </div>
    ))}
  </fieldset>
)
