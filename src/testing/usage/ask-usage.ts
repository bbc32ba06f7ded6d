import { expect } from 'vitest'
import type { TestApp } from '../test-app.ts'

export interface ShownKey {
  api_key_id: string
  requests: number
  errors: number
  client_errors: number
  server_errors: number
  response_bytes: number
  p95_ms: number | null
}

export interface ShownUsage {
  totals: Pick<ShownKey, 'requests' | 'errors' | 'client_errors' | 'server_errors'>
  keys: ShownKey[]
}

/** The usage of a workspace, read as the operator, whose requests do not count. */
export const usageOf = (test: TestApp, workspace_id: string, days = 30) =>
  test.operate<ShownUsage>('get-usage', { workspace_id, days })

/** Creates a workspace with a key. */
export async function makeWorkspace(test: TestApp): Promise<{ workspaceId: string; keyId: string; secret: string }> {
  const { id: workspaceId } = await test.operate('create-workspace', { name: 'Ours' })
  const key = await test.operate<{ id: string; secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'k',
  })
  return { workspaceId, keyId: key.id, secret: key.secret }
}

/** Sends a request with a key and expects this status. */
export async function ask(test: TestApp, secret: string, path: string, status = 200): Promise<void> {
  expect((await test.get(path, secret)).status).toBe(status)
}
