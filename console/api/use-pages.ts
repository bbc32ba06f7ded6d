import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, type Input, type OperationName, type Problem, type ResponseOf } from './client.ts'
import { type Given, usePlaceOf } from './hooks.ts'

/** Loads a list page by page. */
export function usePages<N extends OperationName>(name: N, input: Given<N> = {} as Given<N>) {
  const { workspaceId, complete } = usePlaceOf(name)
  const given = complete(input)
  return useInfiniteQuery<
    ResponseOf<N>,
    Problem,
    InfiniteData<ResponseOf<N>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [workspaceId ?? '', name, given, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(name, { ...given, ...(pageParam === null ? {} : { cursor: pageParam }) } as Input<N>, {
        workspaceId,
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.pagination?.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Finds a loaded row by id, with its version. Undefined if it is not loaded. */
export function rowOf<Row extends { id: string }>(
  list: { pages: readonly { data: readonly Row[]; versions?: string[] }[] } | undefined,
  id: string | undefined,
): { row: Row; version: string | undefined } | undefined {
  for (const { data, versions } of list?.pages ?? []) {
    const place = data.findIndex((row) => row.id === id)
    const row = data[place]
    if (row !== undefined) return { row, version: versions?.[place] }
  }
  return undefined
}
