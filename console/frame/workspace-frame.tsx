import { Dialog } from '@base-ui/react/dialog'
import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { usePlace, useRead } from '../api/hooks.ts'
import { type Role, roleNames } from '../copy/roles.ts'
import { Button } from '../ui/button.tsx'
import { Tile } from '../ui/tiles.tsx'
import { unsavedTexts } from '../ui/use-draft.ts'
import { Sidebar } from './sidebar.tsx'
import { isLowerRole, useMe, useOwnRole } from './use-permission.ts'
import { useRefetchAfterTasks } from './use-refetch-after-tasks.ts'

/**
 * Warns that the user’s role in a workspace was lowered during this session: forms that the new role does not
 * allow are hidden. Shows the text typed into them.
 */
function LoweredRole({ workspaceId }: { workspaceId: string }) {
  const role = useOwnRole()
  const [former, setFormer] = useFormerRole(workspaceId)
  const isLowered = role !== undefined && former !== undefined && isLowerRole(role, former)
  useEffect(() => {
    if (role !== undefined && role !== former && !isLowered) setFormer(role)
  })
  if (!isLowered) return null
  const texts = unsavedTexts()
  return (
    <section role="alert" className="mx-auto mt-5 max-w-6xl px-4 sm:px-8">
      <div className="rounded-lg bg-warn-soft px-4 py-3">
        <p className="font-semibold text-warn">
          Your role in this workspace changed from {roleNames[former].name.toLowerCase()} to{' '}
          {roleNames[role].name.toLowerCase()}
        </p>
        <p className="text-sm">
          You no longer see what this role does not allow. A workspace admin can change your role.
          {texts.length > 0 && ' Your unsaved input stays in this tab:'}
        </p>
        {texts.map((text) => (
          <pre key={text} className="mt-2 max-h-48 overflow-y-auto font-sans whitespace-pre-wrap select-all">
            <bdi>{text}</bdi>
          </pre>
        ))}
        <Button label="Dismiss" className="mt-3" onClick={() => setFormer(role)} />
      </div>
    </section>
  )
}

/** The role that the user had in this tab, kept across reloads and expired sessions. */
function useFormerRole(workspaceId: string) {
  const me = useMe()
  const key = `sightline-role:${me?.id}:${workspaceId}`
  const [former, setFormer] = useState(() => {
    const stored = sessionStorage.getItem(key)
    return stored !== null && stored in roleNames ? (stored as Role) : undefined
  })
  const change = (role: Role) => {
    sessionStorage.setItem(key, role)
    setFormer(role)
  }
  return [former, change] as const
}

/** The frame of all workspace pages: sidebar and page. On phones, the sidebar opens as a sheet. */
export function WorkspaceFrame() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isMenu, setMenu] = useState(false)
  const [isSearch, setSearch] = useState(false)
  useEffect(() => setMenu(false), [path])
  useSearchKey(() => setSearch((isOpen) => !isOpen))
  useRefetchAfterTasks()
  const { isNeeded, onContinue } = useSecondFactorNeeded(workspaceId)
  if (isNeeded)
    return (
      <Suspense>
        <SecondFactorNeeded workspaceId={workspaceId} onContinue={onContinue} />
      </Suspense>
    )
  const openSearch = () => {
    setMenu(false)
    setSearch(true)
  }
  const sidebar = <Sidebar onSearch={openSearch} />
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[228px_minmax(0,1fr)]">
      <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:m-2 focus:bg-panel focus:p-2">
        Skip to content
      </a>
      <aside aria-label="Main" className="sticky top-0 hidden h-dvh border-r border-line bg-canvas md:block">
        {sidebar}
      </aside>
      <header className="sticky top-0 z-20 flex h-13 items-center gap-2.5 border-b border-line bg-canvas px-3.5 md:hidden">
        <Dialog.Root open={isMenu} onOpenChange={setMenu}>
          <Dialog.Trigger aria-label="Menu" className={iconButtonClass}>
            <Menu aria-hidden="true" />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-30 bg-overlay" />
            <Dialog.Popup className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] bg-canvas shadow-xl">
              <Dialog.Title className="sr-only">Menu</Dialog.Title>
              {sidebar}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <BrandName />
        <button type="button" aria-label="Search" className={`ml-auto ${iconButtonClass}`} onClick={openSearch}>
          <Search aria-hidden="true" />
        </button>
      </header>
      <PageArea workspaceId={workspaceId} />
      {isSearch && (
        <Suspense>
          <Palette onClose={() => setSearch(false)} />
        </Suspense>
      )}
    </div>
  )
}

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** ⌘K or Ctrl K opens and closes the command palette on every page. */
function useSearchKey(onPress: () => void) {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      press()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const iconButtonClass = 'grid size-[34px] flex-none place-items-center rounded-md hover:bg-sunken'

const SecondFactorNeeded = lazy(async () => ({
  default: (await import('../features/settings/second-factor-needed.tsx')).SecondFactorNeeded,
}))

/** Whether the user must set up a second factor. Stays true until they have saved the recovery codes and continue. */
function useSecondFactorNeeded(workspaceId: string) {
  const workspaces = useMe()?.workspaces
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

function BrandName() {
  const { brandId } = usePlace()
  const { data } = useRead('list-brands')
  const name = data?.data.find(({ id }) => id === brandId)?.name ?? 'Sightline'
  return (
    <>
      <Tile name={name} isOwn className="size-6" />
      <span className="truncate font-medium">{name}</span>
    </>
  )
}
