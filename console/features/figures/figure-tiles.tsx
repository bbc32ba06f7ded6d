interface FigureTilesProps {
  figures: readonly { name: string; value: string; tone?: string }[]
}

/** A few figures side by side. */
export const FigureTiles = ({ figures }: FigureTilesProps) => (
  <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
    {figures.map(({ name, value, tone = '' }) => (
      <div key={name} className="rounded-lg border border-line bg-panel px-5 py-4">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className={`text-2xl font-semibold ${tone}`}>{value}</dd>
      </div>
    ))}
  </dl>
)
