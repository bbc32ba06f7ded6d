import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type Input, type OperationName, type Problem, type ResponseOf } from './client.ts'
import { useWorkspaceOf } from './use-workspace-of.ts'

export interface WriteOptions<N extends OperationName> {
  /** Operations to refetch after the write. */
  changes: readonly OperationName[]
  onDone?: (shown: ResponseOf<N>, input: Input<N>) => void
  /** The version that the edit started from, so that another member’s change is never overwritten. */
  version?: string | undefined
}

/**
 * Runs a write operation. Reuses the idempotency key while the input is unchanged, so that a double click or a retry
 * runs it only once.
 */
export function useWrite<N extends OperationName>(name: N, { changes, onDone, version }: WriteOptions<N>) {
  const workspaceId = useWorkspaceOf(name)
  const queries = useQueryClient()
  const attempt = useRef({ input: '', key: '' })
  const refetch = async () => {
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
    // After a conflict, show the other member’s change or the deletion.
    onError: ({ code }) => (code === 'conflict' || code === 'not_found' ? refetch() : undefined),
    async onSuccess(shown, input) {
      attempt.current = { input: '', key: '' }
      await refetch()
      onDone?.(shown, input)
    },
  })
}
