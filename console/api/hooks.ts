import {
  type InfiniteData,
  keepPreviousData,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import reads from './changes.json' with { type: 'json' }
import { call, type Input, type OperationName, type Problem, type ResponseOf } from './client.ts'
import { routes } from './operations.gen.ts'
import { read, readAll } from './queries.ts'

export type { Input, OperationName, Problem, ResponseOf } from './client.ts'

export type DataOf<N extends OperationName> = ResponseOf<N>['data']

export type RowOf<N extends OperationName> = DataOf<N> extends readonly (infer T)[] ? T : never

/**
 * The input of an operation. The brand of an operation on brands defaults to that of the page. Optional fields can be
 * undefined, which omits them.
 */
export type Given<N extends OperationName> = (typeof routes)[N]['on'] extends 'brand'
  ? WithoutBrand<Loose<Input<N>>>
  : Loose<Input<N>>
type WithoutBrand<T> = T extends unknown ? Omit<T, 'brand_id'> & { brand_id?: string } : never
type Loose<T> = { [K in keyof T]: Partial<Pick<T, K>> extends Pick<T, K> ? T[K] | undefined : T[K] }

/** Whether an operation is about the signed-in account, not a workspace. */
export const isOfAccount = (name: OperationName) => routes[name].on !== 'workspace' && routes[name].on !== 'brand'

/** The workspace and the brand in the page’s URL, also in the frame around the page. */
export const usePlace = () => useParams({ strict: false }) as { workspaceId?: string; brandId?: string }

/** Completes the input of an operation with the brand, and finds its workspace, in the page’s URL. */
export function usePlaceOf<N extends OperationName>(name: N) {
  const place = usePlace()
  const { on } = routes[name]
  const workspaceId = isOfAccount(name) ? undefined : place.workspaceId
  return {
    workspaceId,
    placeId: on === 'brand' ? place.brandId : workspaceId,
    complete: (input: Given<N>) => (on === 'brand' ? { brand_id: place.brandId, ...input } : input) as Input<N>,
  }
}

type ReadOptions<N extends OperationName> = Omit<UseQueryOptions<ResponseOf<N>, Problem>, 'queryKey' | 'queryFn'>

/** Reads a list again while one of its rows is in progress. */
export const pollWhile = <T>(isBusy: (row: T) => boolean) => ({
  refetchInterval: ({ state }: { state: { data?: { data: readonly T[] } | undefined } }) =>
    state.data?.data.some(isBusy) === true && 1000,
})

const reading = (queryOf: typeof read) =>
  function useReading<N extends OperationName>(name: N, input = {} as Given<N>, options: ReadOptions<N> = {}) {
    const { workspaceId, complete } = usePlaceOf(name)
    return useQuery({ ...queryOf(workspaceId, name, complete(input)), ...options })
  }

export const useRead = reading(read)
/** Reads all pages of a list. `meta` is from the first page. */
export const useReadAll = reading(readAll)

export interface WriteOptions<N extends OperationName> {
  /** Operations to refetch after the write, in addition to those in `changes.json`. */
  changes?: readonly OperationName[] | undefined
  onDone?: ((shown: ResponseOf<N>, input: Sent<N>) => void) | undefined
  /** Runs before the reads are fetched again, which a reload can interrupt. */
  onStored?: () => void
  /** The version that the edit started from, so that another member’s change is never overwritten. */
  version?: string | undefined
}

/** The input of a write, with the file that it uploads. */
export type Sent<N extends OperationName> = Given<N> & { file?: Blob | undefined }

/**
 * Runs a write operation. Reuses the idempotency key while the input is unchanged, so that a double click or a retry
 * runs it only once.
 */
export function useWrite<N extends OperationName>(name: N, options: WriteOptions<N> = {}) {
  const { changes = [], onDone, onStored, version } = options
  const { workspaceId, complete } = usePlaceOf(name)
  const queries = useQueryClient()
  const attempt = useRef({ input: '', key: '' })
  const refetch = async () => {
    await Promise.all(
      [...changes, ...(changed[name] ?? [])].map((read) =>
        queries.invalidateQueries({ queryKey: [isOfAccount(read) ? '' : (workspaceId ?? ''), read] }),
      ),
    )
  }
  return useMutation<ResponseOf<N>, Problem, Sent<N>>({
    mutationFn({ file, ...input }) {
      const text = JSON.stringify([input, version])
      // The content of a file is not compared.
      if (attempt.current.input !== text || file !== undefined)
        attempt.current = { input: text, key: crypto.randomUUID() }
      const given = complete(input as unknown as Given<N>)
      const options = { workspaceId, idempotencyKey: attempt.current.key, version }
      return call(name, given, { ...options, ...(file && { file }) })
    },
    // After a conflict, show the other member’s change or the deletion.
    onError: ({ code }) => (code === 'conflict' || code === 'not_found' ? refetch() : undefined),
    async onSuccess(shown, input) {
      attempt.current = { input: '', key: '' }
      onStored?.()
      await refetch()
      onDone?.(shown, input)
    },
  })
}

/**
 * Refetches operations when a value changes, such as the id of the last job.
 * @param value undefined until known
 */
export function useRefetchOn(value: string | null | undefined, operations: readonly OperationName[]) {
  const { workspaceId } = usePlace()
  const queries = useQueryClient()
  const before = useRef(value)
  useEffect(() => {
    const isNew = before.current !== undefined && value != null && value !== before.current
    before.current = value
    if (isNew) for (const name of operations) void queries.invalidateQueries({ queryKey: [workspaceId, name] })
  }, [value, operations, queries, workspaceId])
}

/** Loads a list page by page. Loads it again after the time that `pollMs` returns. */
export function usePages<N extends OperationName>(
  name: N,
  input: Given<N> = {} as Given<N>,
  pollMs: (pages: readonly ResponseOf<N>[]) => number | false = () => false,
) {
  const { workspaceId, complete } = usePlaceOf(name)
  const given = complete(input)
  return useInfiniteQuery<ResponseOf<N>, Problem, InfiniteData<ResponseOf<N>>, readonly unknown[], string | null>({
    queryKey: [workspaceId ?? '', name, given, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(name, { ...given, cursor: pageParam ?? undefined } as Input<N>, { workspaceId, signal }),
    initialPageParam: null,
    getNextPageParam: (last) => last.pagination?.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs(state.data?.pages ?? []),
  })
}

const changed = reads as Partial<Record<OperationName, readonly OperationName[]>>

interface LoadedRows<Row> {
  data: readonly Row[]
  versions?: string[]
}

/** Finds a loaded row by id, with its version. Undefined if it is not loaded. */
export function rowOf<Row extends { id: string }>(
  list: LoadedRows<Row> | { pages: readonly LoadedRows<Row>[] } | undefined,
  id: string | undefined,
): { row: Row; version: string | undefined } | undefined {
  const pages = list === undefined ? [] : 'pages' in list ? list.pages : [list]
  for (const { data, versions } of pages) {
    const place = data.findIndex((row) => row.id === id)
    const row = data[place]
    if (row !== undefined) return { row, version: versions?.[place] }
  }
  return undefined
}
