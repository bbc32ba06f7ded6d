import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { eraseClickHouseRows } from '../../kernel/observed-tables.ts'

const eraseUsageQueue = 'erase-usage'

/** By then, other processes have dropped the workspace's cached keys and flushed its usage. */
const othersAreDoneAfterSeconds = 120

const flushWithinMs = 20_000

/**
 * Flushes the usage of a workspace whose keys are deleted, so that the erasure includes it, and schedules an
 * erasure of what other processes flush later.
 */
export async function flushAndEraseUsage(services: Services, workspaceId: string): Promise<void> {
  await services.states.usage.flush(flushWithinMs)
  await services.jobs.enqueue(
    eraseUsageQueue,
    { workspace_id: workspaceId },
    { key: workspaceId, delaySeconds: othersAreDoneAfterSeconds },
  )
}

/** Erases usage of a deleted workspace that was stored after its erasure. */
export const eraseLateUsage: Job<{ workspace_id: string }> = {
  queue: eraseUsageQueue,
  run: (services, { workspace_id }) => eraseClickHouseRows(services, 'workspace', workspace_id),
}
