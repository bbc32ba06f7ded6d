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
import priorities from './priorities.json' with { type: 'json' }

/** The maximum delay for each earlier group, in case its requests never finish. */
const maxWaitMs = 1000

/** Running requests of each group in `priorities.json`: the figures at the top of a page, its chart, the content below. */
const running = priorities.map(() => new Set<Promise<unknown>>())

/** Delays a request until those of earlier groups have loaded, because the server is limited by its cores. */
export function withPriority<T>(name: OperationName, ask: () => Promise<T>): Promise<T> {
  const group = priorities.findIndex((names) => names.includes(name))
  const response = group > 0 ? groupsBefore(group).then(ask) : ask()
  running[group]?.add(response)
  return response.finally(() => running[group]?.delete(response))
}

async function groupsBefore(group: number): Promise<void> {
  // Wait for the page to start all its requests, which are in no fixed order.
  await Promise.resolve()
  const before = running.slice(0, group).flatMap((requests) => [...requests])
  await Promise.race([Promise.allSettled(before), new Promise((end) => setTimeout(end, group * maxWaitMs))])
}

const isWorthRetrying = (failures: number, error: unknown) =>
  failures < 2 && error instanceof Problem && (error.status === 0 || error.status === 503)

/** Whether the session expired while a page was open. A sign-in dialog then opens over the page. */
export const endedSession = queryOptions({
  queryKey: ['', 'ended-session', {}],
  queryFn: () => false,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
})

export function createQueries(): QueryClient {
  const onError = (error: Error) => {
    const isOpen = queries.getQueryData(whoami.queryKey) != null
    if (error instanceof Problem && error.isSignedOut && isOpen) queries.setQueryData(endedSession.queryKey, true)
    // The role may have changed while the page was open: fetch it again.
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
      // Writes fail immediately without a network instead of waiting silently, and keep the unsaved input.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queries
}

/** The query of an operation. All reads are cached by workspace, operation and input. */
export const read = <N extends OperationName>(workspaceId: string | undefined, name: N, input: Input<N>) =>
  queryOptions<ResponseOf<N>, Problem>({
    queryKey: [workspaceId ?? '', name, input],
    queryFn: ({ signal }) => withPriority(name, () => call(name, input, { workspaceId, signal })),
  })

/** The server’s maximum of rows per page. */
const pageRows = 100

/** Reads all pages of a list. `meta` is from the first page. */
export const readAll = <N extends OperationName>(workspaceId: string | undefined, name: N, input: Input<N>) =>
  queryOptions<ResponseOf<N>, Problem>({
    queryKey: [workspaceId ?? '', name, input, 'all'],
    queryFn: ({ signal }) => withPriority(name, () => callAll(name, input, { workspaceId, signal })),
    // Restart from the first page if the data changed between pages.
    retry: (failures, error) => isWorthRetrying(failures, error) || (failures < 2 && error.code === 'invalid_cursor'),
  })

async function callAll<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: CallOptions,
): Promise<ResponseOf<N>> {
  const page = (cursor?: string) => call(name, { ...input, limit: pageRows, cursor } as Input<N>, options)
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
 * The signed-in person with the account version, or null. If the session expires while a page is open, the query
 * fails and keeps the last person.
 */
export const whoami = queryOptions<(ResponseOf<'whoami'>['data'] & { version: string | undefined }) | null, Problem>({
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
  // Another tab may have signed out or switched accounts.
  refetchOnWindowFocus: 'always',
})

export const agentsAddress = queryOptions<string, Problem>({
  queryKey: ['', 'agents-address', {}],
  queryFn: ({ signal }) => resourceOfAgents(signal),
  staleTime: Number.POSITIVE_INFINITY,
})
