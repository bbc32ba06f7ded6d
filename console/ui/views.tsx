import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count } from '../format/numbers.ts'
import type { Search } from '../search/url.ts'
import { useParam } from '../search/use-param.ts'
import { Choice } from './choice.tsx'
import { InvalidParameter } from './invalid-parameter.tsx'

/** The selected view, from the URL. Defaults to the first. */
export function useView<K extends string>(key: string, views: Readonly<Record<K, string>>): K {
  const [value] = useParam(key)
  const known = Object.keys(views) as K[]
  return known.find((view) => view === value) ?? (known[0] as K)
}

interface ViewsProps<K extends string> {
  /** For screen readers. */
  label: string
  name: string
  views: Readonly<Record<K, string>>
  counts?: Readonly<Partial<Record<K, number | undefined>>>
}

/** A segmented control that filters what its panel or table shows. It never navigates: it replaces the URL. */
export function Views<K extends string>({ label, name, views, counts }: ViewsProps<K>) {
  const [, set] = useParam(name)
  const defaultView = Object.keys(views)[0]
  return (
    <>
      <InvalidParameter name={name} known={Object.keys(views)} />
      <Choice
        label={label}
        options={views}
        counts={counts}
        chosen={useView(name, views)}
        onChoose={(view) => set(view === defaultView ? undefined : view)}
      />
    </>
  )
}

/** Views of a page, each with its own URL. The first is the default. */
export const useTab = <K extends string>(tabs: Readonly<Record<K, string>>): K => useView('tab', tabs)

export function Tabs<K extends string>({ label, views: tabs, counts }: Omit<ViewsProps<K>, 'name'>) {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const current = useTab(tabs)
  const keys = Object.keys(tabs) as K[]
  return (
    <>
      <InvalidParameter name="tab" known={keys} />
      <nav aria-label={label} className="flex gap-[18px] overflow-x-auto border-b border-line [scrollbar-width:none]">
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
            {counts?.[key] !== undefined && <span className="ml-1.5 text-xs text-muted">{count(counts[key])}</span>}
          </Link>
        ))}
      </nav>
    </>
  )
}

type TabContents<K extends string> = Readonly<Record<K, readonly [name: string, view: () => ReactNode]>>

export function TabViews<K extends string>({ label, views }: { label: string; views: TabContents<K> }) {
  const names = Object.entries<readonly [string, unknown]>(views).map(([key, [name]]) => [key, name])
  const tabs = Object.fromEntries(names) as Record<K, string>
  const [, View] = views[useTab(tabs)]
  return (
    <>
      <Tabs label={label} views={tabs} />
      <View />
    </>
  )
}
