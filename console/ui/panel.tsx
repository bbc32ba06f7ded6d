import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Problem } from '../api/client.ts'
import { explain } from '../copy/problems.ts'
import { Button } from './button.tsx'

interface PanelProps {
  title?: ReactNode
  about?: ReactNode
  actions?: ReactNode
  /** Below the content, with a line above it. */
  footnote?: ReactNode
  /** Whether the content reaches the edges, as tables and lists do. */
  isFlush?: boolean
  children: ReactNode
  className?: string
}

export function Panel({ title, about, actions, footnote, isFlush = false, children, className = '' }: PanelProps) {
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
      <div className={isFlush ? '[--edge:16px]' : `px-4 pb-3.5 ${title === undefined ? 'pt-3.5' : ''}`}>{children}</div>
      {footnote !== undefined && (
        <footer className="border-t border-line px-4 py-2 text-sm text-muted">{footnote}</footer>
      )}
    </section>
  )
}

/** A placeholder as high as the content, so that the layout does not shift. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className="space-y-3 py-1">
      {Array.from({ length: lines }, (_, i) => (
        <div key={i} className="h-4 animate-pulse rounded bg-sunken" style={{ width: `${92 - ((i * 17) % 40)}%` }} />
      ))}
    </div>
  )
}

/** An empty state: what is missing and the next step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="py-8 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="mx-auto mt-1 max-w-prose text-sm text-muted">{children}</div>}
    </div>
  )
}

/** What only other roles may see or do, and who can grant it. */
export function Forbidden({ problem }: { problem: Problem }) {
  const { title, detail } = explain(problem)
  return <Empty title={title}>{detail}</Empty>
}

interface LoadedProps<T> {
  query: UseQueryResult<T, Problem>
  lines?: number
  /** Shown instead of an error if the resource does not exist. */
  missing?: ReactNode
  children: (shown: T) => ReactNode
}

/** A query’s result: a skeleton first, dimmed old data while loading, and errors above the last good data. */
export function Loaded<T>({ query, lines = 4, missing, children }: LoadedProps<T>) {
  const { data, error, isPlaceholderData, isPending } = query
  if (missing !== undefined && error?.code === 'not_found') return missing
  const problem = <ProblemNote problem={error} onRetry={() => void query.refetch()} />
  if (data === undefined) {
    if (error !== null) return problem
    return isPending ? (
      <div role="status" aria-label="Loading">
        <Skeleton lines={lines} />
      </div>
    ) : null
  }
  return (
    <>
      {error !== null && <div className="mb-3">{problem}</div>}
      <div
        className={`transition-opacity duration-100 ${isPlaceholderData ? 'opacity-55' : ''}`}
        aria-busy={isPlaceholderData}
      >
        {children(data)}
      </div>
    </>
  )
}

interface LoadedPanelProps<T> extends Omit<PanelProps, 'children'>, LoadedProps<T> {
  problem?: Problem | null
}

export function LoadedPanel<T>({ query, lines = 4, missing, problem = null, children, ...panel }: LoadedPanelProps<T>) {
  return (
    <Panel {...panel}>
      <ProblemNote problem={problem} />
      <Loaded {...{ query, lines, missing, children }} />
    </Panel>
  )
}

/** An error with its cause, the next step and the request id for the operator. */
export function ProblemNote({ problem, onRetry }: { problem: Problem | null; onRetry?: () => void }) {
  if (problem === null) return null
  const { title, detail } = explain(problem)
  return (
    <div role="alert" className="rounded-lg bg-down-soft px-4 py-3 text-down">
      <p className="font-semibold">{title}</p>
      <p className="text-sm">{detail}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {onRetry !== undefined && <Button label="Try again" kind="quiet" onClick={onRetry} />}
        {problem.requestId !== undefined && problem.status >= 500 && (
          <span className="text-xs">Request {problem.requestId}</span>
        )}
      </div>
    </div>
  )
}
