import { Link, useRouterState } from '@tanstack/react-router'
import type { Search } from '../search/url.ts'
import { InvalidParameter } from './invalid-parameter.tsx'
import { useView } from './views.tsx'

/** Views of a page, each with its own URL. The first is the default. */
export const useTab = <K extends string>(tabs: Readonly<Record<K, string>>): K => useView('tab', tabs)

export function Tabs<K extends string>({
  label,
  tabs,
}: {
  label: string
  tabs: Readonly<Record<K, string>>
}) {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const current = useTab(tabs)
  const keys = Object.keys(tabs) as K[]
  return (
    <>
      <InvalidParameter name="tab" known={keys} />
      <nav
        aria-label={label}
        className="flex gap-[18px] overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {keys.map((key, i) => (
          <Link
            key={key}
            to="."
            search={{ ...search, tab: i === 0 ? undefined : key } as never}
            activeOptions={{ exact: true }}
            aria-current={key === current ? 'page' : undefined}
            className="-mb-px inline-flex h-9 flex-none items-center border-b-2 border-transparent font-medium text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
          >
            {tabs[key]}
          </Link>
        ))}
      </nav>
    </>
  )
}
