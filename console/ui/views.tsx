import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from '../search/url.ts'
import { Choice } from './choice.tsx'
import { InvalidParameter } from './invalid-parameter.tsx'

/** The selected view of a panel, from the URL. Defaults to the first. */
export function useView<K extends string>(key: string, views: Readonly<Record<K, string>>): K {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const known = Object.keys(views) as K[]
  return known.find((view) => view === search[key]) ?? (known[0] as K)
}

interface ViewsProps<K extends string> {
  /** The URL parameter. */
  name: string
  views: Readonly<Record<K, string>>
}

/** View links of a panel. Selecting one replaces the history entry. */
export function Views<K extends string>({ name, views }: ViewsProps<K>) {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const current = useView(name, views)
  return (
    <>
      <InvalidParameter name={name} known={Object.keys(views)} />
      {(Object.keys(views) as K[]).map((view, i) => (
        <Link
          key={view}
          to="."
          replace
          resetScroll={false}
          search={{ ...search, [name]: i === 0 ? undefined : view } as never}
          activeOptions={{ exact: true }}
          aria-current={view === current ? 'true' : undefined}
          className="rounded-md px-2.5 py-1 text-sm text-muted hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
        >
          {views[view]}
        </Link>
      ))}
    </>
  )
}

/** The same as buttons: filters the rows of a list. */
export function ViewChoice<K extends string>({ label, name, views }: ViewsProps<K> & { label: string }) {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const navigate = useNavigate()
  const defaultView = Object.keys(views)[0]
  return (
    <>
      <InvalidParameter name={name} known={Object.keys(views)} />
      <Choice
        label={label}
        options={views}
        chosen={useView(name, views)}
        onChoose={(view) =>
          void navigate({
            to: '.',
            search: { ...search, [name]: view === defaultView ? undefined : view } as never,
            replace: true,
          })
        }
      />
    </>
  )
}
