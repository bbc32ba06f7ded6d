import { Link, Outlet } from '@tanstack/react-router'
import { usePlace } from '../api/hooks.ts'
import { brandSettings, settingsRoutes } from '../routes.ts'
import { PageHeading, pageClass } from './page.tsx'
import { usePermission } from './use-permission.ts'

export function SettingsFrame() {
  const { workspaceId, brandId } = usePlace()
  const may = usePermission()
  const base = `/${workspaceId}${brandId === undefined ? '' : `/${brandId}`}/settings`
  const listed = settingsRoutes.filter(({ name, needs }) => name !== undefined && (needs === undefined || may(needs)))
  return (
    <main className={pageClass}>
      <PageHeading title="Settings" />
      <div className="grid grid-cols-1 items-start gap-7 md:grid-cols-[176px_minmax(0,760px)]">
        <nav aria-label="Settings" className="flex gap-0.5 overflow-x-auto md:flex-col">
          {(brandId === undefined ? listed : [brandSettings, ...listed]).map(({ path, name }) => (
            <Link
              key={path}
              to={`${base}${path === '/' ? '' : path}` as '/'}
              activeOptions={{ exact: path === '/' }}
              className="flex h-[30px] flex-none items-center rounded-md px-2 font-medium text-ink-2 hover:bg-sunken aria-[current]:bg-selected aria-[current]:text-accent"
            >
              {name}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 space-y-4 pb-4">
          <Outlet />
        </div>
      </div>
    </main>
  )
}
