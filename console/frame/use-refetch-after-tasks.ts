import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pollWhile, type RowOf, usePlace, useRead } from '../api/hooks.ts'
import { usePermission } from './use-permission.ts'

type Task = RowOf<'list-tasks'>

export const isInProgress = ({ state }: Pick<Task, 'state'>) =>
  state === 'receiving' || state === 'waiting' || state === 'working'

/** Refetches all data of the workspace when a background task ends, because it may have changed any of it. */
export function useRefetchAfterTasks(): void {
  const { workspaceId } = usePlace()
  const queries = useQueryClient()
  const enabled = usePermission()('list-tasks')
  const { data } = useRead('list-tasks', { limit: 20 }, { enabled, ...pollWhile(isInProgress) })
  const before = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (data === undefined) return
    const ended = data.data.filter((task) => !isInProgress(task)).map(({ id }) => id)
    const isNew = before.current !== undefined && ended.some((id) => !before.current?.has(id))
    before.current = new Set(ended)
    if (isNew) void queries.invalidateQueries({ queryKey: [workspaceId] })
  }, [data, queries, workspaceId])
}
