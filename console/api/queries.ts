import { keepPreviousData, MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type CallOptions,
  call,
  type Input,
  type OperationName,
  Problem,
  type ResponseOf,
  resourceOfAgents,
} from './client.ts'
import { withPriority } from './request-priority.ts'

/** What is asked again by itself: what a server that is busy or gone may answer a moment later. */
const isWorthRetrying = (failures: number, error: unknown) =>
  failures < 2 && error instanceof Problem && (error.status === 0 || error.status === 503)

/** Whether the session has ended under a page that is open: it is asked for again over the page, which stays. */
export const endedSession = queryOptions({
  queryKey: ['', 'ended-session', {}],
  queryFn: () => false,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
})

export function createQueries(): QueryClient {
  const onError = (error: Error) => {
    const isOpen = queries.getQueryData(whoami.queryKey) != null
    if (error instanceof Problem && error.isSignedOut && isOpen)
      queries.setQueryData(endedSession.queryKey, true)
    // What somebody may do has changed under a page that is open: it is asked for again.
    if (error instanceof Problem && error.code === 'insufficient_scope')
      void queries.invalidateQueries({ queryKey: whoami.queryKey })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        placeholderData: keepPreviousData,
        networkMode: 'always',
      },
      // Without a network a write would wait in silence: it fails, is told, and what was typed stays.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queries
}

/** The one place that knows how what is read is remembered: by workspace, operation and input. */
export const read = <N extends OperationName>(workspaceId: string | undefined, name: N, input: Input<N>) =>
  queryOptions<ResponseOf<N>, Problem>({
    queryKey: [workspaceId ?? '', name, input],
    queryFn: ({ signal }) => withPriority(name, () => call(name, input, { workspaceId, signal })),
  })

/** Rows of a page, the most that the server gives. */
const pageRows = 100

/** Every row of a list, read page by page. The meta is that of the first page. */
export const readAll = <N extends OperationName>(workspaceId: string | undefined, name: N, input: Input<N>) =>
  queryOptions<ResponseOf<N>, Problem>({
    queryKey: [workspaceId ?? '', name, input, 'all'],
    queryFn: ({ signal }) => withPriority(name, () => callAll(name, input, { workspaceId, signal })),
    // Pages that no longer fit together are read again from the first one.
    retry: (failures, error) =>
      isWorthRetrying(failures, error) || (failures < 2 && error.code === 'invalid_cursor'),
  })

async function callAll<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: CallOptions,
): Promise<ResponseOf<N>> {
  const page = (cursor?: string) =>
    call(
      name,
      { ...input, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) } as Input<N>,
      options,
    )
  const first = await page()
  const rows = [...(first.data as unknown[])]
  const versions = [...(first.versions ?? [])]
  for (let next = first.pagination?.next_cursor; next; ) {
    const { data, pagination, versions: more = [] } = await page(next)
    rows.push(...(data as unknown[]))
    versions.push(...more)
    next = pagination?.next_cursor
  }
  return { ...first, data: rows as ResponseOf<N>['data'], ...(first.versions && { versions }) }
}

/**
 * Who is signed in, with the version of their account; null where nobody is. Whose session has ended under an open page stays
 * who they were, and it fails.
 */
export const whoami = queryOptions<
  (ResponseOf<'whoami'>['data'] & { version: string | undefined }) | null,
  Problem
>({
  queryKey: ['', 'whoami', {}],
  queryFn: async ({ signal, client, queryKey }) => {
    try {
      const { data, version } = await call('whoami', {}, { signal })
      return { ...data, version }
    } catch (error) {
      const wasSignedIn = client.getQueryData(queryKey) != null
      if (error instanceof Problem && error.isSignedOut && !wasSignedIn) return null
      throw error
    }
  },
  staleTime: 60_000,
  // Another tab may have signed out, or somebody else in.
  refetchOnWindowFocus: 'always',
})

/** The address to give a program that is to connect. */
export const agentsAddress = queryOptions<string, Problem>({
  queryKey: ['', 'agents-address', {}],
  queryFn: ({ signal }) => resourceOfAgents(signal),
  staleTime: Number.POSITIVE_INFINITY,
})
