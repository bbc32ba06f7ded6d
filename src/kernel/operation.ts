import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { FileContent } from '../lib/send-file.ts'
import type { PostgresLike, Transaction } from '../stores/postgres.ts'
import type { PersonActor, VisitorActor } from './actor.ts'
import type { BrandContext, Context, Services, WorkspaceContext } from './context.ts'
import type { LimitClass } from './rate-limits.ts'
import type { Role } from './roles.ts'
import type { ReadScope, Scope, WriteScope } from './scopes.ts'
import type { Versioned } from './versions.ts'

/**
 * The subject of an operation. Decides its first checks and its context. `person`: the caller's own account;
 * `visit`: a browser without a session.
 */
export type Subject = 'installation' | 'workspace' | 'brand' | 'person' | 'visit'

type ContextOf<S extends Subject> = S extends 'brand'
  ? BrandContext
  : S extends 'workspace'
    ? WorkspaceContext
    : S extends 'person'
      ? Context & { actor: PersonActor }
      : S extends 'visit'
        ? Context & { actor: VisitorActor }
        : Context

export interface HttpRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `{name}` placeholders, each a uuid. */
  path: `/v1/${string}`
  limit: LimitClass
  /** Writes only: fields passed in the query string. */
  query?: readonly string[]
  /** Writes only: fields of the body. Other fields are only available in the CLI. */
  body?: readonly string[]
  /** Whether at least one body field is required. */
  needsOne?: true
  /** Name of the object in `data` that wraps the result. */
  wrap?: string
}

/** A console route that differs from the default for the operation's name. */
export interface ConsoleRoute {
  method: 'GET' | 'POST'
  path: `/console/api/${string}`
}

/** A resource that the operator names instead of a workspace. Others reach only their workspace's. */
export interface ResourceRef {
  /** The field with its id. */
  field: string
  /** Its name in not-found errors. */
  name: string
  /** Whether the operator can name the workspace instead. */
  isOptional?: boolean
  /** The table of such resources. */
  table: 'brands' | 'api_keys' | 'sources' | 'tasks' | 'webhooks'
  /** The lowest role that can list such resources. For lower roles, each one is not found. */
  seenBy: Role
  /** Column of the brand that the caller must be able to access. Null means the whole workspace. */
  brandColumn?: 'id' | 'brand_id'
}

/** A new session for the caller's browser. */
export interface NewSession {
  token: string
  expiresAt: Date
  /** Marks the browser as known at the next sign-in. */
  knownBrowser: string
}

/** Paging of a list: the position stored in a cursor and the default page size (null for all rows). */
export interface ListRule<P extends z.ZodType> {
  position: P
  defaultLimit: number | null
}

export interface Page<P> {
  /** Maximum number of rows. Infinity if the caller set no limit and the list has no default. */
  limit: number
  /** The end of the previous page. Undefined on the first page. */
  after: P | undefined
}

export interface Result<D, M, P> {
  data: D
  meta?: M
  /** The start of the next page. Undefined on the last one. */
  next?: P | undefined
  /** Some data could not be read this time; do not cache the result. */
  partial?: boolean
  /** The caller's new session. Null if it ended. */
  session?: NewSession | null | undefined
  /** Binds a challenge to the caller's browser for some seconds. */
  challenge?: { token: string; seconds: number }
  /** Emits events, in the transaction that records the operation (`isRecorded`). */
  emitEvents?: (transaction: PostgresLike) => Promise<void>
  /** Changed nothing, so that no record is written (`isRecorded`). */
  changedNothing?: true
}

export type Progress = (done: number, total: number | undefined, unit: string) => void

export interface Call<S extends Subject, I, P> {
  ctx: ContextOf<S>
  input: I
  page: Page<P>
  /** The file that a streaming operation reads. */
  file: Readable
  progress: Progress
  /** Aborted when the program closes or the task is canceled. The reason is an ApiError. */
  signal: AbortSignal
}

type Shape = z.ZodRawShape
type Parsed<T extends Shape> = z.output<z.ZodObject<T>>

export interface ChangeCall<S extends Subject, I, G = undefined> extends Call<S, I, never> {
  /** For all PostgreSQL writes of the change, including queued jobs. */
  transaction: Transaction
  /** The result of the operation's `prefetch`. */
  prefetched: G
}

/** The content of a change's audit record. */
export interface Audit {
  /** Set if the response contains it. */
  id?: string
  before: object | null
  after: object | null
  /** Defaults to the operation's workspace. Null if it belongs to none. */
  workspaceId?: string | null
  brandId?: string
  /** The person that a visitor was identified as. */
  by?: string
}

