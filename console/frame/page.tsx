import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface PageProps {
  title: string
  about?: ReactNode
  /** The filter bar; stays in view while the page scrolls. */
  filters?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page: its heading with actions, the filter bar, and the content. Below Settings, only a section of it. */
export function Page({ title, about, filters, actions, children }: PageProps) {
  const isSetting = useRouterState({ select: ({ matches }) => matches.some(isSettingsRoute) })
  const content = (
    <>
      {about !== undefined && <p className="-mt-2 mb-3 max-w-180 text-muted">{about}</p>}
      {filters}
      <div className="space-y-4">{children}</div>
    </>
  )
  if (isSetting)
    return (
      <section aria-labelledby="section">
        <title>{`${title} – Sightline`}</title>
        <header className="flex min-h-10 flex-wrap items-center gap-3 pb-2">
          <h2 id="section">{title}</h2>
          <div className="ml-auto flex flex-wrap gap-2">{actions}</div>
        </header>
        {content}
      </section>
    )
  return (
    <main className={pageClass}>
      <PageHeading title={title}>{actions}</PageHeading>
      {content}
    </main>
  )
}

/** The width of a page, and the space around it. */
export const pageClass = 'mx-auto max-w-[1236px] px-7 pb-14 max-md:px-3.5 max-md:pb-12'

const isSettingsRoute = ({ routeId }: { routeId: string }) => routeId.endsWith('/settings')

export const PageHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 pt-2">
    <title>{`${title} – Sightline`}</title>
    <h1 className="min-w-0 wrap-anywhere">{title}</h1>
    <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
  </header>
)
