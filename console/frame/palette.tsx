import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { read } from '../api/queries.ts'
import { type Command, matching } from './commands.ts'
import { sections } from './sections.ts'
import { usePermission } from './use-permission.ts'

/** The command palette. Opens with ⌘K or Ctrl K on every page. */
export function Palette({ workspaceId }: { workspaceId: string }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen((now) => !now)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex w-full items-center justify-between rounded-md border border-line px-3 py-1.5 text-left text-sm text-muted hover:bg-sunken"
      >
        Go to…
        <kbd className="font-sans text-xs">{/Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl '}K</kbd>
      </button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 rounded-xl border border-line-strong bg-panel p-2 shadow-xl">
            <Dialog.Title className="sr-only">Go to</Dialog.Title>
            <Choices workspaceId={workspaceId} onDone={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function Choices({ workspaceId, onDone }: { workspaceId: string; onDone: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const commands = useCommands(workspaceId)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = matching(commands, typed)
  const chosen = found[Math.min(at, found.length - 1)]
  const go = (command: Command | undefined) => {
    if (command === undefined) return
    onDone()
    void navigate({ href: command.href })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') go(chosen)
    else if (step === undefined) return
    else setAt((now) => (now + step + found.length) % Math.max(1, found.length))
    event.preventDefault()
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opened it to type
        autoFocus
        role="combobox"
        aria-label="Search"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.href}`}
        placeholder="Page, brand or words in an answer"
        className="w-full rounded-md bg-transparent px-3 py-2 text-lg outline-none placeholder:text-muted"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Results" className="mt-1 max-h-80 overflow-y-auto">
        {found.map((command) => (
          <div
            key={`${command.kind} ${command.href}`}
            id={`${id}-${command.href}`}
            role="option"
            aria-selected={command === chosen}
            tabIndex={-1}
            className="flex cursor-pointer justify-between gap-4 rounded-md px-3 py-1.5 aria-selected:bg-accent-soft aria-selected:text-accent"
            onPointerMove={() => setAt(found.indexOf(command))}
            onClick={() => go(command)}
            onKeyDown={onKeyDown}
          >
            <span className="truncate">{command.name}</span>
            <span className="text-sm text-muted">{command.kind}</span>
          </div>
        ))}
      </div>
    </>
  )
}

/** All destinations that the user can open from here. */
function useCommands(workspaceId: string): Command[] {
  const { brandId } = useParams({ strict: false }) as { brandId?: string }
  const may = usePermission(workspaceId)
  const { data: brands } = useQuery(read(workspaceId, 'list-brands', {}))
  const own = `/${workspaceId}`
  const ofBrand =
    brandId === undefined
      ? []
      : [
          ...sections.map(({ path, name }) => ({ name, kind: 'Section', href: `${own}/${brandId}/${path}` })),
          { name: 'Exports', kind: 'Section', href: `${own}/${brandId}/exports` },
          { name: 'Get started', kind: 'Section', href: `${own}/${brandId}/start` },
          {
            name: 'Find in answers',
            kind: 'Answers',
            href: `${own}/${brandId}/answers`,
            takes: (words: string) => `${own}/${brandId}/answers?search=${encodeURIComponent(words)}`,
          },
        ]
  const settings = [
    { name: 'Members', kind: 'Settings', href: `${own}/settings/members` },
    ...(may('list-keys') ? [{ name: 'API keys', kind: 'Settings', href: `${own}/settings/keys` }] : []),
    ...(may('list-webhooks')
      ? [{ name: 'Webhooks', kind: 'Settings', href: `${own}/settings/webhooks` }]
      : []),
    ...(may('list-changes')
      ? [{ name: 'Activity log', kind: 'Settings', href: `${own}/settings/changes` }]
      : []),
    { name: 'Account and sessions', kind: 'Settings', href: `${own}/settings/account` },
    { name: 'About', kind: 'Settings', href: `${own}/settings/about` },
    ...(may('create-brand') ? [{ name: 'Add brand', kind: 'Brand', href: `${own}/new-brand` }] : []),
  ]
  const others = (brands?.data ?? []).map(({ id, name }) => ({
    name,
    kind: 'Brand',
    href: `${own}/${id}/overview`,
  }))
  return [...ofBrand, ...others, { name: 'All brands', kind: 'Brand', href: '/' }, ...settings]
}