export interface ChangeResult<D> {
  data: D
  /** The previous state as shown, if the audit record may not contain all of it. */
  former?: object
  /** As in `Result`. */
  session?: NewSession
  /** Undefined if nothing changed. */
  audit: Audit | undefined
}

/** A file that a read can be downloaded as. */
export interface Download {
  /** With extension; only ASCII letters, digits, hyphens and dots. */
  name: string
  body: string | Buffer
}

/** Creates the file from the data of a read. @throws ApiError if it cannot be created */
export type MakeDownload = (services: Services, data: unknown) => Promise<Download>

/**
 * The unit of the program: a verb on a noun, declared once. HTTP, CLI and OpenAPI are derived from it, and it
 * does not know which of them called it.
 */
export interface Operation<
  S extends Subject = Subject,
  F extends Shape = Shape,
  D extends z.ZodType = z.ZodType,
  M extends z.ZodType = z.ZodType,
  P extends z.ZodType = z.ZodType,
  G = unknown,
  B = unknown,
> {
  /** Verb-noun; the command's name and the OpenAPI operationId. */
  name: string
  summary: string
  description?: string
  on: S
  /** The required scope. `any-key`: no scope; `operator`: not available to keys and tokens. */
  access: Scope | 'any-key' | 'operator'
  /** The lowest role that can run it. `none`: not available to people. */
  role: Role | 'none'
  http?: HttpRoute
  console?: ConsoleRoute
  /** For workspaces: the resource that identifies the workspace. */
  resourceRef?: ResourceRef
  /** For workspaces: its result is the same in each, so the operator can omit the workspace. */
  isSameInAll?: true
  /** The resource in its data, single or as rows. The console API returns the version of each. */
  shows?: Versioned
  /**
   * The resource that it changes. Callers of the console API can send the version that they read. If several
   * change at the same time, they are in the field `each` of the previous state.
   */
  changes?: Versioned & { each?: string }
  /** Secret fields of its data: shown once and not stored with the outcome of a write. */
  secretData?: readonly string[]
  /**
   * For brands: the ClickHouse tables that its data comes from, directly or indirectly. It fails while rows
   * of one are missing.
   */
  readsTables?: readonly string[]
  /** Inputs other than the subject's id, `limit` and `cursor`; the same on every interface. */
  fields: F
  /** For reads that depend on more than the data version and `facts`. `none`: every response differs. */
  entityTag?: 'content' | 'none'
  /** For `run` operations that change data: an audit record with its counts is written at the end. */
  isRecorded?: true
  /**
   * Takes longer than a browser waits; people run it in the background (`start-task`). `waiting`: mostly
   * waits for providers.
   */
  isLong?: true | 'waiting'
  /** Also reads the content of one file (`--file`). */
  takesFile?: boolean | 'optional'
  list?: ListRule<P>
  /** For reads of one resource: alternative files by media type (Accept). */
  downloads?: Readonly<Record<string, MakeDownload>>
  data: D
  /** For checks: whether the result is bad. The command then exits with 1, but still prints its data. */
  isBad?(data: z.output<D>): boolean
  meta?: M
  /**
   * What its result depends on in addition to the brand's data version, such as planned answers. Read for every
   * request, so it must be cheap.
   */
  facts?(call: Pick<Call<S, Parsed<F>, z.output<P>>, 'ctx' | 'input' | 'page'>): Promise<B>
  run(call: Call<S, Parsed<F>, z.output<P>> & { facts: B }): Promise<Result<z.input<D>, z.input<M>, z.input<P>>>
  /** For reads with a path: the file that the data describes, available at the path plus `/file`, and its media types. */
  downloadTypes?: readonly string[]
  download?(call: Pick<Call<S, Parsed<F>, z.output<P>>, 'ctx' | 'input'>): Promise<FileContent>
  /** Replaces `run` if one transaction contains the whole effect. */
  change?(call: ChangeCall<S, Parsed<F>, G>): Promise<ChangeResult<z.input<D>>>
  /** Prepares data that takes too long for the transaction. Must change nothing; may run in vain. */
  prefetch?(call: Call<S, Parsed<F>, never>): Promise<G>
}

/** Declares an operation; exists so that its parts infer each other's types. */
export function defineOperation<
  const S extends Subject,
  F extends Shape,
  D extends z.ZodType,
  M extends z.ZodType = z.ZodUndefined,
  P extends z.ZodType = z.ZodUndefined,
  B = unknown,
>(operation: Operation<S, F, D, M, P, unknown, B>): Operation {
  return operation as unknown as Operation
}

