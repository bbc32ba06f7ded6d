import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { read, whoami } from '../api/queries.ts'
import { MenuLine, MenuPopup, menuItemClass } from '../ui/menu.tsx'
import { Tile } from '../ui/tiles.tsx'
import { usePermission } from './use-permission.ts'

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
  const count = brands?.data.length ?? 0
  const workspace = me?.workspaces.find(({ id }) => id === workspaceId)
  const others = me?.workspaces.filter(({ id }) => id !== workspaceId) ?? []
  const may = usePermission(workspaceId)
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
        <Menu.Item
          key={id}
          className={menuItemClass}
          render={<Link to="/$workspaceId/$brandId/overview" params={{ workspaceId, brandId: id }} />}
        >
          <Tile name={brandName} isOwn={id === brandId} />
          <span className="truncate">{brandName}</span>
        </Menu.Item>
      ))}
      <MenuLine />
      <Menu.Item className={menuItemClass} render={<Link to="/" />}>
        All brands
      </Menu.Item>
      {may('create-brand') && (
        <Menu.Item
          className={menuItemClass}
          render={<Link to="/$workspaceId/new-brand" params={{ workspaceId }} />}
        >
          Add brand
        </Menu.Item>
      )}
      {others.length > 0 && <MenuLine />}
      {others.map(({ id, name: workspaceName }) => (
        <Menu.Item key={id} className={menuItemClass} render={<Link to="/" search={{ workspace: id }} />}>
          {workspaceName}
        </Menu.Item>
      ))}
    </MenuPopup>
  )
}
