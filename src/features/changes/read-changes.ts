import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { timestamp, trimmedText, utcTimestamp } from '../../kernel/fields.ts'
import type { Page } from '../../kernel/operation.ts'
import { newestFirst, type RowPosition } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { Row, Tables } from '../../stores/postgres-schema.ts'
import { type NamedPerson, resolveDisplayNames } from '../people/index.ts'

const actorKinds = [
  'person',
  'api-key',
  'oauth-token',
  'operator',
  'system',
  'visitor',
] as const satisfies Actor['kind'][]

export const changeFilters = {
  actor: trimmedText(1, 200).optional().describe('Filter by actor: id of a person or key, or name of a job.'),
  actor_kind: z.enum(actorKinds).optional().describe('Filter by kind of actor.'),
  operation: trimmedText(1, 200).optional().describe('Filter by name of the operation.'),
  from: timestamp.optional().describe('Start of the period, inclusive.'),
  to: timestamp.optional().describe('End of the period, exclusive.'),
}

const nullableText = z.string().nullable()

export const changeSchema = z.object({
  id: z.uuid(),
  created_at: utcTimestamp,
  operation: z.string(),
  actor: z
    .object({
      kind: z.string().describe('person, api-key, oauth-token, operator, system or visitor (not signed in).'),
      id: nullableText.describe('Null for the operator and visitors.'),
      name: nullableText.describe('Current name of the person or key, or name of the job.'),
      email: nullableText,
    })
    .describe('The actor.'),
  person: z
    .object({ id: z.uuid(), name: z.string(), email: nullableText })
    .nullable()
    .describe('The person whose account or membership changed. Null for other changes.'),
  via: nullableText.describe('Interface: `api`, `console`, `command-line`, `mcp` or `job`.'),
  address: nullableText.describe('IP address of the actor. Null for this server.'),
  brand_id: z.uuid().nullable(),
  key_id: z.uuid().nullable().describe('The API key. Null if none was used.'),
  key_name: nullableText,
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  request_id: z.uuid(),
})

type AuditRecord = Row<'audit_records'>
type Records = SelectQueryBuilder<Tables, 'audit_records', AuditRecord>

/**
 * For records without a workspace: the person whose account it concerns. Null for a deleted workspace, which
 * other workspaces must not see.
 */
export const accountOf = sql<string | null>`case when operation <> 'delete-workspace'
  then coalesce(after ->> 'person_id', before ->> 'person_id', actor_id) end`

type Filters = z.output<z.ZodObject<typeof changeFilters>>

/** @throws ApiError invalid_request */
export function filterChanges(records: Records, { actor, actor_kind, operation, from, to }: Filters): Records {
  if (from !== undefined && to !== undefined && new Date(from) >= new Date(to))
    throw invalidRequest('from must be before to')
  let chosen = records
  if (actor !== undefined) chosen = chosen.where('actor_id', '=', actor)
  if (actor_kind !== undefined) chosen = chosen.where('actor_kind', '=', actor_kind)
  if (operation !== undefined) chosen = chosen.where('operation', '=', operation)
  if (from !== undefined) chosen = chosen.where('created_at', '>=', new Date(from))
  if (to !== undefined) chosen = chosen.where('created_at', '<', new Date(to))
  return chosen
}

/** A page of records with the current names of people and keys. */
export async function readChanges({ db }: Services, records: Records, page: Page<RowPosition>) {
  const { rows, next } = await newestFirst(records, 'audit_records', page)
  const ids = rows.flatMap((row) => [personWhoDid(row), personIn(row)]).filter((id) => id !== undefined)
  const person = await resolveDisplayNames(db, ids)
  return { data: rows.map((row) => serializeChange(row, person)), next }
}

const personWhoDid = ({ actor_kind, actor_id }: AuditRecord) =>
  actor_kind === 'person' ? (actor_id ?? undefined) : undefined

function personIn({ before, after }: AuditRecord): string | undefined {
  const { person_id: id } = { ...before, ...after } as { person_id?: string }
  return id
}

function serializeChange(row: AuditRecord, person: (id: string) => NamedPerson): z.input<typeof changeSchema> {
  const about = personIn(row)
  return showRow(changeSchema, {
    ...row,
    actor: nameActor(row, person),
    person: about === undefined ? null : person(about),
    before: row.before as Record<string, unknown> | null,
    after: row.after as Record<string, unknown> | null,
  })
}

function nameActor(row: AuditRecord, person: (id: string) => NamedPerson) {
  const { actor_kind: kind, actor_id: id } = row
  const who = personWhoDid(row)
  if (who !== undefined) return { kind, ...person(who) }
  const name = kind === 'system' ? id : row.key_name
  return { kind, id, name, email: null }
}
