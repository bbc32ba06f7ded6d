import type { ReactNode } from 'react'

interface PanelProps {
  title: ReactNode
  /** A one-sentence description. */
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}

export function Panel({ title, about, actions, children, className = '' }: PanelProps) {
  return (
    <section className={`min-w-0 rounded-xl border border-line bg-panel ${className}`}>
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-5 pt-4 pb-3">
        <h2>{title}</h2>
        {about !== undefined && <p className="text-sm text-muted">{about}</p>}
        {actions !== undefined && <div className="ml-auto flex flex-wrap justify-end gap-1">{actions}</div>}
      </header>
      <div className="px-5 pb-5">{children}</div>
    </section>
  )
}
