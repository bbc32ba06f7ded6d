import type { ReactNode } from 'react'

interface FigureTilesProps {
  figures: readonly { name: string; value: string; tone?: string; about?: ReactNode }[]
}

/** A few figures side by side. */
export const FigureTiles = ({ figures }: FigureTilesProps) => (
  <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
    {figures.map(({ name, value, tone = '', about }) => (
      <div key={name} className="rounded-lg border border-line bg-panel px-4 py-3">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className={`text-2xl font-semibold ${tone}`}>{value}</dd>
        {about && <dd className="text-sm text-muted">{about}</dd>}
      </div>
    ))}
  </dl>
)
