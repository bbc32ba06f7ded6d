import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Input, type OperationName, Problem, type Shown } from './client.ts'

/** What is asked again by itself: what a server that is busy or gone may answer a moment later. */
const isWorthRetrying = (failures: number, error: unknown) =>
  failures < 2 && error instanceof Problem && (error.status === 0 || error.status === 503)

export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        placeholderData: keepPreviousData,
      },
      mutations: { retry: false },
    },
  })

/** The one place that knows how what is read is remembered: by workspace, operation and input. */
export const read = <N extends OperationName>(workspaceId: string | undefined, name: N, input: Input<N>) =>
  queryOptions<Shown<N>, Problem>({
    queryKey: [workspaceId ?? '', name, input],
    queryFn: ({ signal }) => call(name, input, { workspaceId, signal }),
  })

/** Who is signed in; null where nobody is. */
export const whoami = queryOptions({
  queryKey: ['', 'whoami', {}],
  queryFn: async ({ signal }) => {
    try {
      return (await call('whoami', {}, { signal })).data
    } catch (error) {
      if (error instanceof Problem && error.isSignedOut) return null
      throw error
    }
  },
  staleTime: 60_000,
})
