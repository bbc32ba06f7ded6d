import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { usageTables } from './usage-rows.ts'

export const eraseUsageQueue = 'erase-usage'

/** By then, other processes have forgotten the workspace's keys and stored what they had answered. */
const othersAreDoneAfterSeconds = 120

const flushWithinMs = 20_000

/** Erases the usage of a workspace whose keys are deleted; what other processes still store of it goes a little later. */
export async function eraseUsage(services: Services, workspaceId: string): Promise<void> {
  await services.flushUsage(flushWithinMs)
  await eraseStored(services, workspaceId)
  await services.jobs.enqueue(
    eraseUsageQueue,
    { workspace_id: workspaceId },
    { key: workspaceId, delaySeconds: othersAreDoneAfterSeconds },
  )
}

/** Erases what was stored of a deleted workspace since. */
export const eraseLateUsage: Job<{ workspace_id: string }> = {
  queue: eraseUsageQueue,
  run: (services, { workspace_id }) => eraseStored(services, workspace_id),
}

async function eraseStored({ clickhouse }: Services, workspaceId: string): Promise<void> {
  for (const table of usageTables)
    await clickhouse.command(
      sql`ALTER TABLE ${sql.raw(table)} DELETE WHERE workspace_id = ${workspaceId} SETTINGS mutations_sync = 2`,
    )
}
