import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Problem } from '../api/client.ts'
import { Button } from './button.tsx'
import { ProblemNote, Skeleton } from './panel.tsx'

interface PagesProps<S extends { data: readonly T[] }, T> {
  query: UseInfiniteQueryResult<InfiniteData<S>, Problem>
  /** Shown if there are no rows. */
  empty: ReactNode
  children: (rows: T[]) => ReactNode
}

/** The loaded pages of a list, with a button for more. */
export function Pages<S extends { data: readonly T[] }, T = S['data'][number]>({
  query,
  empty,
  children,
}: PagesProps<S, T>) {
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage } = query
  if (isPending && error === null) return <Skeleton lines={10} />
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      <ProblemNote problem={error} onRetry={() => void query.refetch()} />
      <div className={`transition-opacity duration-100 ${isPlaceholderData ? 'opacity-55' : ''}`}>
        {data !== undefined && rows.length === 0 ? empty : children(rows)}
      </div>
      {hasNextPage && (
        <p className="mt-4 text-center">
          <Button disabled={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </p>
      )}
    </>
  )
}
