import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Problem } from '../api/client.ts'
import { explain } from '../copy/problems.ts'
import { ProblemNote } from './problem.tsx'

/** A placeholder as high as the content, so that the layout does not shift. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className="space-y-3 py-1">
      {Array.from({ length: lines }, (_, i) => (
        <div
          key={i}
          className="h-4 animate-pulse rounded bg-sunken"
          style={{ width: `${92 - ((i * 17) % 40)}%` }}
        />
      ))}
    </div>
  )
}

/** An empty state: what is missing and the next step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="py-8 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && (
        <div className="mx-auto mt-1 max-w-prose text-sm text-muted">{children}</div>
      )}
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
  children: (shown: T) => ReactNode
}

/** A query’s result: a skeleton first, dimmed old data while loading, and errors above the last good data. */
export function Loaded<T>({ query, lines, children }: LoadedProps<T>) {
  const { data, error, isPlaceholderData, isPending } = query
  if (data === undefined) {
    if (error !== null) return <ProblemNote problem={error} onRetry={() => void query.refetch()} />
    return isPending ? (
      <div role="status" aria-label="Loading">
        <Skeleton {...(lines === undefined ? {} : { lines })} />
      </div>
    ) : null
  }
  return (
    <>
      {error !== null && (
        <div className="mb-3">
          <ProblemNote problem={error} onRetry={() => void query.refetch()} />
        </div>
      )}
      <div
        className={`transition-opacity duration-100 ${isPlaceholderData ? 'opacity-55' : ''}`}
        aria-busy={isPlaceholderData}
      >
        {children(data)}
      </div>
    </>
  )
}
