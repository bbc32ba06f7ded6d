import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ResponseOf } from '../api/client.ts'
import { read } from '../api/queries.ts'
import { usePermission } from './use-permission.ts'

type Task = ResponseOf<'list-tasks'>['data'][number]

export const isInProgress = ({ state }: Pick<Task, 'state'>) =>
  state === 'receiving' || state === 'waiting' || state === 'working'

/** Refetches all data of a workspace when a background task ends, because it may have changed any of it. */
export function useRefetchAfterTasks(workspaceId: string): void {
  const queries = useQueryClient()
  const may = usePermission(workspaceId)
  const { data } = useQuery({
    ...read(workspaceId, 'list-tasks', { limit: 20 }),
    enabled: may('list-tasks'),
    refetchInterval: ({ state }) => (state.data?.data.some(isInProgress) ? 2000 : false),
  })
  const before = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (data === undefined) return
    const ended = data.data.filter((task) => !isInProgress(task)).map(({ id }) => id)
    const isNew = before.current !== undefined && ended.some((id) => !before.current?.has(id))
    before.current = new Set(ended)
    if (isNew) void queries.invalidateQueries({ queryKey: [workspaceId] })
  }, [data, queries, workspaceId])
}
