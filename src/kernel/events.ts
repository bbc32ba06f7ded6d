import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PostgresLike } from '../stores/postgres.ts'
import { utcTimestamp } from './fields.ts'

/** An event type that other programs can subscribe to. Declared in the feature that emits it. */
export interface EventKind<D extends z.ZodObject = z.ZodObject> {
  /** The event type, as noun and past participle. */
  type: `${string}.${string}`
  /** Description shown when choosing event types. */
  summary: string
  /** Whether the event belongs to a brand instead of the whole workspace. */
  isOfBrand: boolean
  /** Ids, names and numbers only; receivers fetch anything longer by id. No names of people. */
  data: D
  example: z.input<D>
  /** The console page of the event: a path below the workspace, or below the brand for brand events. */
  page(data: z.output<D>): string
  /** One sentence for chat messages, without the final period. */
  sentence(data: z.output<D>): string
}

/** Declares an event type; exists so that its parts infer each other's types. */
export const defineEvent = <D extends z.ZodObject>(kind: EventKind<D>): EventKind<D> => kind

export interface NewEvent<D extends z.ZodObject> {
  workspaceId: string
  /** Required for brand events. */
  brandId?: string
  at: Date
  data: z.input<D>
}

/**
 * Stores an event in the transaction that causes it, so that it is sent if and only if that commits. Stores
 * nothing if no webhook of the workspace subscribes to it.
 */
export async function emit<D extends z.ZodObject>(
  transaction: PostgresLike,
  { type }: EventKind<D>,
  { workspaceId, brandId, at, data }: NewEvent<D>,
): Promise<void> {
  await sql`insert into events (id, workspace_id, brand_id, type, data, created_at)
    select ${randomUUID()}::uuid, ${workspaceId}::uuid, ${brandId ?? null}::uuid, ${type}, ${JSON.stringify(data)}::jsonb,
      ${at}::timestamptz
    where exists (select from webhooks where workspace_id = ${workspaceId} and ${type} = any(events))`.execute(
    transaction,
  )
}

/** The JSON body that receivers get for an event type. */
export const eventBodySchema = ({ type, data }: EventKind) =>
  z.object({
    type: z.literal(type),
    timestamp: utcTimestamp.describe('Time of the event.'),
    sequence: z.int().describe('Position among all events sent to this webhook. Increases by 1 with each event.'),
    workspace_id: z.uuid(),
    brand: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null for events of the whole workspace.'),
    link: z.url().describe('Console page that shows the event.'),
    data,
  })

export type EventBody = z.input<ReturnType<typeof eventBodySchema>>
