import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { FileContent } from '../lib/send-file.ts'
import type { PostgresLike } from '../stores/postgres.ts'
import type { Tables } from '../stores/postgres-schema.ts'
import type { PersonActor, VisitorActor } from './actor.ts'
import type { BrandContext, Context, Services, WorkspaceContext } from './context.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'
import type { Versioned } from './versions.ts'

/**
 * What an operation works on; it decides which checks come first and what its context holds. `person` is the account of
 * whoever asks; `visit` is what somebody does who has not signed in.
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

/** What a read shows beside what its result is named by, as it changes without the version of the brand's data. */
export interface UncachedPart<C, R, B> {
  /** Reads it, for every request: it has to be cheap. */
  read(call: C): Promise<B>
  /** Adds it to what `run` has found, which may be of an earlier request. */
  add(result: R, besides: B): R
}

/** Which window of the rate limits a request counts in. */
export type LimitClass = 'read' | 'write' | 'audit'

export interface HttpRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `{name}` placeholders, each a uuid. */
  path: `/v1/${string}`
  limit: LimitClass
  /** Of a write: the fields that stand in the query. */
  query?: readonly string[]
  /** Of a write: the fields of its body; others are for the command line alone. */
  body?: readonly string[]
  /** Whether at least one of them has to be given. */
  needsOne?: true
  /** The name under which the data stands in `data`. */
  wrap?: string
}

/** A route of the console that its operation's name does not lead to. */
export interface ConsoleRoute {
  method: 'GET' | 'POST'
  path: `/console/api/${string}`
}

/** What the operator names instead of the workspace; everybody else reaches those of their own workspace. */
export interface ResourceRef {
  /** The field that holds its id. */
  field: string
  /** What it is called where it is not found. */
  name: string
  /** Whether the workspace itself may be named in its place. */
  isOptional?: boolean
  /** Whose rows are such things. */
  table: 'brands' | 'api_keys' | 'sources' | 'tasks' | 'webhooks'
  /** The least role that lists such things. To everyone below it, each of them is not found. */
  seenBy: Role
  /** The column with the brand that the caller must reach; rows with null belong to the whole workspace. */
  brandColumn?: 'id' | 'brand_id'
}

/** What a browser is to hold from now on, so that its next requests are somebody's. */
export interface NewSession {
  token: string
  expiresAt: Date
  /** By which the browser is known at the next sign-in. */
  knownBrowser: string
}

/** How a list is walked: what a cursor remembers, and how many rows a page has by default (all where null). */
export interface ListRule<P extends z.ZodType> {
  position: P
  defaultLimit: number | null
}

export interface Page<P> {
  /** Rows to return at most; Infinity where the caller set none on a list that is not cut by default. */
  limit: number
  /** Where the page before ended; undefined on the first. */
  after: P | undefined
}

export interface Result<D, M, P> {
  data: D
  meta?: M
  /** Where the next page begins; undefined or missing on the last one. */
  next?: P | undefined
  /** Something could not be read this time, and says so: not to be kept. */
  partial?: boolean
  /** The session that the caller has from now on; null where it has none any more. */
  session?: NewSession | null | undefined
  /** What ties a challenge to the caller's browser, which keeps it for some seconds. */
  challenge?: { token: string; seconds: number }
  /** Of what `isRecorded`: tells others that it is done, in the transaction that records it. */
  emitEvents?: (transaction: PostgresLike) => Promise<void>
}

export type Progress = (done: number, total: number | undefined, unit: string) => void

export interface Call<S extends Subject, I, P> {
  ctx: ContextOf<S>
  input: I
  page: Page<P>
  /** The file that a streaming operation reads. */
  file: Readable
  progress: Progress
  /** Aborted when the program closes, or when the task that does this is cancelled; its reason is an ApiError. */
  signal: AbortSignal
}

type Shape = z.ZodRawShape
type Parsed<T extends Shape> = z.output<z.ZodObject<T>>

export interface ChangeCall<S extends Subject, I, G = undefined> extends Call<S, I, never> {
  /** Everything that the change does in PostgreSQL, jobs that it queues included. */
  transaction: Transaction<Tables>
  /** What the operation's `prefetch` has found. */
  prefetched: G
}

/** What a change has done, for the audit record that is written with it. */
export interface Audit {
  before: object | null
  after: object | null
  /** Where it is not the workspace that the operation is on; null where it is of no workspace. */
  workspaceId?: string | null
  brandId?: string
  /** The person that a visitor has turned out to be. */
  by?: string
}

export interface ChangeResult<D> {
  data: D
  /** What was there before, as it is shown, where the record may not hold all of that. */
  former?: object
  /** As in a result. */
  session?: NewSession
  /** Undefined where nothing was changed. */
  audit: Audit | undefined
}

/** A file that a read is downloaded as. */
export interface Download {
  /** With its ending; letters, digits, hyphens and points of ASCII alone. */
  name: string
  body: string | Buffer
}

/** Makes the file of what a read shows. @throws ApiError where it cannot be made */
export type MakeDownload = (services: Services, data: unknown) => Promise<Download>

