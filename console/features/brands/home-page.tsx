import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouterState } from '@tanstack/react-router'
import { read, whoami } from '../../api/queries.ts'
import { testedChange } from '../../copy/intervals.ts'
import { percent } from '../../format/numbers.ts'
import { roleAllows } from '../../frame/use-permission.ts'
import { filterInput, readFilters } from '../../search/filters.ts'
import type { Search } from '../../search/url.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'

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
    <main className="mx-auto max-w-4xl px-4 pt-10 pb-16">
      <title>Brands – Sightline</title>
      <p className="mb-6 text-lg font-semibold tracking-tight">Sightline</p>
      <h1>Your brands</h1>
      {workspaces.length === 0 && (
        <Empty title="No workspaces yet">Ask a workspace admin to invite you.</Empty>
      )}
      {workspaces.map(({ id, name, role, needs_second_factor: isClosed }, at) => (
        <section key={id} className="mt-8">
          <div className="flex items-center justify-between gap-3">
            <h2>{name}</h2>
            {roleAllows(role, 'create-brand') && lists[at]?.data?.data.length !== 0 && (
              <AddBrand workspaceId={id} kind="plain" />
            )}
          </div>
          <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-panel">
            {isClosed && (
              <li>
                <Empty title="This workspace requires a second factor">
                  <Link
                    to="/$workspaceId/settings/members"
                    params={{ workspaceId: id }}
                    className={buttonClass('main')}
                  >
                    Set one up
                  </Link>
                </Empty>
              </li>
            )}
            {lists[at]?.data?.data.map((brand) => (
              <BrandRow key={brand.id} workspaceId={id} brandId={brand.id} name={brand.name} />
            ))}
            {lists[at]?.data?.data.length === 0 && (
              <li>
                <Empty title="No brands yet">
                  {roleAllows(role, 'create-brand') ? (
                    <>
                      Add your brand’s name and domain.
                      <span className="mt-4 block">
                        <AddBrand workspaceId={id} kind="main" />
                      </span>
                    </>
                  ) : (
                    'Ask a workspace admin to add one.'
                  )}
                </Empty>
              </li>
            )}
          </ul>
        </section>
      ))}
    </main>
  )
}

const AddBrand = ({ workspaceId, kind }: { workspaceId: string; kind: 'main' | 'plain' }) => (
  <Link to="/$workspaceId/new-brand" params={{ workspaceId }} className={buttonClass(kind)}>
    Add brand
  </Link>
)

function BrandRow({ workspaceId, brandId, name }: { workspaceId: string; brandId: string; name: string }) {
  const input = filterInput(readFilters({}).filters, new Date())
  // Tested among all entities, as on the brand’s page.
  const query = useQuery(
    read(workspaceId, 'list-visibility-changes', { brand_id: brandId, entity_id: brandId, ...input }),
  )
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-4 hover:bg-sunken">
      <Link
        to="/$workspaceId/$brandId/overview"
        params={{ workspaceId, brandId }}
        // The whole row links there, except for the popover.
        className="min-w-40 flex-1 font-semibold after:absolute after:inset-0"
      >
        {name}
      </Link>
      <Loaded query={query} lines={1}>
        {({ data: [own] }) =>
          own === undefined || own.visibility_pct === null ? (
            <span className="text-muted">no answers in the last 30 days</span>
          ) : (
            <span className="flex items-baseline gap-3">
              visibility <strong>{percent(own.visibility_pct)}</strong>
              <span className="relative">
                <DeltaChip tested={testedChange(own, 'visibility_pct')} isCell />
              </span>
            </span>
          )
        }
      </Loaded>
    </li>
  )
}
