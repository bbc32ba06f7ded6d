import type { RowOf } from '../../api/hooks.ts'
import kinds from '../../copy/source-kinds.json' with { type: 'json' }

type Kind = RowOf<'list-cited-domains'>['kind']

/** Copy of each kind of site. The sites of the brand and its competitors have no action. */
export const sourceKinds: Readonly<Record<Kind, { name: string; plural: string; action?: string }>> = kinds

export const tagClass = 'inline-flex h-5 items-center rounded-sm px-[7px] text-sm font-medium whitespace-nowrap'

interface KindTagProps {
  row: { kind: Kind; owner: { name: string | null } }
}

/** The kind of a site. For a competitor's site, the tooltip names the competitor. */
export const KindTag = ({ row: { kind, owner } }: KindTagProps) => (
  <span
    title={kind === 'competitor' ? (owner.name ?? undefined) : undefined}
    className={`${tagClass} ${kind === 'brand' ? 'bg-accent-soft text-accent' : 'bg-sunken text-ink-2'}`}
  >
    {sourceKinds[kind].name}
  </span>
)
