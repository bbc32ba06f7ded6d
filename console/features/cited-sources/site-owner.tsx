import type { ResponseOf } from '../../api/client.ts'

type Owner = ResponseOf<'list-cited-domains'>['data'][number]['owner']

/** Whose site it is. Renders nothing for the sites of others. */
export const SiteOwner = ({ owner: { type, name } }: { owner: Pick<Owner, 'type' | 'name'> }) =>
  type !== 'other' && (
    <span className={`block text-sm ${type === 'brand' ? 'text-accent' : 'text-muted'}`}>
      {type === 'brand' ? 'yours' : (name ?? 'a competitor')}
    </span>
  )
