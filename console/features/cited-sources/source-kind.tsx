import type { RowOf } from '../../api/hooks.ts'
import kinds from '../../copy/source-kinds.json' with { type: 'json' }

import { Tag } from '../../ui/tag.tsx'

type Kind = RowOf<'list-cited-domains'>['kind']

/** Copy of each kind of site. The sites of the brand and its competitors have no action. */
export const sourceKinds: Readonly<Record<Kind, { name: string; plural: string; action?: string }>> = kinds

/** The kind of a site. For a competitor's site, the tooltip names the competitor. */
export const KindTag = ({ row: { kind, owner } }: { row: { kind: Kind; owner: { name: string | null } } }) => (
  <Tag
    tone={kind === 'brand' ? 'accent' : 'flat'}
    title={kind === 'competitor' ? (owner.name ?? undefined) : undefined}
  >
    {sourceKinds[kind].name}
  </Tag>
)
