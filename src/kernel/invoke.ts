import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { invalidCursor, invalidRequest, notFound } from '../lib/errors.ts'
import type { FileContent } from '../lib/send-file.ts'
import { findRow, requireRow } from '../stores/postgres-rows.ts'
import { type Actor, actorName, canAccessBrand, roleOf, workspaceOf } from './actor.ts'
import { checkSecondFactor } from './admission.ts'
import { type AnyCall, type ChangeOptions, runChange, runWithAuditRecord } from './change.ts'
import type { Brand, Context, Origin, Services, Workspace } from './context.ts'
import { assertUndamaged } from './damage.ts'
import {
  bodySchema,
  type Call,
  inputSchema,
  type Operation,
  type Progress,
  querySchema,
  type ResourceRef,
  type Result,
  type Subject,
} from './operation.ts'
import { checkPermission } from './permissions.ts'
import { includesRole } from './roles.ts'
import { parseTextInput } from './text-input.ts'
import { validate } from './validation.ts'

/** An interface's request: ids as text, and the other input as the operation's fields. */
export type Request = {
  actor: Actor
  requestId: string
  origin?: Origin
  idempotencyKey?: string | undefined
  /** The versions of the changed resource that the caller read. */
  ifMatch?: readonly string[] | undefined
  /** Ids in the path by name; for the CLI, the ids among the flags. */
  ids: Record<string, string>
  file?: Readable
  progress?: Progress
  /** Cancels it early, in addition to the program's shutdown. */
  signal?: AbortSignal
} & ({ input: Record<string, unknown> } | { query: Record<string, string[]>; body: () => unknown })

/** An operation's result in the format of every interface. */
export interface Envelope {
  data: unknown
  meta?: unknown
  pagination?: { limit: number; has_more: boolean; next_cursor: string | null }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A request that has passed every check. */
export interface Prepared {
  operation: Operation
  ctx: Context & { workspace?: Workspace; brand?: Brand }
  /** The operation's path with its ids in lower case, or its name if it has no path. */
  path: string
  /** Identifies the query regardless of the caller: operation, ids, filters and page. */
  query(): string
  /** What the result depends on in addition to the data version. Undefined if there is nothing. */
  facts(): Promise<unknown>
  /** Runs the operation's prefetch. Undefined if it has none. */
  prefetch(): Promise<unknown>
  /** @param within options of a change; without them, it prefetches and opens its own transaction */
  run(within?: ChangeOptions): Promise<Result<unknown, unknown, unknown>>
  /** Opens the file that the operation describes. @throws Error if it has none */
  download(): Promise<FileContent>
  /** The pagination of a list response. */
  pagination(rows: number, next: unknown): NonNullable<Envelope['pagination']>
}

/** Runs an operation for a caller. @throws ApiError */
export async function invoke(services: Services, operation: Operation, request: Request): Promise<Envelope> {
  const { run, pagination } = await prepare(services, operation, request)
  const { data, meta, next } = await run()
  const envelope: Envelope = { data }
  if (meta !== undefined) envelope.meta = meta
  if (operation.list !== undefined) envelope.pagination = pagination((data as unknown[]).length, next)
  return envelope
}

/**
 * Runs the checks before an operation, in order: workspace, brand, scope, write access, input, and data
 * integrity. The caller has been authenticated and counted.
 * @throws ApiError
 */
export async function prepare(services: Services, operation: Operation, request: Request): Promise<Prepared> {
  const { actor, requestId, origin, idempotencyKey, ifMatch } = request
  const ids = checkIds({ ...request.ids, ...resourceIds(operation, request) })
  const ctx: Prepared['ctx'] = { services, actor, requestId, origin, idempotencyKey, ifMatch }
  if (operation.on !== 'person') checkSecondFactor(services.config, actor)
  if (operation.on === 'workspace') {
    const workspace = await findWorkspace(services, operation, actor, ids)
    if (workspace !== undefined) ctx.workspace = workspace
  }
  if (operation.on === 'brand') {
    ctx.brand = await findBrand(services, actor, ids.brand_id)
    ctx.workspace = await accessibleWorkspace(services, actor, ctx.brand.workspace_id)
  }
  checkPermission(operation, actor)
  if (ifMatch !== undefined && operation.changes === undefined)
    throw invalidRequest('If-Match: this operation changes nothing that has a version')
  const { brand_id: _brand, workspace_id: _workspace, ...own } = ids
  const { limit, cursor, ...input }: Record<string, unknown> = readInput(operation, request, own)
  if (ctx.brand !== undefined) assertUndamaged(services, operation, ctx.brand)
  const pageLimit = (limit as number | undefined) ?? operation.list?.defaultLimit ?? Number.POSITIVE_INFINITY
  const page = () => pageQuery(operation, ids, { ...input, limit: pageLimit })
  const binding = () => cursorBinding(actor, page())
  const after = typeof cursor === 'string' ? openPosition(services, operation, cursor, binding()) : undefined
  const call = {
    ctx,
    input,
    page: { limit: pageLimit, after },
    file: request.file,
    progress: request.progress ?? (() => {}),
    signal: endSignalOf(services, request.signal),
  }
  const prefetch = async () => operation.prefetch?.(call as unknown as Call<Subject, Record<string, unknown>, never>)
  let known: Promise<unknown> | undefined
  const facts = async () => {
    known ??= operation.facts?.(call as unknown as Call<Subject, Record<string, unknown>, unknown>)
    return known
  }
  return {
    operation,
    ctx,
    path: operation.http?.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '') ?? pathOf(operation, ctx),
    query: () => (after === undefined ? page() : `${page()}${JSON.stringify(after)}`),
    facts,
    download: async () => {
      if (operation.download === undefined) throw new Error(`${operation.name} has no file`)
      return operation.download(call as unknown as Call<Subject, Record<string, unknown>, unknown>)
    },
    prefetch,
    run: async (within) =>
      operation.change === undefined
        ? runWithAuditRecord(operation, { ...call, facts: await facts() } as unknown as AnyCall)
        : runChange(operation, call as unknown as AnyCall, within ?? { prefetched: await prefetch() }),
    pagination: (rows, next) => ({
      limit: Number.isFinite(pageLimit) ? pageLimit : rows,
      has_more: next !== undefined,
      next_cursor: next === undefined ? null : services.cursors.seal(next, binding()),
    }),
  }
}

