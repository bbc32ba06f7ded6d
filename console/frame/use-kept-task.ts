import { useMutation } from '@tanstack/react-query'
import { call, type OperationName, type Problem, type ResponseOf } from '../api/client.ts'
import { useRead } from '../api/hooks.ts'
import { routes } from '../api/operations.gen.ts'
import { useBrand } from './brand.tsx'
import { isInProgress } from './use-refetch-after-tasks.ts'

/** A draft’s idempotency key of a pending write, then the task that it started. */
export interface KeptTask {
  attempt: string
  task: string
}

/**
 * A task whose state is part of a draft. A retry finds the first attempt, even after a reload, and costs nothing
 * extra.
 * @param change stores a changed part of the draft
 */
export function useKeptTask<I extends object>(
  operation: OperationName,
  draft: KeptTask,
  change: (changed: KeptTask, input: I) => void,
) {
  const { workspaceId, brandId } = useBrand()
  const start = useMutation<ResponseOf<'start-task'>, Problem, I>({
    mutationFn(input) {
      const attempt = draft.attempt || crypto.randomUUID()
      change({ attempt, task: draft.task }, input)
      const place = routes[operation].on === 'brand' ? { brand_id: brandId } : {}
      const started = { operation, ...place, input: JSON.stringify(input) }
      return call('start-task', started, { workspaceId, idempotencyKey: attempt })
    },
    onSuccess: ({ data }, input) => change({ attempt: '', task: data.id }, input),
  })
  const { data: started, error: unread } = useRead(
    'get-task',
    { task_id: draft.task },
    {
      enabled: draft.task !== '',
      refetchInterval: ({ state: { data, error } }) =>
        isDeletedTask(error) || (data !== undefined && !isInProgress(data.data)) ? false : 1000,
    },
  )
  // Ignore the previous task until the new one is loaded.
  const task = started?.data.id === draft.task ? started.data : undefined
  const isUnknown = draft.task !== '' && task === undefined && !isDeletedTask(unread)
  return {
    start: start.mutate,
    task,
    isBusy: start.isPending || isUnknown || (task !== undefined && isInProgress(task)),
    /** Why the task could not start or be read. */
    problem: start.error ?? (isUnknown ? unread : null),
  }
}

/** Tasks are deleted after a while. */
const isDeletedTask = (problem: Problem | null) => problem?.code === 'not_found'
