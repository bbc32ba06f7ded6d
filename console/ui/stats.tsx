import type { ReactNode } from 'react'

export interface Stat {
  label: string
  /** Before the label, such as its color. */
  mark?: ReactNode
  value: ReactNode
  /** The class of the value's color. */
  tone?: string
  detail?: ReactNode
}

export const Stats = ({ stats, children }: { stats: readonly Stat[]; children?: ReactNode }) => (
  <div className="rounded-lg border border-line bg-panel">
    <dl className="grid grid-cols-2 md:grid-cols-4">
      {stats.map(({ label, mark, value, tone = '', detail }) => (
        <div
          key={label}
          className="min-w-0 border-line px-3 py-[11px] even:border-l max-md:nth-[n+3]:border-t md:px-4 md:py-[13px] md:not-first:border-l"
        >
          <dt className="flex items-center gap-[7px] font-medium text-muted">
            {mark}
            {label}
          </dt>
          <dd className={`text-2xl leading-[30px] font-semibold tracking-[-0.018em] ${tone}`}>{value}</dd>
          {detail && <dd className="text-sm text-muted">{detail}</dd>}
        </div>
      ))}
    </dl>
    {children !== undefined && <div className="border-t border-line px-4 py-3">{children}</div>}
  </div>
)