/**
 * The unit of the program: a verb on a noun, declared once. HTTP, command line and OpenAPI are derived from it, and
 * it never knows through which of them it was called.
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
  /** The scope that a key or token needs, `any-key`, or `operator` for what none of them may do. */
  access: Scope | 'any-key' | 'operator'
  /** The least role that a person needs; `none` for what is not for people. */
  role: Role | 'none'
  http?: HttpRoute
  console?: ConsoleRoute
  /** On a workspace: what leads to it. */
  resourceRef?: ResourceRef
  /** What it shows, alone or as rows: the console's API gives the version of each. */
  shows?: Versioned
  /**
   * What it changes: the console's API lets callers bind it to the version that they have read. Several at once stand in
   * the field `each` of what was before.
   */
  changes?: Versioned & { each?: string }
  /** The fields of its data that open a door: they are shown once, and not stored with the outcome of a write. */
  secretData?: readonly string[]
  /**
   * On a brand: the tables of ClickHouse that what it shows is made of, and those that these are made of. It is refused
   * while rows of one of them are missing.
   */
  readsTables?: readonly string[]
  /** Inputs besides the subject's id, `limit` and `cursor`; the same on every interface. */
  fields: F
  /**
   * What the entity tag of a read is made of, where it is not the version of the brand's data: the content itself, where
   * that version says nothing of it; none, where each request shows something else.
   */
  entityTag?: 'content' | 'none'
  /** Of what has `run` and changes something all the same: a record is written once it is over, with its counts. */
  isRecorded?: true
  /**
   * Takes longer than a browser waits: people have it done in the background (`start-task`). `waiting`: most of that time
   * it waits for providers.
   */
  isLong?: true | 'waiting'
  /** Takes the content of one file beside its fields (`--file`). */
  takesFile?: boolean | 'optional'
  list?: ListRule<P>
  /** Of a read of one thing: the files that clients may have in its place, by the media types that they ask for (Accept). */
  downloads?: Readonly<Record<string, MakeDownload>>
  data: D
  /** Of a check: whether what it has found is bad. A command then ends with the status 1, all the same with its data. */
  isBad?(data: z.output<D>): boolean
  meta?: M
  run(call: Call<S, Parsed<F>, z.output<P>>): Promise<Result<z.input<D>, z.input<M>, z.input<P>>>
  /** Of a read with a path: the file that it tells of, which stands below that path at `/file`. */
  download?(call: Pick<Call<S, Parsed<F>, z.output<P>>, 'ctx' | 'input'>): Promise<FileContent>
  /** Shown with it, and read for every request however long the rest is kept. */
  uncached?: UncachedPart<
    Pick<Call<S, Parsed<F>, z.output<P>>, 'ctx' | 'input' | 'page'>,
    Result<z.input<D>, z.input<M>, z.input<P>>,
    B
  >
  /** In place of `run`, where one transaction holds all that is done. */
  change?(call: ChangeCall<S, Parsed<F>, G>): Promise<ChangeResult<z.input<D>>>
  /** Finds what a change needs and what takes longer than its transaction may; it changes nothing, and may be done in vain. */
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
 * Declares an operation that changes what is stored, in one transaction with its audit record and, for a request with an
 * Idempotency-Key, its response. On a brand it holds the lock on the brand's row, and raises the version of its data.
 */
export function defineChange<const S extends Subject, F extends Shape, D extends z.ZodType, G = undefined>(
  operation: Omit<Operation<S, F, D, z.ZodType, z.ZodType, G>, 'run' | 'change' | 'list' | 'meta'> &
    Required<Pick<Operation<S, F, D, z.ZodType, z.ZodType, G>, 'change'>>,
): Operation {
  return operation as unknown as Operation
}

const pageFields = (list: ListRule<z.ZodType>) => ({
  limit: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(
      list.defaultLimit === null
        ? 'Rows per page; without it everything in one call'
        : `Rows per page, ${list.defaultLimit} by default`,
    ),
  cursor: z.string().meta({ minLength: 1 }).optional().describe('next_cursor of the page before'),
})

/** The field by which the operator names what an operation works on; undefined where its own fields do. */
export const subjectField = ({ on, resourceRef: thing }: Operation) =>
  on === 'brand' ? 'brand_id' : on === 'workspace' && thing === undefined ? 'workspace_id' : undefined

/** The names in the placeholders of a path, in order. */
export const pathFields = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

/** Everything the caller may send, besides the subject's id: the declared fields, and paging where it is a list. */
export const inputSchema = made((operation) => schemaOf(operation, namesOf(operation)))

/** What a request's query may hold: all but the path's ids and the body's fields. */
export const querySchema = made((operation) => {
  const { path = '', method, query = [] } = operation.http ?? {}
  const inPath = pathFields(path)
  const names = method === 'GET' ? namesOf(operation) : query
  return schemaOf(
    operation,
    names.filter((name) => !inPath.includes(name)),
  )
})

/** What a request's body may hold; undefined where it takes none. */
export const bodySchema = made(({ http, ...operation }) =>
  http?.body === undefined ? undefined : schemaOf(operation, http.body),
)

/** A schema compiles itself when it is first used, which takes longer than most requests: each is made once. */
function made<T>(make: (operation: Operation) => T): (operation: Operation) => T {
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

function schemaOf(
  { fields, list }: Pick<Operation, 'fields' | 'list'>,
  names: readonly string[],
): z.ZodObject {
  const known: Record<string, unknown> = { ...fields, ...(list === undefined ? {} : pageFields(list)) }
  return z.strictObject(Object.fromEntries(names.map((name) => [name, known[name] as z.ZodType])))
}
