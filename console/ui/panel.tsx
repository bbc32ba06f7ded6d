import type { ReactNode } from 'react'

interface PanelProps {
  title?: ReactNode
  /** A few words about the content. */
  about?: ReactNode
  actions?: ReactNode
  /** Below the content, with a line above it. */
  footnote?: ReactNode
  /** Whether the content reaches the edges, as tables and lists do. */
  isFlush?: boolean
  children: ReactNode
  className?: string
}

/** A card with a heading. */
export function Panel({
  title,
  about,
  actions,
  footnote,
  isFlush = false,
  children,
  className = '',
}: PanelProps) {
  return (
    <section className={`min-w-0 rounded-lg border border-line bg-panel ${className}`}>
      {title !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
          <h2>{title}</h2>
          {about !== undefined && <p className="text-sm text-muted">{about}</p>}
          {actions !== undefined && (
            <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1">{actions}</div>
          )}
        </header>
      )}
      <div className={isFlush ? '[--edge:16px]' : `px-4 pb-3.5 ${title === undefined ? 'pt-3.5' : ''}`}>
        {children}
      </div>
      {footnote !== undefined && (
        <footer className="border-t border-line px-4 py-2 text-sm text-muted">{footnote}</footer>
      )}
    </section>
  )
}
