interface Bar {
  key: string
  name: string
  value: number | null
  /** The value of a full-length bar. Defaults to 100. */
  most?: number
  /** Shown next to the value. */
  aside: string
}

interface BarsProps {
  label: string
  bars: readonly Bar[]
  format: (value: number | null) => string
}

/** Horizontal bars from 0 to 100%. */
export const Bars = ({ label, bars, format }: BarsProps) => (
  <ul aria-label={label} className="space-y-1">
    {bars.map(({ key, name, value, most = 100, aside }) => (
      <li key={key} className="px-2 py-1.5">
        <div className="flex items-baseline justify-between gap-3">
          <span className="truncate">{name}</span>
          <span className="flex items-baseline gap-2 whitespace-nowrap">
            <span className="text-sm text-muted">{aside}</span>
            <span className="w-16 text-right font-medium">{format(value)}</span>
          </span>
        </div>
        <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-accent"
            style={{ width: `${Math.min(100, Math.max(0, most === 0 ? 0 : (100 * (value ?? 0)) / most))}%` }}
          />
        </div>
      </li>
    ))}
  </ul>
)
