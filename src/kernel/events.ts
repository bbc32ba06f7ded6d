import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PostgresLike } from '../stores/postgres.ts'
import { utcTimestamp } from './fields.ts'

/** Something that happens in a workspace and that other programs are told of. It is declared in the feature where it happens. */
export interface EventKind<D extends z.ZodObject = z.ZodObject> {
  /** What receivers branch on: noun and participle. */
  type: `${string}.${string}`
  /** When it happens, as people choose it by. */
  summary: string
  /** Whether it is of a brand, and not of the workspace as a whole. */
  isOfBrand: boolean
  /** Ids, names and numbers: what is longer is read by id. No names of people. */
  data: D
  example: z.input<D>
  /** Where it is seen: a path of the console below the workspace, or below the brand where it is of one. */
  page(data: z.output<D>): string
  /** One sentence, without its end, for a chat. */
  sentence(data: z.output<D>): string
}

/** Declares a kind of event; exists so that its parts infer each other's types. */
export const defineEvent = <D extends z.ZodObject>(kind: EventKind<D>): EventKind<D> => kind

/** One that has happened. */
export interface NewEvent<D extends z.ZodObject> {
  workspaceId: string
  /** Of a kind that is of a brand. */
  brandId?: string
  at: Date
  data: z.input<D>
}

/**
 * Writes down what has happened, in the transaction that makes it happen: it is told if and only if that is committed. Where
 * no webhook of the workspace wants to hear of it, nothing is written.
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

/** What receivers are sent of a kind of event, as JSON. */
export const eventBodySchema = ({ type, data }: EventKind) =>
  z.object({
    type: z.literal(type),
    timestamp: utcTimestamp.describe('When it happened'),
    sequence: z
      .int()
      .describe('The place of the event among all that this webhook was ever sent: by one more each time'),
    workspace_id: z.uuid(),
    brand: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('Null where it is of the workspace as a whole'),
    link: z.url().describe('Where people see it'),
    data,
  })

export type EventBody = z.input<ReturnType<typeof eventBodySchema>>
