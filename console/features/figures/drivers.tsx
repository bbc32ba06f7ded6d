import type { ResponseOf } from '../../api/client.ts'
import { signed } from '../../format/numbers.ts'

type Driver = ResponseOf<'list-visibility-changes'>['data'][number]['drivers'][number]

export const Drivers = ({ drivers }: { drivers: readonly Pick<Driver, 'kind' | 'name' | 'points'>[] }) => (
  <ul aria-label="Biggest drivers">
    {drivers.map(({ kind, name, points }) => (
      <li key={`${kind} ${name}`}>
        <bdi>{name}</bdi> <span className="text-muted">({kind})</span> {signed(points)} points
      </li>
    ))}
  </ul>
)

interface Said {
  headline?: string | null
  cause?: string | null
  summary: string | null
}

/** A change’s headline and cause, and the longer explanation below. */
export function Sentences({ row: { headline, cause, summary } }: { row: Said }) {
  // Older reports have only the explanation.
  if (headline == null) return summary === null ? null : <p className="max-w-3xl">{summary}</p>
  return (
    <>
      <bdi className="block max-w-3xl">{[headline, cause].filter(Boolean).join(' ')}</bdi>
      {summary !== null && <p className="mt-1 max-w-3xl text-sm text-muted">{summary}</p>}
    </>
  )
}
