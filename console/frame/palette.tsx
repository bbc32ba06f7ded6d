import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { usePlace, useRead, useReadAll } from '../api/hooks.ts'
import { brandRoutes, settingsRoutes } from '../routes.ts'
import { popupClass } from '../ui/menu.tsx'
import { usePermission } from './use-permission.ts'

export interface Command {
  name: string
  kind: string
  href: string
  /** The URL for the typed text, for destinations that search. */
  takes?: (words: string) => string
}

const most = 12

/**
 * Commands whose name contains a word starting with each typed word; names that start with the text come first.
 * Destinations that search accept any text.
 */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return commands.filter(({ takes }) => takes === undefined).slice(0, most)
  const fits = ({ name }: Command) => {
    const parts = name.toLowerCase().split(/\s+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  const starts = ({ name }: Command) => name.toLowerCase().startsWith(words.join(' '))
  const found = commands.filter(fits)
  const ordered = [...found.filter(starts), ...found.filter((one) => !starts(one))].slice(0, most)
  const searches = commands.flatMap((command) =>
    command.takes === undefined || typed.trim().length < 2
      ? []
      : [{ ...command, name: `${command.name}: “${typed.trim()}”`, href: command.takes(typed.trim()) }],
  )
  return [...ordered.filter(({ takes }) => takes === undefined), ...searches]
}

const keyOf = ({ kind, href }: Command) => `${kind} ${href}`

/** The command palette: pages, prompts, competitors, domains, brands and actions. */
export const Palette = ({ onClose }: { onClose: () => void }) => (
  <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-40 bg-overlay" />
      <Dialog.Popup
        className={`fixed top-[12vh] left-1/2 z-50 w-[min(560px,calc(100vw-28px))] -translate-x-1/2 ${popupClass}`}
      >
        <Dialog.Title className="sr-only">Go to</Dialog.Title>
        <Choices onClose={onClose} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

function Choices({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const commands = useCommands()
  const [typed, setTyped] = useState('')
  // By key: prompts and other results arrive while someone chooses.
  const [chosenKey, setChosen] = useState('')
  const found = matching(commands, typed)
  const at = Math.max(
    0,
    found.findIndex((command) => keyOf(command) === chosenKey),
  )
  const chosen = found[at]
  const choose = (command: Command | undefined) => setChosen(command === undefined ? '' : keyOf(command))
  const go = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    void navigate({ href: command.href })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') go(chosen)
    else if (step === undefined) return
    else choose(found.at((at + step) % Math.max(1, found.length)))
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
        placeholder="Page, prompt, competitor, domain or words in an answer"
        className="w-full rounded-md bg-transparent px-2.5 py-2 text-lg outline-none placeholder:text-muted"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          choose(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Results" className="mt-1 max-h-80 overflow-y-auto">
        {found.map((command) => (
          <div
            key={keyOf(command)}
            id={`${id}-${command.href}`}
            role="option"
            aria-selected={command === chosen}
            tabIndex={-1}
            className="flex cursor-pointer justify-between gap-4 rounded-md px-2.5 py-1.5 aria-selected:bg-selected"
            onPointerMove={() => choose(command)}
            onClick={() => go(command)}
            onKeyDown={onKeyDown}
          >
            <bdi className="truncate">{command.name}</bdi>
            <span className="text-sm text-muted">{command.kind}</span>
          </div>
        ))}
      </div>
    </>
  )
}

function useCommands(): Command[] {
  const { workspaceId, brandId } = usePlace()
  const may = usePermission()
  const { data: brands } = useRead('list-brands')
  const inBrand = useBrandCommands()
  const own = `/${workspaceId}`
  const atSettings = `${own}${brandId === undefined ? '' : `/${brandId}`}/settings`
  return [
    ...inBrand,
    ...(brands?.data ?? []).map(({ id, name }) => ({ name, kind: 'Brand', href: `${own}/${id}/overview` })),
    { name: 'All brands', kind: 'Page', href: '/' },
    ...settingsRoutes.flatMap(({ path, name, needs }) =>
      name === undefined || (needs !== undefined && !may(needs))
        ? []
        : [{ name, kind: 'Settings', href: `${atSettings}${path}` }],
    ),
    ...(may('create-brand') ? [{ name: 'Add brand', kind: 'Action', href: `${own}/new-brand` }] : []),
  ]
}

/** Rows of each kind that can be found by name. */
const limit = 100

function useBrandCommands(): Command[] {
  const { workspaceId, brandId } = usePlace()
  const may = usePermission()
  const enabled = brandId !== undefined
  const prompts = useRead('list-prompts', { limit }, { enabled })
  const domains = useRead('list-cited-domains', { limit }, { enabled })
  const competitors = useReadAll('list-competitors', {}, { enabled })
  if (!enabled) return []
  const at = (path: string) => `/${workspaceId}/${brandId}${path}`
  const search = (path: string) => (words: string) => at(`${path}?search=${encodeURIComponent(words)}`)
  return [
    ...brandRoutes.flatMap(({ path, name }) => (name === undefined ? [] : [{ name, kind: 'Page', href: at(path) }])),
    { name: 'Brand', kind: 'Settings', href: at('/settings') },
    ...(may('create-prompts') ? [{ name: 'Add prompts', kind: 'Action', href: at('/prompts?add=prompts') }] : []),
    ...(prompts.data?.data ?? []).map(({ id, text }) => ({ name: text, kind: 'Prompt', href: at(`/prompts/${id}`) })),
    ...(competitors.data?.data ?? []).map(({ id, name }) => ({
      ...{ name, kind: 'Competitor', href: at(`/competitors?tab=gaps&against=${id}`) },
    })),
    ...(domains.data?.data ?? []).map(({ domain }) => ({
      ...{ name: domain, kind: 'Domain', href: at(`/sources?tab=pages&domain=${domain}`) },
    })),
    { name: 'Find in answers', kind: 'Answers', href: at('/answers'), takes: search('/answers') },
  ]
}
