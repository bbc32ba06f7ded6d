import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from '../search/url.ts'
import { Choice } from './choice.tsx'
import { InvalidParameter } from './invalid-parameter.tsx'

/** What a panel shows of several, by the address; the first where it says nothing. */
export function useView<K extends string>(key: string, views: Readonly<Record<K, string>>): K {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const known = Object.keys(views) as K[]
  return known.find((view) => view === search[key]) ?? (known[0] as K)
}

interface ViewsProps<K extends string> {
  /** What of the address says it. */
  name: string
  views: Readonly<Record<K, string>>
}

/** The ways to see a panel, each a link: choosing one narrows, and is no step back. */
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

/** The same as options to press: which rows of a list are shown. */
export function ViewChoice<K extends string>({ label, name, views }: ViewsProps<K> & { label: string }) {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const navigate = useNavigate()
  const usual = Object.keys(views)[0]
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
            search: { ...search, [name]: view === usual ? undefined : view } as never,
            replace: true,
          })
        }
      />
    </>
  )
}
