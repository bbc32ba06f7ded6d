import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Input, OperationName, ResponseOf, RowOf } from '../../api/hooks.ts'
import { read, whoami } from '../../api/queries.ts'
import { changeOf, isReal, testedChange } from '../../copy/intervals.ts'
import { metrics } from '../../copy/metrics.ts'
import { countOf, decimal, percent } from '../../format/numbers.ts'
import { PageHeading, pageClass } from '../../frame/page.tsx'
import { roleAllows } from '../../frame/use-permission.ts'
import { filterInput, readFilters } from '../../search/filters.ts'
import type { Search } from '../../search/url.ts'
import { BarCell } from '../../ui/bar-cell.tsx'
import { Brief } from '../../ui/brief.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, rowLinkClass, Table } from '../../ui/table.tsx'
import { Tile } from '../../ui/tiles.tsx'

/** All brands of the user. Redirects to the overview if there is only one. */
export function HomePage() {
  const { data: me } = useSuspenseQuery(whoami)
  const { workspace } = useRouterState({ select: ({ location }) => location.search as Search })
  const workspaces = (me?.workspaces ?? []).filter(({ id }) => workspace === undefined || id === workspace)
  const lists = useQueries({
    queries: workspaces.map(({ id, needs_second_factor: isClosed }) => ({
      ...read(id, 'list-brands', {}),
      enabled: !isClosed,
    })),
  })
  const brands = lists.flatMap(({ data }) => data?.data ?? [])
  const isLoaded = lists.every(({ data }) => data !== undefined)
  // A single brand opens without them.
  const changes = useQueries({ queries: brands.length > 1 ? brands.map(changesOf) : [] })
  // Sorted once: rows do not move while figures arrive.
  const areTested =
    workspaces.every(({ needs_second_factor: isClosed }, i) => isClosed || lists[i]?.data !== undefined) &&
    changes.every(({ isFetched }) => isFetched)
  const moves = areTested ? brands.flatMap((brand, i) => moveOf(brand, changes[i]?.data)) : []
  const moveById = new Map(moves.map(({ brand: { id }, move }) => [id, move]))
  const [only] = brands
  if (isLoaded && brands.length === 1 && only !== undefined)
    return (
      <Navigate
        to="/$workspaceId/$brandId/overview"
        params={{ workspaceId: only.workspace_id, brandId: only.id }}
        replace
      />
    )
  return (
    <main className={pageClass}>
      <PageHeading title="All brands" />
      {moves.length > 0 && <Summary moves={moves} />}
      {workspaces.length === 0 && <Empty title="No workspaces yet">Ask a workspace admin to invite you.</Empty>}
      <div className="space-y-4">
        {workspaces.map(({ id, name, role, needs_second_factor: isClosed }, at) => {
          const add = (kind: 'main' | 'plain') =>
            roleAllows(role, 'create-brand') && (
              <Link to="/$workspaceId/new-brand" params={{ workspaceId: id }} className={buttonClass(kind)}>
                Add brand
              </Link>
            )
          const rows = lists[at]?.data?.data
          return (
            <Panel key={id} title={name} about="last 30 days" actions={rows?.length !== 0 && add('plain')} isFlush>
              {isClosed && (
                <Empty title="This workspace requires a second factor">
                  <Link
                    to="/$workspaceId/settings/members"
                    params={{ workspaceId: id }}
                    className={buttonClass('main')}
                  >
                    Set one up
                  </Link>
                </Empty>
              )}
              {rows?.length === 0 && (
                <Empty title="No brands yet">
                  {add('main') ? 'Add your brand’s name and domain.' : 'Ask a workspace admin to add one.'}
                  <span className="mt-4 block">{add('main')}</span>
                </Empty>
              )}
              {rows !== undefined && rows.length > 0 && (
                <Table
                  label={name}
                  columns={columns}
                  rows={rows.toSorted(
                    (a, b) => lossOf(moveById.get(a.id)) - lossOf(moveById.get(b.id)) || a.name.localeCompare(b.name),
                  )}
                />
              )}
            </Panel>
          )
        })}
      </div>
    </main>
  )
}

