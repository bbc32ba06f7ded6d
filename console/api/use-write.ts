import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type Input, type OperationName, type Problem, type ResponseOf } from './client.ts'

interface WriteOptions<N extends OperationName> {
  workspaceId?: string | undefined
  /** The reads that show something else afterwards. */
  changes: readonly OperationName[]
  onDone?: (shown: ResponseOf<N>, input: Input<N>) => void
  /** The version of what is changed as it was read: what somebody else has changed since is not overwritten. */
  version?: string | undefined
}

/**
 * A write of one operation. It is the same write for as long as what is sent is the same: pressed twice, or again after
 * the server was gone, it is done once.
 */
export function useWrite<N extends OperationName>(
  name: N,
  { workspaceId, changes, onDone, version }: WriteOptions<N>,
) {
  const queries = useQueryClient()
  const attempt = useRef({ input: '', key: '' })
  const readAgain = async () => {
    await Promise.all(
      changes.map((read) => queries.invalidateQueries({ queryKey: [workspaceId ?? '', read] })),
    )
  }
  return useMutation<ResponseOf<N>, Problem, Input<N>>({
    mutationFn(input) {
      const text = JSON.stringify([input, version])
      if (attempt.current.input !== text) attempt.current = { input: text, key: crypto.randomUUID() }
      return call(name, input, { workspaceId, idempotencyKey: attempt.current.key, version })
    },
    // Where somebody else was first, the page shows what they have made of it, or that it is gone.
    onError: ({ code }) => (code === 'conflict' || code === 'not_found' ? readAgain() : undefined),
    async onSuccess(shown, input) {
      attempt.current = { input: '', key: '' }
      await readAgain()
      onDone?.(shown, input)
    },
  })
}
