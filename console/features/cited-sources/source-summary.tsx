import { useRead } from '../../api/hooks.ts'
import { count, countOf, percent } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Skeleton } from '../../ui/panel.tsx'
import { Stats } from '../../ui/stats.tsx'
import { Swatch } from '../../ui/tiles.tsx'
import { type DomainList, useCitedDomains } from './domains.tsx'
import { usePagesWithoutBrand } from './earned-mentions.tsx'
import { sourceKinds } from './source-kind.tsx'

/** Where the brand is missing, how often answers cite its site, and the mix of sites that they cite. */
export function SourceSummary() {
  const { query } = useCitedDomains()
  const [first] = query.data?.pages ?? []
  const pages = useCitedPageCount()
  const gap = usePagesWithoutBrand()
  if (first === undefined) return query.isPending && <Skeleton lines={5} />
  if (first.meta.total === 0) return null
  const { total, kinds } = first.meta
  const citations = kinds.reduce((sum, { citation_count }) => sum + citation_count, 0)
  return (
    <div className={query.isPlaceholderData ? 'opacity-55' : ''}>
      <Stats
        stats={[
          {
            label: 'Pages that name competitors, not you',
            value: count(gap.total),
            detail: gap.citations !== undefined && `cited ${countOf(gap.citations, 'time')}`,
          },
          ...ownFigures(first),
          {
            label: 'Citations',
            value: count(citations),
            detail: pages !== undefined && `${countOf(pages, 'page')} on ${countOf(total, 'domain')}`,
          },
        ]}
      >
        <Mix kinds={kinds} citations={citations} />
      </Stats>
    </div>
  )
}

export const useCitedPageCount = () => useRead('list-citations', { ...useFilters().input, limit: 1 }).data?.meta.total

/** The brand's site among the most cited ones, which the first page lists. */
export function ownFigures({ data, meta: { total } }: Pick<DomainList, 'data'> & { meta: { total: number } }) {
  const name = ['Answers that cite your site', 'Your rank as a source'] as const
  const own = data.find(({ kind }) => kind === 'brand')
  if (own === undefined) {
    const isWhole = data.length === total
    return [
      { label: name[0], value: isWhole ? percent(0) : `at most ${percent(data.at(-1)?.share_of_answers_pct)}` },
      { label: name[1], value: isWhole ? '–' : `Below #${data.length}` },
    ]
  }
  const isAhead = ({ answer_count }: typeof own) => answer_count > own.answer_count
  const rivals = data.filter((row) => row.kind === 'competitor' && row.answer_count >= own.answer_count)
  const ahead = rivals.filter(isAhead).length
  const level =
    rivals.length > 0 ? `level with ${countOf(rivals.length, 'competitor site')}` : 'ahead of every competitor’s site'
  return [
    {
      label: name[0],
      value: percent(own.share_of_answers_pct),
      detail: own.comparison && <DeltaChip tested={own.comparison} />,
    },
    {
      label: name[1],
      value: `#${1 + data.filter(isAhead).length} of ${count(total)}`,
      detail: ahead > 0 ? `behind ${countOf(ahead, 'competitor site')}` : level,
    },
  ]
}

function Mix({ kinds, citations }: { kinds: DomainList['meta']['kinds']; citations: number }) {
  const others = kinds.map(({ kind }) => kind).filter((kind) => kind !== 'brand')
  const color = (kind: (typeof kinds)[number]['kind']) =>
    kind === 'brand' ? 'var(--accent)' : `var(--k${Math.min(6, 1 + others.indexOf(kind))})`
  return (
    <>
      <div aria-hidden="true" className="flex h-2.5 gap-0.5 *:rounded-[2px]">
        {kinds.map(({ kind, citation_count: flex }) => (
          <span key={kind} style={{ flex, background: color(kind) }} />
        ))}
      </div>
      <ul aria-label="Citations by kind of site" className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {kinds.map(({ kind, citation_count }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <Swatch color={color(kind)} /> {sourceKinds[kind].plural}
            <span className="font-medium">{percent((100 * citation_count) / citations, 0)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
