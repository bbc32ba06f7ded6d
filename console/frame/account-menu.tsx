import { Menu } from '@base-ui/react/menu'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { whoami } from '../api/queries.ts'
import { chooseTheme, chosenTheme, type Theme } from '../theme/theme.ts'
import { clearOtherDrafts } from '../ui/use-draft.ts'

const itemClass =
  'block w-full rounded-md px-3 py-1.5 text-left outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent'

const themes: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export function AccountMenu({ workspaceId }: { workspaceId: string }) {
  const { data: me } = useQuery(whoami)
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
    <Menu.Root>
      <Menu.Trigger className="flex w-full items-center justify-between gap-2 rounded-md px-3 py-1.5 text-left hover:bg-sunken">
        <span className="truncate">{me?.name ?? 'Account'}</span>
        <span aria-hidden="true" className="text-sm text-muted">
          ▴
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={4} className="z-50">
          <Menu.Popup className="w-56 rounded-lg border border-line-strong bg-panel p-1.5 shadow-lg">
            <p className="truncate px-3 py-1 text-sm text-muted">{me?.email}</p>
            <Menu.Item
              className={itemClass}
              render={<Link to="/$workspaceId/settings/account" params={{ workspaceId }} />}
            >
              Account and sessions
            </Menu.Item>
            <Menu.Separator className="my-1.5 border-t border-line" />
            <Menu.RadioGroup
              value={theme}
              onValueChange={(chosen: Theme) => {
                chooseTheme(chosen)
                setTheme(chosen)
              }}
            >
              {(Object.keys(themes) as Theme[]).map((one) => (
                <Menu.RadioItem key={one} value={one} closeOnClick={false} className={itemClass}>
                  <span aria-hidden="true" className="inline-block w-5">
                    {one === theme ? '✓' : ''}
                  </span>
                  {themes[one]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1.5 border-t border-line" />
            <Menu.Item className={itemClass} onClick={() => signOut.mutate()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