type Brand = RowOf<'list-brands'>
interface Move {
  brand: Brand
  /** Points of visibility; 0 without a confirmed change. */
  move: number
}

/** Brands that lost visibility come first, the largest loss at the top. */
const lossOf = (move = 0) => Math.min(move, 0)

/** The change of a brand, if it can be tested. */
function moveOf(brand: Brand, changes: ResponseOf<'list-visibility-changes'> | undefined): Move[] {
  const [own] = changes?.data ?? []
  const tested = own && testedChange(own, 'visibility_pct')
  if (!tested || tested.verdict === 'not_comparable') return []
  return [{ brand, move: isReal(tested, 'visibility_pct') ? (changeOf(tested, 'visibility_pct') ?? 0) : 0 }]
}

/** How many brands rose and fell, and which lost most. */
function Summary({ moves }: { moves: readonly Move[] }) {
  const fell = moves.filter(({ move }) => move < 0).sort((a, b) => a.move - b.move)
  const rose = moves.filter(({ move }) => move > 0).length
  const same = moves.length - fell.length - rose
  const risen = rose > 0 && `${countOf(rose, 'brand')} rose`
  const fallen = fell.length > 0 && `${rose > 0 ? fell.length : countOf(fell.length, 'brand')} fell`
  const changed = [risen, fallen].filter(Boolean).join(' and ')
  if (changed === '') return <Brief headline="No brand shows a clear change in the last 30 days." />
  return (
    <Brief headline={`${changed} in the last 30 days.`}>
      {fell.slice(0, 3).map(({ brand: { id, name }, move }) => (
        <span key={id}>
          <bdi>{name}</bdi> lost {decimal(-move, metrics.visibility_pct.digits)} points.{' '}
        </span>
      ))}
      {same > 0 && `${same === 1 ? 'One other shows' : `The other ${same} show`} no clear change.`}
    </Brief>
  )
}

interface FigureProps<N extends OperationName> {
  of: Brand
  operation: N
  input?: object
  children: (shown: ResponseOf<N>) => ReactNode
}

/** Reads a figure of the last 30 days. */
const readOf = <N extends OperationName>({ id, workspace_id }: Brand, operation: N, input: object = {}) =>
  read(workspace_id, operation, {
    ...{ brand_id: id, ...filterInput(readFilters({}).filters, new Date()) },
    ...input,
  } as unknown as Input<N>)

/** Tested among all entities, as on the brand’s page. */
const changesOf = (brand: Brand) => readOf(brand, 'list-visibility-changes', { entity_id: brand.id })

function Figure<N extends OperationName>({ of, operation, input, children }: FigureProps<N>) {
  return <Loaded {...{ query: useQuery(readOf(of, operation, input)), lines: 1, children }} />
}

const columns: readonly Column<Brand>[] = [
  column({ name: 'Brand', className: 'w-2/5' }, ({ id, workspace_id, name, primary_domain: domain }) => (
    <span className="flex items-center gap-2.5">
      <Tile name={name} />
      <span>
        <Link to={`/${workspace_id}/${id}/overview` as '/'} className={rowLinkClass}>
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-sm text-muted">{domain}</span>
      </span>
    </span>
  )),
  column({ name: 'Visibility', className: 'w-1/4' }, (brand) => (
    <Figure of={brand} operation="list-competitor-rankings">
      {({ data }) => {
        const share = data.find(({ is_our_brand }) => is_our_brand)?.visibility_pct ?? null
        if (share === null) return <span className="text-muted">No answers</span>
        return <BarCell value={share} text={percent(share)} />
      }}
    </Figure>
  )),
  numberColumn('Change', (brand) => (
    <Figure of={brand} operation="list-visibility-changes" input={{ entity_id: brand.id }}>
      {({ data: [own] }) => (own ? <DeltaChip tested={testedChange(own, 'visibility_pct')} isCell /> : '–')}
    </Figure>
  )),
  numberColumn(
    'Open alerts',
    (brand) => (
      <Figure of={brand} operation="list-visibility-alerts" input={{ state: ['open', 'acknowledged'], limit: 100 }}>
        {({ data: { length } }) => (length === 0 ? '–' : length < 100 ? length : '100+')}
      </Figure>
    ),
    'minor',
  ),
]