const endSignalOf = ({ closing }: Services, signal: AbortSignal | undefined) =>
  signal === undefined ? closing : AbortSignal.any([closing, signal])

/** The request's input, whichever way the interface passes it. */
function readInput(operation: Operation, request: Request, own: Record<string, string>): Record<string, unknown> {
  const input = readFields(operation, request, own)
  const { body = [], needsOne } = operation.http ?? {}
  if (needsOne && body.every((name) => input[name] === undefined))
    throw invalidRequest(`set at least one of ${body.join(', ')}`)
  return input
}

function readFields(operation: Operation, request: Request, own: Record<string, string>): Record<string, unknown> {
  if ('input' in request) return validate(inputSchema(operation), { ...request.input, ...own })
  const schema = querySchema(operation)
  const query = validate(schema, parseTextInput(schema, request.query))
  if (operation.http?.method === 'GET') return { ...query, ...own }
  // Validate again as a whole: fields that only the CLI sets have their defaults here.
  return validate(inputSchema(operation), { ...query, ...readBody(operation, request.body()), ...own })
}

function readBody(operation: Operation, body: unknown = {}): Record<string, unknown> {
  const schema = bodySchema(operation) ?? nothing
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidRequest('the body must be a JSON object')
  return validate(schema, body)
}

const nothing = z.strictObject({})

function checkIds(ids: Record<string, string>): Record<string, string> {
  for (const [name, id] of Object.entries(ids))
    if (!uuidPattern.test(id)) throw invalidRequest(`${name} must be a uuid`)
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toLowerCase()]))
}

/** Path of an operation without a route. Includes its subject's ids, so that erasures delete it. */
const pathOf = ({ name }: Operation, { workspace, brand }: Prepared['ctx']) =>
  `${workspace === undefined ? '' : `/workspaces/${workspace.id}`}${brand === undefined ? '' : `/brands/${brand.id}`}/${name}`

