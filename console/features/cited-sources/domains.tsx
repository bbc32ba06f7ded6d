import { type ResponseOf, type RowOf, usePages } from '../../api/hooks.ts'
import { countOf, percent } from '../../format/numbers.ts'
import { useFilters, ViewLink } from '../../frame/brand.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import {
  actionsColumn,
  type Column,
  countColumn,
  mainColumn,
  minorColumn,
  numberColumn,
  rowLinkClass,
} from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Tile } from '../../ui/tiles.tsx'
import { usePagesWithoutBrand } from './earned-mentions.tsx'
import { KindTag, sourceKinds } from './source-kind.tsx'

export const noCitations = <NoAnswers title="No citations" />

export type DomainList = ResponseOf<'list-cited-domains'>
type Row = RowOf<'list-cited-domains'>

/** Cited sites, with their changes if the page compares. */
export function useCitedDomains() {
  const { input, filters } = useFilters()
  const listed = { ...input, compare_to_previous: filters.compare }
  return { listed, query: usePages('list-cited-domains', { ...listed, limit: 100 }) }
}

/** Cited sites, with the pages that leave the brand out. */
export function Domains() {
  const { filters } = useFilters()
  const { listed, query } = useCitedDomains()
  const { sites, isPart } = usePagesWithoutBrand()
  const most = Math.max(1, query.data?.pages[0]?.data[0]?.share_of_answers_pct ?? 0)
  const pagesOf = ({ domain }: Row) => ({ tab: 'pages', domain })
  const columns: Column<Row>[] = [
    mainColumn({ name: 'Domain', sort: ({ domain }) => domain }, (row) => (
      <ViewLink change={pagesOf(row)} className={rowLinkClass}>
        <Tile name={row.domain} isOwn={row.kind === 'brand'} className="mr-[9px] align-middle" />
        <bdi>{row.domain}</bdi>
      </ViewLink>
    )),
    minorColumn({ name: 'Type', sort: ({ kind }) => sourceKinds[kind].name }, (row) => <KindTag row={row} />),
    citedInColumn(most),
    ...(filters.compare ? [changeColumn] : []),
    countColumn('Pages', (row) => row.page_count, 'minor'),
    countColumn('Citations', (row) => row.citation_count, 'minor'),
    minorColumn({ name: 'Also named there', className: '@max-[1040px]:hidden' }, ({ domain }) => (
      <Names names={sites.get(domain)?.names ?? []} />
    )),
    minorColumn({ name: 'Gap', sort: ({ domain }) => sites.get(domain)?.pages ?? 0 }, (row) => (
      <Gap row={row} pages={sites.get(row.domain)?.pages} />
    )),
    {
      ...actionsColumn((row) => {
        const { action } = sourceKinds[row.kind]
        if (row.kind === 'brand') return <ViewLink change={pagesOf(row)}>See pages</ViewLink>
        const change = { tab: 'earned', 'earned-find': row.domain }
        return (
          action !== undefined &&
          sites.has(row.domain) && (
            <ViewLink {...{ change }} aria-label={`${action}: ${row.domain}`} className={buttonClass('plain')}>
              {action}
            </ViewLink>
          )
        )
      }),
      isMinor: true,
    },
  ]
  return (
    <ListPanel
      actions={<Export operation="list-cited-domains" input={listed} name="domains" />}
      label="Cited domains"
      searchText={({ domain, kind }) => `${domain} ${sourceKinds[kind].name}`}
      columns={columns}
      list={pagedListOf(query)}
      isOwn={({ kind }) => kind === 'brand'}
      empty={noCitations}
      footnote={
        <>
          {filters.compare && 'Gray change: no clear change. '}
          Gap: cited pages that Sightline read and that name competitors, not you
          {isPart && ', among the 100 with the highest score'}.
        </>
      }
    />
  )
}

/** The share of answers that cite a site or page. Bars are relative to the longest one. */
export const citedInColumn = <T extends Pick<Row, 'share_of_answers_pct' | 'kind'>>(most: number): Column<T> => ({
  name: 'Cited in',
  isNumber: true,
  className: 'w-40 min-w-34 max-md:w-auto max-md:min-w-0',
  cell: ({ share_of_answers_pct: share, kind }) => (
    <BarCell
      value={(90 * share) / most}
      text={percent(share)}
      color={kind === 'brand' ? 'var(--accent)' : 'var(--c0)'}
    />
  ),
  sort: (row) => row.share_of_answers_pct,
})

const changeColumn = numberColumn<Row>(
  { name: 'Change', sort: ({ comparison }) => comparison?.change ?? null },
  ({ comparison, kind }) => (
    <DeltaChip
      tested={comparison ?? { value: null, previous_value: null, verdict: 'not_comparable' }}
      isOwn={kind === 'brand'}
      isCell
    />
  ),
)

const Names = ({ names }: { names: readonly string[] }) => (
  <span title={names.join(', ')} className="flex items-center">
    {names.slice(0, 4).map((name) => (
      <Tile key={name} name={name} className="-mr-1 shadow-[0_0_0_1.5px_var(--panel)]" />
    ))}
    <span className="sr-only">{names.join(', ') || '–'}</span>
    {names.length > 4 && <span className="ml-2.5 text-sm text-muted">+{names.length - 4}</span>}
  </span>
)

function Gap({ row: { kind }, pages }: { row: Row; pages: number | undefined }) {
  if (kind === 'brand' || kind === 'competitor' || pages === undefined)
    return <span className="text-muted">{{ brand: 'Your site', competitor: 'Theirs' }[kind as string] ?? '–'}</span>
  return <Tag tone="warn">{countOf(pages, 'page')} without you</Tag>
}
