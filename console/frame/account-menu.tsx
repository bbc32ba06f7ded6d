import { Menu } from '@base-ui/react/menu'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { chooseTheme, chosenTheme, type Theme } from '../theme/theme.ts'
import { MenuItem, MenuLine, MenuMark, MenuPopup, menuItemClass } from '../ui/menu.tsx'
import { Tile } from '../ui/tiles.tsx'
import { clearOtherDrafts } from '../ui/use-draft.ts'
import { useMe } from './use-permission.ts'

const themes: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export function AccountMenu({ href }: { href: string }) {
  const me = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [theme, setTheme] = useState(chosenTheme)
  const signOut = useMutation({
    mutationFn: () => call('sign-out', {}),
    async onSettled() {
      clearOtherDrafts(undefined)
      queries.clear()
      await navigate({ to: '/sign-in' })
    },
  })
  return (
    <MenuPopup
      side="top"
      className="w-56"
      trigger={
        <Menu.Trigger className="flex h-[30px] w-full items-center gap-[9px] rounded-md px-2 text-left font-medium text-ink-2 hover:bg-sunken">
          <Tile name={me?.name ?? 'A'} className="rounded-full!" />
          <span className="truncate">{me?.name ?? 'Account'}</span>
        </Menu.Trigger>
      }
    >
      <p className="truncate px-2.5 py-1 text-sm text-muted">{me?.email}</p>
      <MenuItem render={<Link to={href as '/'} />}>Account and sessions</MenuItem>
      <MenuLine />
      <Menu.RadioGroup
        value={theme}
        onValueChange={(chosen: Theme) => {
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      >
        {(Object.keys(themes) as Theme[]).map((one) => (
          <Menu.RadioItem key={one} value={one} closeOnClick={false} className={menuItemClass}>
            <MenuMark isOn={one === theme} />
            {themes[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <MenuLine />
      <MenuItem onClick={() => signOut.mutate()}>Sign out</MenuItem>
    </MenuPopup>
  )
}
