import { useQuery } from '@tanstack/react-query'
import type { Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { count } from '../../format/numbers.ts'
import { ago } from '../../format/times.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Panel } from '../../ui/panel.tsx'

type Task = Shown<'list-tasks'>['data'][number]

const isUnderWay = ({ state }: Task) => state === 'receiving' || state === 'waiting' || state === 'working'

/** What was started here in the background, and how far it is. */
export function RunningTasks({ operation }: { operation: string }) {
  const { workspaceId, brandId } = useBrand()
  const query = useQuery({
    ...read(workspaceId, 'list-tasks', { of_brand_id: brandId, limit: 20 }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 1000 : false),
  })
  const tasks = query.data?.data.filter((task) => task.operation === operation).slice(0, 5) ?? []
  if (tasks.length === 0) return null
  return (
    <Panel title="In the background" about="it goes on when this page is left">
      <ul className="space-y-3">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </Panel>
  )
}

function TaskRow({ task }: { task: Task }) {
  const { done, total, unit } = task.progress
  return (
    <li>
      <p className="flex justify-between gap-3">
        <span>{stateOf(task)}</span>
        <span className="text-sm text-muted">{ago(task.created_at, new Date())}</span>
      </p>
      {isUnderWay(task) && (
        <>
          <progress
            aria-label="Progress"
            className="h-1.5 w-full accent-[var(--accent)]"
            {...(total === null || total === 0 ? {} : { value: done, max: total })}
          />
          <p className="text-sm text-muted">
            {done > 0 && `${count(done)}${total === null ? '' : ` of ${count(total)}`} ${unit ?? ''}`}
          </p>
        </>
      )}
    </li>
  )
}

/** What came of it, in the figures that the operation gives. */
function stateOf({ state, error, result }: Task): string {
  if (state === 'failed') return `Failed: ${error?.message ?? ''}`
  if (state !== 'done') return state === 'working' ? 'At work' : 'Waiting'
  const figures = Object.entries((result ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'number' ? [`${count(value)} ${name.replaceAll('_', ' ')}`] : [],
  )
  return `Done: ${figures.join(', ')}`
}
