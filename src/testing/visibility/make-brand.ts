import { withLock } from '../../kernel/brand-lock.ts'
import type { TestApp } from '../test-app.ts'

export interface MadeBrand {
  brandId: string
  workspaceId: string
  key: string
}

/** Creates a brand in its own workspace, and a key that reads it. */
export async function makeBrand(test: TestApp, name: string, aliases: string[] = []): Promise<MadeBrand> {
  const workspace = await test.operate<{ id: string }>('create-workspace', { name: 'Tests' })
  const workspaceId = workspace.id
  const brand = await test.operate<{ id: string }>('create-brand', {
    workspace_id: workspaceId,
    name,
    aliases,
  })
  const key = await test.operate<{ secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'Tests',
  })
  return { brandId: brand.id, workspaceId, key: key.secret }
}

/** Adds a competitor. @returns its id */
export async function addCompetitor(
  test: TestApp,
  brandId: string,
  name: string,
  more: Record<string, string | readonly string[]> = {},
): Promise<string> {
  const competitor = await test.operate<{ id: string }>('create-competitor', {
    brand_id: brandId,
    name,
    primary_url: 'https://competitor.example',
    ...more,
  })
  return competitor.id
}

/** Runs work while the history of a brand cannot be reread; then waits until it is reread. */
export async function beforeHistoryIsRead(test: TestApp, brandId: string, work: () => Promise<void>): Promise<void> {
  await withLock(test.app.services, brandId, 'history', work)
  await test.historyIsRead()
}
