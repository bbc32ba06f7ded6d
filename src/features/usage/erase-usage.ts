import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { eraseClickHouseRows } from '../../kernel/observed-tables.ts'

const eraseUsageQueue = 'erase-usage'

/** By then, other processes have forgotten the workspace's keys and stored what they had answered. */
const othersAreDoneAfterSeconds = 120

const flushWithinMs = 20_000

/**
 * Has the usage of a workspace whose keys are deleted be where it is erased: what this process holds is stored, and what
 * others still store of it is erased a little later.
 */
export async function flushAndEraseUsage(services: Services, workspaceId: string): Promise<void> {
  await services.flushUsage(flushWithinMs)
  await services.jobs.enqueue(
    eraseUsageQueue,
    { workspace_id: workspaceId },
    { key: workspaceId, delaySeconds: othersAreDoneAfterSeconds },
  )
}

/** Erases what was stored of a deleted workspace since. */
export const eraseLateUsage: Job<{ workspace_id: string }> = {
  queue: eraseUsageQueue,
  run: (services, { workspace_id }) => eraseClickHouseRows(services, 'workspace', workspace_id),
}
