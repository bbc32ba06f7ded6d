import type { ResponseOf } from '../../api/client.ts'
import type { Role } from '../../copy/roles.ts'
import { count, dollars } from '../../format/numbers.ts'
import { isLowerRole } from '../../frame/use-permission.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'

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

/** The first rejected lines of a file with reasons. */
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
): boolean =>
  isInProgress(task) && role !== undefined && (task.person_id === personId || !isLowerRole(role, 'admin'))
