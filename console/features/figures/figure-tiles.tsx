import type { ReactNode } from 'react'

interface FigureTilesProps {
  figures: readonly { name: string; value: string; about?: ReactNode }[]
  /** Below the figures, in the same card. */
  children?: ReactNode
}

/** A few figures in one card. */
export const FigureTiles = ({ figures, children }: FigureTilesProps) => (
  <div className="rounded-lg border border-line bg-panel">
    <dl className="grid grid-cols-2 md:grid-cols-4">
      {figures.map(({ name, value, about }) => (
        <div
          key={name}
          className="min-w-0 border-line px-4 py-3 even:border-l max-md:nth-[n+3]:border-t md:not-first:border-l"
        >
          <dt className="text-sm font-medium text-muted">{name}</dt>
          <dd className="text-2xl leading-7 font-semibold tracking-[-0.018em]">{value}</dd>
          {about && <dd className="min-h-5 text-sm text-muted">{about}</dd>}
        </div>
      ))}
    </dl>
    {children !== undefined && <div className="border-t border-line px-4 py-3">{children}</div>}
  </div>
)
