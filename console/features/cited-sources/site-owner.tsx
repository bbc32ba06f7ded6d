import type { ResponseOf } from '../../api/client.ts'
import { type Column, mainColumn, minorColumn } from '../../ui/table.tsx'
import { EngineTile } from '../../ui/tiles.tsx'

type Owner = ResponseOf<'list-cited-domains'>['data'][number]['owner']

interface SiteOwnerProps {
  owner: Pick<Owner, 'type' | 'name'>
  className?: string
}

/** Whose site it is. Renders nothing for the sites of others. */
export const SiteOwner = ({ owner: { type, name }, className = 'block text-sm' }: SiteOwnerProps) =>
  type !== 'other' && (
    <span className={`${className} ${type === 'brand' ? 'text-accent' : 'text-muted'}`}>
      {type === 'brand' ? 'yours' : (name ?? 'a competitor')}
    </span>
  )

export const siteColumn = <T extends { domain: string } & SiteOwnerProps>(): Column<T> =>
  mainColumn('Site', ({ domain, owner }) => (
    <>
      <bdi>{domain}</bdi>
      <SiteOwner owner={owner} />
    </>
  ))

export const enginesColumn = <T extends { engines: readonly string[] }>(name = 'Engines'): Column<T> =>
  minorColumn(name, ({ engines }) => (
    <span className="flex gap-0.5">
      {engines.map((engine) => (
        <EngineTile key={engine} engine={engine} isAlone />
      ))}
    </span>
  ))