/**
 * Declares an operation that changes data in one transaction with its audit record and, for requests with an
 * Idempotency-Key, its response. For brands, it locks the brand's row and increments the data version.
 */
export function defineChange<const S extends Subject, F extends Shape, D extends z.ZodType, G = undefined>(
  operation: Omit<Operation<S, F, D, z.ZodType, z.ZodType, G>, 'run' | 'change' | 'list' | 'meta'> &
    Required<Pick<Operation<S, F, D, z.ZodType, z.ZodType, G>, 'change'>>,
): Operation {
  return operation as unknown as Operation
}

/* Operations on the console and command line only, by their subject and the role that they need. */
export const forBrandAdmins = { on: 'brand', access: 'operator', role: 'admin' } as const
export const forEditors = { on: 'brand', access: 'operator', role: 'editor' } as const
export const forViewers = { on: 'brand', access: 'operator', role: 'viewer' } as const
export const forOwners = { on: 'workspace', access: 'operator', role: 'owner' } as const
export const forAdmins = { on: 'workspace', access: 'operator', role: 'admin' } as const
export const forMembers = { on: 'workspace', access: 'operator', role: 'viewer' } as const
export const forPerson = { on: 'person', access: 'operator', role: 'none' } as const
export const forOperator = { on: 'installation', access: 'operator', role: 'none' } as const

/** A read of a brand at a path below it, for keys with the scope and all members. */
export const brandRead = (access: ReadScope, path: `/${string}`, readsTables: readonly string[] = []) =>
  ({
    on: 'brand',
    access,
    role: 'viewer',
    http: { method: 'GET', path: `/v1/brands/{brand_id}${path}`, limit: 'read' },
    readsTables,
  }) as const

/** A write to a brand at a path below it, for keys with the scope and for editors. */
export const brandWrite = (
  access: WriteScope,
  method: HttpRoute['method'],
  path: `/${string}`,
  input: Partial<Pick<HttpRoute, 'limit' | 'query' | 'body' | 'needsOne' | 'wrap'>> = {},
) =>
  ({
    on: 'brand',
    access,
    role: 'editor',
    http: { method, path: `/v1/brands/{brand_id}${path}`, limit: 'write', ...input },
  }) as const

const pageFields = (list: ListRule<z.ZodType>) => ({
  limit: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(
      list.defaultLimit === null
        ? 'Rows per page. Omit it to get all rows in one response.'
        : `Rows per page. Defaults to ${list.defaultLimit}.`,
    ),
  cursor: z.string().meta({ minLength: 1 }).optional().describe('The next_cursor of the previous page.'),
})

/** The field with the id of the subject for the operator. Undefined if its own fields contain it. */
export const subjectField = ({ on, resourceRef: thing }: Operation) =>
  on === 'brand' ? 'brand_id' : on === 'workspace' && thing === undefined ? 'workspace_id' : undefined

/** The placeholders of a path, in order. */
export const pathFields = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

/** All input of the caller except the subject's id: the declared fields, and paging for lists. */
export const inputSchema = cachePerOperation((operation) => schemaOf(operation, namesOf(operation)))

/** The query parameters: all fields except path ids and body fields. */
export const querySchema = cachePerOperation((operation) => {
  const { path = '', method, query = [] } = operation.http ?? {}
  const inPath = pathFields(path)
  const names = method === 'GET' ? namesOf(operation) : query
  return schemaOf(
    operation,
    names.filter((name) => !inPath.includes(name)),
  )
})

/** The request body. Undefined if it has none. */
export const bodySchema = cachePerOperation(({ http, ...operation }) =>
  http?.body === undefined ? undefined : schemaOf(operation, http.body),
)

/** Caches schemas, as each compiles on first use, which takes longer than most requests. */
function cachePerOperation<T>(make: (operation: Operation) => T): (operation: Operation) => T {
  const schemas = new WeakMap<Operation, T>()
  return (operation) => {
    if (!schemas.has(operation)) schemas.set(operation, make(operation))
    return schemas.get(operation) as T
  }
}

const namesOf = ({ fields, list }: Operation) => [
  ...Object.keys(fields),
  ...(list === undefined ? [] : ['limit', 'cursor']),
]

function schemaOf({ fields, list }: Pick<Operation, 'fields' | 'list'>, names: readonly string[]): z.ZodObject {
  const known: Record<string, unknown> = { ...fields, ...(list === undefined ? {} : pageFields(list)) }
  return z.strictObject(Object.fromEntries(names.map((name) => [name, known[name] as z.ZodType])))
}
