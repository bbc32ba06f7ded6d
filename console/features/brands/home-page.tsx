import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Input, OperationName, ResponseOf, RowOf } from '../../api/hooks.ts'
import { read, whoami } from '../../api/queries.ts'
import { testedChange } from '../../copy/intervals.ts'
import { percent } from '../../format/numbers.ts'
import { PageHeading, pageClass } from '../../frame/page.tsx'
import { roleAllows } from '../../frame/use-permission.ts'
import { filterInput, readFilters } from '../../search/filters.ts'
import type { Search } from '../../search/url.ts'
import { BarCell } from '../../ui/bar-cell.tsx'
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
                <Table label={name} columns={columns} rows={rows.toSorted((a, b) => a.name.localeCompare(b.name))} />
              )}
            </Panel>
          )
        })}
      </div>
    </main>
  )
}

type Brand = RowOf<'list-brands'>

interface FigureProps<N extends OperationName> {
  of: Brand
  operation: N
  input?: object
  children: (shown: ResponseOf<N>) => ReactNode
}

/** A figure of the last 30 days, from a read for each row. */
function Figure<N extends OperationName>({ of, operation, input, children }: FigureProps<N>) {
  const days = filterInput(readFilters({}).filters, new Date())
  const given = { brand_id: of.id, ...days, ...input } as unknown as Input<N>
  return <Loaded {...{ query: useQuery(read(of.workspace_id, operation, given)), lines: 1, children }} />
}

const columns: readonly Column<Brand>[] = [
  {
    ...column('Brand', ({ id, workspace_id, name, primary_domain: domain }) => (
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
    className: 'w-2/5',
  },
  {
    name: 'Visibility',
    className: 'w-1/4',
    cell: (brand) => (
      <Figure of={brand} operation="list-competitor-rankings">
        {({ data }) => {
          const share = data.find(({ is_our_brand }) => is_our_brand)?.visibility_pct ?? null
          if (share === null) return <span className="text-muted">No answers</span>
          return <BarCell value={share} text={percent(share)} />
        }}
      </Figure>
    ),
  },
  // Tested among all entities, as on the brand’s page.
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
