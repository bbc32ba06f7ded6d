import { Dialog } from '@base-ui/react/dialog'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { read, whoami } from '../api/queries.ts'
import { filterKeys } from '../search/filters.ts'
import type { Search } from '../search/url.ts'
import { AccountMenu } from './account-menu.tsx'
import { BrandSwitcher } from './brand-switcher.tsx'
import { LoweredRole } from './lowered-role.tsx'
import { Palette } from './palette.tsx'
import { sections } from './sections.ts'
import { usePermission } from './use-permission.ts'
import { useRefetchAfterTasks } from './use-refetch-after-tasks.ts'

/** The frame of all workspace pages: brand switcher, sections and the page. On phones, the menu opens as a sheet. */
export function WorkspaceFrame() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  useRefetchAfterTasks(workspaceId)
  const { isNeeded, onContinue } = useSecondFactorNeeded(workspaceId)
  if (isNeeded)
    return (
      <Suspense>
        <SecondFactorNeeded workspaceId={workspaceId} onContinue={onContinue} />
      </Suspense>
    )
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:m-2 focus:bg-panel focus:p-2">
        Skip to content
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
      <PageArea workspaceId={workspaceId} />
    </div>
  )
}

const SecondFactorNeeded = lazy(async () => ({
  default: (await import('../features/settings/second-factor-needed.tsx')).SecondFactorNeeded,
}))

/** Whether the user must set up a second factor. Stays true until they have saved the recovery codes and continue. */
function useSecondFactorNeeded(workspaceId: string) {
  const workspaces = useQuery(whoami).data?.workspaces
  const isMissing = workspaces?.find(({ id }) => id === workspaceId)?.needs_second_factor ?? false
  const [setUpFor, setSetUpFor] = useState<string>()
  useEffect(() => {
    if (isMissing) setSetUpFor(workspaceId)
  }, [isMissing, workspaceId])
  const router = useRouter()
  const onContinue = () => {
    setSetUpFor(undefined)
    void router.invalidate()
  }
  return { isNeeded: isMissing || setUpFor === workspaceId, onContinue }
}

/** The page area; tells screen readers when data is loading. */
function PageArea({ workspaceId }: { workspaceId: string }) {
  const isBusy = useIsFetching() > 0
  return (
    <div id="page" tabIndex={-1} aria-busy={isBusy} className="min-w-0 outline-none">
      <LoweredRole key={workspaceId} workspaceId={workspaceId} />
      <Outlet />
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
  const may = usePermission(workspaceId)
  // Filters carry over between sections; parameters of one page do not.
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const kept = Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])))
  return (
    <nav aria-label="Sections" className="flex h-full flex-col gap-1 overflow-y-auto p-4">
      <BrandSwitcher workspaceId={workspaceId} brandId={brandId} />
      <div className="mt-2">
        <Palette workspaceId={workspaceId} />
      </div>
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
        {brandId !== undefined && (
          <Link
            to="/$workspaceId/$brandId/exports"
            params={{ workspaceId, brandId }}
            search={kept as never}
            className={sectionClass}
            activeProps={{ className: activeClass }}
            activeOptions={{ includeSearch: false }}
          >
            Exports
          </Link>
        )}
        {brandId !== undefined && may('update-brand') && (
          <Link
            to="/$workspaceId/$brandId/settings"
            params={{ workspaceId, brandId }}
            className={sectionClass}
            activeProps={{ className: activeClass }}
          >
            Brand settings
          </Link>
        )}
        <Link
          to="/$workspaceId/settings/members"
          params={{ workspaceId }}
          className={sectionClass}
          activeProps={{ className: activeClass }}
        >
          Members
        </Link>
        {may('list-keys') && (
          <Link
            to="/$workspaceId/settings/keys"
            params={{ workspaceId }}
            className={sectionClass}
            activeProps={{ className: activeClass }}
          >
            API keys
          </Link>
        )}
        {may('list-webhooks') && (
          <Link
            to="/$workspaceId/settings/webhooks"
            params={{ workspaceId }}
            className={sectionClass}
            activeProps={{ className: activeClass }}
          >
            Webhooks
          </Link>
        )}
        {may('list-changes') && (
          <Link
            to="/$workspaceId/settings/changes"
            params={{ workspaceId }}
            className={sectionClass}
            activeProps={{ className: activeClass }}
          >
            Activity log
          </Link>
        )}
        <Link
          to="/$workspaceId/settings/about"
          params={{ workspaceId }}
          className={sectionClass}
          activeProps={{ className: activeClass }}
        >
          About
        </Link>
        <AccountMenu workspaceId={workspaceId} />
      </div>
    </nav>
  )
}

const sectionClass = 'block rounded-md px-3 py-1.5 text-ink hover:bg-sunken'
const activeClass = 'bg-accent-soft font-medium text-accent'
