import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read, whoami } from '../api/queries.ts'
import { usePermission } from './use-permission.ts'

const itemClass =
  'block rounded-md px-3 py-1.5 outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent'

/** Shows the current brand and links to all other accessible brands. */
export function BrandSwitcher({
  workspaceId,
  brandId,
}: {
  workspaceId: string
  brandId: string | undefined
}) {
  const { data: brands } = useQuery(read(workspaceId, 'list-brands', {}))
  const { data: me } = useQuery(whoami)
  const name = brands?.data.find(({ id }) => id === brandId)?.name ?? 'Choose a brand'
  const others = me?.workspaces.filter(({ id }) => id !== workspaceId) ?? []
  const may = usePermission(workspaceId)
  return (
    <Menu.Root>
      <Menu.Trigger className="flex w-full items-center justify-between gap-2 rounded-md px-3 py-2 text-left text-lg font-semibold hover:bg-sunken">
        <span className="truncate">{name}</span>
        <span aria-hidden="true" className="text-sm text-muted">
          ▾
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={4} className="z-50">
          <Menu.Popup className="max-h-96 w-64 overflow-y-auto rounded-lg border border-line-strong bg-panel p-1.5 shadow-lg">
            {brands?.data.map(({ id, name: brandName }) => (
              <Menu.Item
                key={id}
                className={itemClass}
                render={<Link to="/$workspaceId/$brandId/overview" params={{ workspaceId, brandId: id }} />}
              >
                {brandName}
              </Menu.Item>
            ))}
            <Menu.Separator className="my-1.5 border-t border-line" />
            <Menu.Item className={itemClass} render={<Link to="/" />}>
              All brands
            </Menu.Item>
            {may('create-brand') && (
              <Menu.Item
                className={itemClass}
                render={<Link to="/$workspaceId/new-brand" params={{ workspaceId }} />}
              >
                Add brand
              </Menu.Item>
            )}
            {others.length > 0 && <Menu.Separator className="my-1.5 border-t border-line" />}
            {others.map(({ id, name: workspaceName }) => (
              <Menu.Item key={id} className={itemClass} render={<Link to="/" search={{ workspace: id }} />}>
                {workspaceName}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
