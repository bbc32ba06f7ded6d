import { type Expression, sql } from 'kysely'
import { conflict } from '../lib/errors.ts'
import type { Transaction } from '../stores/postgres.ts'

/**
 * Limits a workspace's unfinished tasks or exports.
 * @param open selects the unfinished ones
 * @throws ApiError conflict if there are `max`
 */
export async function limitOpen(
  transaction: Transaction,
  { workspaceId, of, max }: { workspaceId: string; of: 'tasks' | 'exports'; max: number },
  open: Expression<object>,
): Promise<void> {
  // Starts of a workspace take turns, so that none misses another that is not committed.
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(transaction)
  const counted = sql<{ count: string }>`select count(*) as count from (${open}) as open`
  const [{ count } = { count: 0 }] = (await counted.execute(transaction)).rows
  if (Number(count) >= max) throw conflict(`${count} ${of} are already in progress; retry when one finishes`)
}
