import { pollWhile, type ResponseOf, useRead } from '../../api/hooks.ts'
import type { Role } from '../../copy/roles.ts'
import { csvText } from '../../format/csv.ts'
import { count, dollars } from '../../format/numbers.ts'
import { ago } from '../../format/times.ts'
import { useBrand } from '../../frame/brand.tsx'
import { isLowerRole, useMe, useOwnRole } from '../../frame/use-permission.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { saveCsv } from '../../ui/save-file.ts'

export type Task = ResponseOf<'list-tasks'>['data'][number]

/** Describes the result of a finished task. Omits zero figures. */
export function describeTaskResult({ operation, result }: Pick<Task, 'operation' | 'result'>): string {
  const figures = (result ?? {}) as Record<string, unknown>
  if (operation === 'run-collection') return roundWords(figures as unknown as Round)
  const parts = Object.entries(figures).flatMap(([name, value]) =>
    typeof value === 'number' && value > 0 ? [`${count(value)} ${name.replaceAll('_', ' ')}`] : [],
  )
  return parts.length === 0 ? 'Done: no data' : `Done: ${parts.join(', ')}`
}

type Round = Pick<
  ResponseOf<'run-collection'>['data'],
  'planned' | 'collected' | 'none_shown' | 'failed' | 'possibly_bought' | 'cost_usd'
>

function roundWords({ planned, collected, none_shown, failed, possibly_bought, cost_usd }: Round): string {
  const rest = [
    none_shown > 0 && `${count(none_shown)} none shown`,
    failed > 0 && `${count(failed)} failed`,
    possibly_bought > 0 && `${count(possibly_bought)} possibly charged without an answer`,
  ]
  const summary = `Done: ${count(collected)} of ${count(planned)} answers collected, ${dollars(cost_usd)}`
  return [summary, ...rest.filter((part) => part !== false)].join('; ')
}

export function rejectionsOf({ result }: Pick<Task, 'result'>): { line: number; reason: string }[] {
  const { first_rejections = [] } = (result ?? {}) as {
    first_rejections?: { line: number; reason: string }[]
  }
  return first_rejections
}

/** Members can cancel their own tasks, admins and owners those of every member. */
export const canCancel = (
  task: Pick<Task, 'state' | 'person_id'>,
  personId: string | undefined,
  role: Role | undefined,
): boolean => isInProgress(task) && role !== undefined && (task.person_id === personId || !isLowerRole(role, 'admin'))

interface RunningTasksProps {
  operation: string
  /** Describes a finished task. Defaults to the figures of its result. */
  doneWords?: (task: Task) => string
}

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
          <Progress done={done} total={total} />
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
  const me = useMe()
  const role = useOwnRole()
  if (!canCancel(task, me?.id, role)) return null
  return <ActionButton label="Cancel" kind="quiet" operation="cancel-task" input={{ task_id: task.id }} />
}

/** The first rejected lines of a file with reasons, to fix at the source. */
function Rejections({ rejections }: { rejections: ReturnType<typeof rejectionsOf> }) {
  const rows = rejections.map(({ line, reason }) => [String(line), reason])
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer text-accent">Rejected lines</summary>
      <ul className="mt-1 max-h-48 space-y-1 overflow-y-auto">
        {rejections.map(({ line, reason }) => (
          <li key={line} className="wrap-anywhere">
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
