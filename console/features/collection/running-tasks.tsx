import { pollWhile, useRead, useWrite } from '../../api/hooks.ts'
import { csvText } from '../../format/csv.ts'
import { count } from '../../format/numbers.ts'
import { ago } from '../../format/times.ts'
import { useBrand } from '../../frame/brand.tsx'
import { useMe, useOwnRole } from '../../frame/use-permission.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'
import { Button, WriteButton } from '../../ui/button.tsx'
import { Panel, ProblemNote } from '../../ui/panel.tsx'
import { saveCsv } from '../../ui/save-file.ts'
import { canCancel, describeTaskResult, rejectionsOf, type Task } from './task-words.ts'

interface RunningTasksProps {
  operation: string
  /** Describes a finished task. Defaults to the figures of its result. */
  doneWords?: (task: Task) => string
}

/** Background tasks started here, with their progress. */
export function RunningTasks({ operation, doneWords: words = describeTaskResult }: RunningTasksProps) {
  const { brandId } = useBrand()
  const query = useRead('list-tasks', { of_brand_id: brandId, limit: 20 }, pollWhile(isInProgress))
  const tasks = query.data?.data.filter((task) => task.operation === operation).slice(0, 5) ?? []
  if (tasks.length === 0) return null
  return (
    <Panel title="Background tasks" about="Continues if you leave this page">
      <ul className="space-y-3">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} words={words} />
        ))}
      </ul>
    </Panel>
  )
}

function TaskRow({ task, words }: { task: Task; words: (task: Task) => string }) {
  const rejections = rejectionsOf(task)
  const { done, total, unit } = task.progress
  return (
    <li>
      <p className="flex justify-between gap-3">
        <span>{task.state === 'done' ? words(task) : stateOf(task)}</span>
        <span className="text-sm text-muted">{ago(task.created_at, new Date())}</span>
      </p>
      {isInProgress(task) && (
        <>
          <progress
            aria-label="Progress"
            className="h-1.5 w-full accent-[var(--accent)]"
            {...(total === null || total === 0 ? {} : { value: done, max: total })}
          />
          <p className="text-sm text-muted">
            {done > 0 && `${count(done)}${total === null ? '' : ` of ${count(total)}`} ${unit ?? ''}`}
          </p>
          <Cancel task={task} />
        </>
      )}
      {rejections.length > 0 && <Rejections rejections={rejections} />}
    </li>
  )
}

function Cancel({ task }: { task: Task }) {
  const { workspaceId } = useBrand()
  const me = useMe()
  const role = useOwnRole(workspaceId)
  const cancel = useWrite('cancel-task', { changes: ['list-tasks'] })
  if (!canCancel(task, me?.id, role)) return null
  return (
    <>
      <ProblemNote problem={cancel.error} />
      <WriteButton label="Cancel" kind="quiet" write={cancel} input={{ task_id: task.id }} />
    </>
  )
}

/** The first rejected lines of a file with reasons, to fix at the source. */
function Rejections({ rejections }: { rejections: ReturnType<typeof rejectionsOf> }) {
  const rows = rejections.map(({ line, reason }) => [String(line), reason])
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer text-accent">Rejected lines</summary>
      <ul className="mt-1 max-h-48 space-y-1 overflow-y-auto">
        {rejections.map(({ line, reason }) => (
          <li key={line} className="[overflow-wrap:anywhere]">
            <span className="text-muted">Line {count(line)}:</span> <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
      <Button
        label="Save as CSV"
        kind="quiet"
        onClick={() => saveCsv(csvText([['line', 'reason'], ...rows]), 'rejected lines.csv')}
      />
    </details>
  )
}

function stateOf({ state, error }: Task): string {
  if (state === 'failed') return `Failed: ${error?.message ?? ''}`
  if (state === 'canceled') return 'Canceled'
  return state === 'working' ? 'Running' : 'Waiting'
}
