import { z } from 'zod'
import type { EventKind } from '../kernel/events.ts'
import type { TestApp } from './test-app.ts'

/** Subscribes a workspace to some event types. Nothing receives the deliveries. */
export const subscribeTo = (test: TestApp, workspace_id: string, ...kinds: EventKind[]) =>
  test.operate('create-webhook', {
    ...{ workspace_id, name: 'Listening', url: 'https://hooks.example/listening' },
    events: kinds.map(({ type }) => type),
  })

/** The recorded events of a type in a workspace, validated by its schema, oldest first. */
export async function readEmittedEvents<D extends z.ZodObject>(
  { app }: TestApp,
  workspaceId: string,
  { type, data, isOfBrand }: EventKind<D>,
): Promise<z.output<D>[]> {
  const rows = await app.services.db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .orderBy('created_at')
    .execute()
  if (rows.some(({ brand_id }) => (brand_id !== null) !== isOfBrand)) throw new Error(`${type}: of a brand?`)
  return rows.map((row) => z.strictObject(data.shape).parse(row.data) as z.output<D>)
}
