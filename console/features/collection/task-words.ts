import type { ResponseOf } from '../../api/client.ts'
import type { Role } from '../../copy/roles.ts'
import { count, dollars } from '../../format/numbers.ts'
import { isLowerRole } from '../../frame/use-permission.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'

export type Task = ResponseOf<'list-tasks'>['data'][number]

/** What came of a task that is done, of its result’s figures those that are not zero. */
export function describeTaskResult({ operation, result }: Pick<Task, 'operation' | 'result'>): string {
  const figures = (result ?? {}) as Record<string, unknown>
  if (operation === 'run-collection') return roundWords(figures as unknown as Round)
  const told = Object.entries(figures).flatMap(([name, value]) =>
    typeof value === 'number' && value > 0 ? [`${count(value)} ${name.replaceAll('_', ' ')}`] : [],
  )
  return told.length === 0 ? 'Done: there was nothing in it' : `Done: ${told.join(', ')}`
}

type Round = Pick<
  ResponseOf<'run-collection'>['data'],
  'planned' | 'collected' | 'none_shown' | 'failed' | 'possibly_bought' | 'cost_usd'
>

function roundWords({ planned, collected, none_shown, failed, possibly_bought, cost_usd }: Round): string {
  const rest = [
    none_shown > 0 && `${count(none_shown)} times the engine showed none`,
    failed > 0 && `${count(failed)} failed`,
    possibly_bought > 0 && `${count(possibly_bought)} may have been bought without an answer`,
  ]
  const came = `Done: ${count(collected)} of ${count(planned)} answers came, for ${dollars(cost_usd)}`
  return [came, ...rest.filter((part) => part !== false)].join('; ')
}

/** Why lines of a file were not taken, as far as they are written down. */
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
