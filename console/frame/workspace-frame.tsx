import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { read, whoami } from '../api/queries.ts'
import { filterKeys } from '../search/filters.ts'
import type { Search } from '../search/url.ts'
import { AccountMenu } from './account-menu.tsx'
import { BrandSwitcher } from './brand-switcher.tsx'
import { sections } from './sections.ts'

/** The frame of all pages of a workspace: brand switcher, sections, and the page beside them; on a phone in a sheet. */
export function WorkspaceFrame() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:m-2 focus:bg-panel focus:p-2">
        To the page
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-paper lg:block">
        <Navigation workspaceId={workspaceId} />
      </aside>
      <header className="sticky top-0 z-20 flex items-center gap-3 border-b border-line bg-paper px-4 py-2 lg:hidden">
        <Dialog.Root open={isOpen} onOpenChange={setOpen}>
          <Dialog.Trigger className="rounded-md border border-line-strong px-3 py-1.5 text-sm">
            Menu
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/40" />
            <Dialog.Popup className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] bg-paper shadow-xl">
              <Dialog.Title className="sr-only">Menu</Dialog.Title>
              <Navigation workspaceId={workspaceId} />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <BrandName workspaceId={workspaceId} />
      </header>
      <div id="page" tabIndex={-1} className="min-w-0 outline-none">
        <Outlet />
      </div>
    </div>
  )
}

function useBrandId(): string | undefined {
  return (useParams({ strict: false }) as { brandId?: string }).brandId
}

function BrandName({ workspaceId }: { workspaceId: string }) {
  const brandId = useBrandId()
  const { data } = useQuery(read(workspaceId, 'list-brands', {}))
  return (
    <span className="truncate font-semibold">
      {data?.data.find(({ id }) => id === brandId)?.name ?? 'Sightline'}
    </span>
  )
}

function Navigation({ workspaceId }: { workspaceId: string }) {
  const brandId = useBrandId()
  const { data: me } = useSuspenseQuery(whoami)
  // Filters go along from section to section; what belongs to one page alone does not.
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const kept = Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])))
  const role = me?.workspaces.find(({ id }) => id === workspaceId)?.role
  return (
    <nav aria-label="Sections" className="flex h-full flex-col gap-1 overflow-y-auto p-4">
      <BrandSwitcher workspaceId={workspaceId} brandId={brandId} />
      {brandId !== undefined && (
        <ul className="mt-4 space-y-0.5">
          {sections.map(({ path, name }) => (
            <li key={path}>
              <Link
                to={`/$workspaceId/$brandId/${path}`}
                params={{ workspaceId, brandId }}
                search={kept as never}
                className={sectionClass}
                activeProps={{ className: activeClass }}
                activeOptions={{ includeSearch: false }}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto space-y-0.5 pt-4">
        <Link
          to="/$workspaceId/settings/members"
          params={{ workspaceId }}
          className={sectionClass}
          activeProps={{ className: activeClass }}
        >
          Members
        </Link>
        {(role === 'admin' || role === 'owner') && (
          <>
            <Link
              to="/$workspaceId/settings/keys"
              params={{ workspaceId }}
              className={sectionClass}
              activeProps={{ className: activeClass }}
            >
              API keys
            </Link>
            <Link
              to="/$workspaceId/settings/changes"
              params={{ workspaceId }}
              className={sectionClass}
              activeProps={{ className: activeClass }}
            >
              Record of changes
            </Link>
          </>
        )}
        <AccountMenu workspaceId={workspaceId} />
      </div>
    </nav>
  )
}

const sectionClass = 'block rounded-md px-3 py-1.5 text-ink hover:bg-sunken'
const activeClass = 'bg-accent-soft font-medium text-accent'