/** If an operation finds its workspace by another id, both ids are fields. */
function resourceIds({ resourceRef: ref }: Operation, request: Request): Record<string, string> {
  const input = 'input' in request ? request.input : {}
  const named = ref === undefined ? [] : [ref.field, 'workspace_id']
  return Object.fromEntries(
    named.flatMap((name) => {
      const id = input[name]
      // Only callers with permission learn that an id is invalid, with the other fields.
      return typeof id === 'string' && uuidPattern.test(id) ? [[name, id]] : []
    }),
  )
}

/** Finds the named workspace or that of the named resource. Undefined if the operator names neither. */
async function findWorkspace(
  services: Services,
  { resourceRef: ref, isSameInAll }: Operation,
  actor: Actor,
  ids: Record<string, string>,
): Promise<Workspace | undefined> {
  if (isSameInAll && actor.kind === 'operator' && ids.workspace_id === undefined) return undefined
  const id = ref === undefined ? undefined : ids[ref.field]
  if (ref === undefined || id === undefined) {
    if (ref !== undefined && !ref.isOptional && actor.kind === 'operator') return undefined
    return accessibleWorkspace(services, actor, ids.workspace_id)
  }
  const brandId = ref.brandColumn === undefined ? sql.lit(null) : sql.ref(ref.brandColumn)
  const things = services.db
    .selectFrom(ref.table)
    .select(['workspace_id', sql<string | null>`${brandId}`.as('brand_id')])
    .where('id', '=', id)
  const found = await things.executeTakeFirst()
  if (found === undefined || !canAccessResource(actor, ref, found)) throw notFound(ref.name)
  return accessibleWorkspace(services, actor, found.workspace_id)
}

/** Whether the caller can see the resource elsewhere: only then may an error differ from not found. */
function canAccessResource(
  actor: Actor,
  { seenBy }: ResourceRef,
  { workspace_id, brand_id }: { workspace_id: string; brand_id: string | null },
): boolean {
  if (actor.kind === 'operator') return true
  const role = roleOf(actor)
  if (role === undefined || !includesRole(role, seenBy)) return false
  if (brand_id !== null) return canAccessBrand(actor, { id: brand_id, workspace_id })
  return workspaceOf(actor)?.id === workspace_id
}

/** Returns the caller's workspace. The operator names one; all others can only use their own. */
async function accessibleWorkspace(services: Services, actor: Actor, id: string | undefined): Promise<Workspace> {
  if (actor.kind !== 'operator') {
    const own = workspaceOf(actor)
    if (own === undefined || (id !== undefined && id !== own.id)) throw notFound('workspace')
    return own
  }
  if (id === undefined) throw invalidRequest('workspace_id is required: a uuid')
  return loadWorkspace(services, id)
}

async function loadWorkspace(services: Services, id: string): Promise<Workspace> {
  const workspace = await requireRow(services.db, 'workspaces', { id }, 'workspace')
  return workspace
}

/** Same error for a brand that does not exist, belongs to another workspace, or is not accessible. */
async function findBrand(services: Services, actor: Actor, id: string | undefined): Promise<Brand> {
  if (id === undefined) throw invalidRequest('brand_id is required: a uuid')
  const brand = await findRow(services.db, 'brands', { id })
  if (brand === undefined || !canAccessBrand(actor, brand)) throw notFound('brand')
  return brand
}

function openPosition(services: Services, operation: Operation, cursor: string, binding: string): unknown {
  const position = services.cursors.open(cursor, binding)
  const parsed = operation.list?.position.safeParse(position)
  if (!parsed?.success) throw invalidCursor()
  return parsed.data
}

/** Equal for equal queries: the same limit and the same filter values. */
function pageQuery({ name }: Operation, ids: Record<string, string>, input: Record<string, unknown>): string {
  const query = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field, Array.isArray(value) ? [...value].sort() : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  return JSON.stringify([name, ids, query])
}

/** A cursor is bound to its caller, path and query. */
const cursorBinding = (actor: Actor, query: string): string => hash('sha256', `${actorName(actor)} ${query}`, 'base64')
