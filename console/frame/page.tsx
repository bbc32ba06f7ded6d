import type { ReactNode } from 'react'

interface PageProps {
  title: string
  /** A one-sentence description. */
  about?: ReactNode
  filters?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, about, filters, actions, children }: PageProps) {
  return (
    <main className="mx-auto max-w-6xl px-4 pt-5 pb-16 sm:px-8">
      <title>{`${title} – Sightline`}</title>
      <header className="mb-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1>{title}</h1>
          {actions}
        </div>
        {about !== undefined && <p className="mt-1 max-w-3xl text-muted">{about}</p>}
        {filters !== undefined && <div className="mt-4">{filters}</div>}
      </header>
      <div className="space-y-5">{children}</div>
    </main>
  )
}
