import type { ResponseOf } from '../../api/client.ts'
import { signed } from '../../format/numbers.ts'

type Driver = ResponseOf<'list-visibility-changes'>['data'][number]['drivers'][number]

/** What moved the brand’s visibility, largest first. */
export const Drivers = ({ drivers }: { drivers: readonly Pick<Driver, 'kind' | 'name' | 'points'>[] }) => (
  <ul aria-label="Biggest drivers">
    {drivers.map(({ kind, name, points }) => (
      <li key={`${kind} ${name}`}>
        <bdi>{name}</bdi> <span className="text-muted">({kind})</span> {signed(points)} points
      </li>
    ))}
  </ul>
)
