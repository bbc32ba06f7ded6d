import { Menu } from '@base-ui/react/menu'
import { Link, useRouterState } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { usePlace, useRead } from '../api/hooks.ts'
import { brandRoutes, brandSettings, type ConsoleRoute, groups } from '../routes.ts'
import { sharedFilters } from '../search/filters.ts'
import type { Search as SearchParams } from '../search/url.ts'
import { MenuItem, MenuLine, MenuPopup } from '../ui/menu.tsx'
import { Tile } from '../ui/tiles.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useMe, usePermission } from './use-permission.ts'

/** Brand switcher, search and the pages of the brand in groups. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const { workspaceId, brandId } = usePlace()
  const own = `/${workspaceId}${brandId === undefined ? '' : `/${brandId}`}`
  const listed = groups.map((group) => ({
    group,
    routes: brandRoutes.filter((route) => route.group === group),
  }))
  const settings = { href: `${own}/settings`, route: { ...brandSettings, name: 'Settings' } }
  return (
    <div className="flex h-full flex-col overflow-y-auto px-2.5 pt-2.5 pb-3">
      <BrandSwitcher />
      <button
        type="button"
        onClick={onSearch}
        className="mt-2 mb-1.5 flex h-[30px] w-full flex-none items-center gap-2 rounded-md border border-line bg-panel px-2 text-muted"
      >
        <Search className="size-3.5!" aria-hidden="true" />
        Search or go to
        <kbd className="ml-auto rounded-sm border border-line px-1 font-sans text-xs leading-4 font-medium">
          {/Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl '}K
        </kbd>
      </button>
      {brandId !== undefined && (
        <nav aria-label="Pages">
          {listed.slice(0, -1).map(({ group, routes }, at) => (
            <div key={group} className={at === 0 ? 'mt-1' : 'mt-3'}>
              {at > 0 && <p className="px-2 pb-[3px] text-xs font-medium text-muted">{group}</p>}
              {routes.map((route) => (
                <Entry key={route.path} route={route} href={`${own}${route.path}`}>
                  {route.path === '/site-health' && <UrgentIssues />}
                  {route.path === '/opportunities' && <OpenOpportunities />}
                </Entry>
              ))}
            </div>
          ))}
        </nav>
      )}
      <nav aria-label="Setup" className="mt-auto pt-3">
        {brandId !== undefined &&
          listed.at(-1)?.routes.map((route) => (
            <Entry key={route.path} route={route} href={`${own}${route.path}`}>
              {route.path === '/collection' && <CollectionState />}
            </Entry>
          ))}
        <Entry {...settings} />
        <AccountMenu href={`${own}/settings/account`} />
      </nav>
    </div>
  )
}

/** Filters carry over between pages; other parameters of a page do not. */
function Entry({ route, href, children }: { route: ConsoleRoute; href: string; children?: ReactNode }) {
  const search = useRouterState({ select: ({ location }) => location.search as SearchParams })
  const Icon = route.icon
  return (
    <Link
      to={href as '/'}
      search={sharedFilters(search) as never}
      activeOptions={{ includeSearch: false }}
      className="group flex h-[30px] items-center gap-[9px] rounded-md px-2 font-medium text-ink-2 hover:bg-sunken aria-[current]:bg-selected aria-[current]:text-accent max-md:h-[38px]"
    >
      {Icon && <Icon aria-hidden="true" className="text-muted group-aria-[current]:text-accent" />}
      {route.name}
      {children}
    </Link>
  )
}

const limit = 100

function UrgentIssues() {
  const { data } = useRead('list-issues', { issue_type: ['critical'], limit })
  return <Count rows={data?.data} name="urgent" className="font-semibold text-down" />
}

function OpenOpportunities() {
  const { data } = useRead('list-opportunities', { state: ['open'], limit })
  const look = 'font-normal text-muted group-aria-[current]:text-accent'
  return <Count rows={data?.data} name="open" className={look} />
}

interface CountProps {
  rows: readonly unknown[] | undefined
  name: string
  className: string
}

const Count = ({ rows = [], name, className }: CountProps) =>
  rows.length > 0 && (
    <span className={`ml-auto text-xs ${className}`}>
      {rows.length < limit ? rows.length : `${limit}+`} <span className="sr-only">{name}</span>
    </span>
  )

/** Whether a provider is paused. Shows nothing to people who cannot see providers. */
function CollectionState() {
  const { data } = useRead('list-sources', {}, { enabled: usePermission()('list-sources') })
  if (data === undefined || data.data.length === 0) return null
  const isPaused = data.data.some(({ paused_reason: reason, needs_api_key: needsKey }) => reason !== null || needsKey)
  return (
    <span className={`ml-auto size-[7px] rounded-full ${isPaused ? 'bg-down' : 'bg-up'}`}>
      <span className="sr-only">{isPaused ? 'needs attention' : 'running'}</span>
    </span>
  )
}

function BrandSwitcher() {
  const { workspaceId = '', brandId } = usePlace()
  const { data: brands } = useRead('list-brands')
  const me = useMe()
  const name = brands?.data.find(({ id }) => id === brandId)?.name ?? 'Choose a brand'
  const count = brands?.data.length ?? 0
  const workspace = me?.workspaces.find(({ id }) => id === workspaceId)
  const others = me?.workspaces.filter(({ id }) => id !== workspaceId) ?? []
  const may = usePermission()
  return (
    <MenuPopup
      className="max-h-96 w-64 overflow-y-auto"
      trigger={
        <Menu.Trigger className="flex h-10 w-full flex-none items-center gap-[9px] rounded-md px-2 text-left hover:bg-sunken">
          <Tile name={name} isOwn className="size-6" />
          <span className="min-w-0">
            <span className="block truncate leading-4 font-semibold">{name}</span>
            <span className="block truncate text-xs leading-3.5 text-muted">
              {workspace?.name}
              {count > 1 && ` · ${count} brands`}
            </span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="ml-auto text-muted" />
        </Menu.Trigger>
      }
    >
      {brands?.data.map(({ id, name: brandName }) => (
        <MenuItem key={id} render={<Link to="/$workspaceId/$brandId/overview" params={{ workspaceId, brandId: id }} />}>
          <Tile name={brandName} isOwn={id === brandId} />
          <span className="truncate">{brandName}</span>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem render={<Link to="/" />}>All brands</MenuItem>
      {may('create-brand') && (
        <MenuItem render={<Link to="/$workspaceId/new-brand" params={{ workspaceId }} />}>Add brand</MenuItem>
      )}
      {others.length > 0 && <MenuLine />}
      {others.map(({ id, name: workspaceName }) => (
        <MenuItem key={id} render={<Link to="/" search={{ workspace: id }} />}>
          {workspaceName}
        </MenuItem>
      ))}
    </MenuPopup>
  )
}
