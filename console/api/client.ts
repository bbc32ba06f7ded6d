import { routes } from './operations.gen.ts'
import type { Operations } from './types.gen.ts'

export type OperationName = keyof Operations
export type Input<N extends OperationName> = Operations[N]['input']

export interface ResponseOf<N extends OperationName> {
  data: Operations[N]['data']
  meta: Operations[N]['meta']
  pagination?: { limit: number; has_more: boolean; next_cursor: string | null }
  /** For `if-match`: detects changes by other members. */
  version?: string
  /** The version of each row, in order. */
  versions?: string[]
}

/** The error of a failed call: from the server, or because it was unreachable. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: string,
    message: string,
    status: number,
    about: { requestId?: string | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.requestId = about.requestId
    this.retryAfterSeconds = about.retryAfterSeconds
  }

  get isSignedOut(): boolean {
    return this.status === 401
  }
}

export interface CallOptions {
  workspaceId?: string | undefined
  signal?: AbortSignal
  /** The same key for all retries of a write. Defaults to a new one. */
  idempotencyKey?: string
  /** Required version. The server returns `conflict` if it has changed. */
  version?: string | undefined
  file?: Blob
}

/** Calls an operation. @throws Problem */
export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<ResponseOf<N>> {
  const { body } = await send(name, input, options, 'application/json', asText)
  return parse(body) as unknown as ResponseOf<N>
}

/** Returns one page of a list as CSV with a header row, and the next cursor. @throws Problem */
export async function callCsv<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<{ text: string; nextCursor: string | undefined }> {
  const { body: text, headers } = await send(name, input, options, 'text/csv', asText)
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const cursor = next === undefined ? null : new URL(next, window.location.origin).searchParams.get('cursor')
  return { text, nextCursor: headers.get('x-next-cursor') ?? cursor ?? undefined }
}

/** Returns an operation’s response as a file, with its name. @throws Problem */
export async function callFile<N extends OperationName>(
  name: N,
  input: Input<N>,
  type: string,
  options: CallOptions = {},
): Promise<{ content: Blob; name: string }> {
  const { body, headers } = await send(name, input, options, type, (response) => response.blob())
  const fileName = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  return { content: body, name: fileName ?? name }
}

const asText = (response: Response) => response.text()

async function send<N extends OperationName, Body>(
  name: N,
  input: Input<N>,
  { workspaceId, signal, idempotencyKey, version, file }: CallOptions,
  accept: string,
  read: (response: Response) => Promise<Body>,
): Promise<{ body: Body; headers: Headers }> {
  const { method } = routes[name]
  const { path, body } = addressOf(name, input as Record<string, unknown>)
  const headers: Record<string, string> = { accept }
  if (workspaceId !== undefined) headers['x-workspace-id'] = workspaceId
  if (version !== undefined) headers['if-match'] = `"${version}"`
  if (method !== 'GET') {
    headers['x-sightline'] = '1'
    headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
  }
  if (file === undefined && body !== undefined) headers['content-type'] = 'application/json'
  const init: RequestInit = { method, headers, credentials: 'same-origin' }
  if (signal !== undefined) init.signal = signal
  // Operations that accept a file would treat any other body as the file.
  if (method !== 'GET') init.body = file ?? (routes[name].takesFile ? '' : JSON.stringify(body ?? {}))
  return ask(path, init, async (response) => ({ body: await read(response), headers: response.headers }))
}

/** The MCP URL for connected apps, from the protected resource metadata (RFC 9728). @throws Problem */
export async function resourceOfAgents(signal: AbortSignal): Promise<string> {
  const text = await ask('/.well-known/oauth-protected-resource/mcp', { signal }, asText)
  return String(parse(text).resource)
}

async function ask<Answer>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  try {
    const response = await fetch(path, init)
    if (!response.ok) throw problemOf(response, parse(await response.text()))
    return await read(response)
  } catch (error) {
    if (error instanceof Problem || (error instanceof DOMException && error.name === 'AbortError')) throw error
    throw new Problem('unreachable', 'The server is unreachable.', 0)
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

function problemOf(response: Response, body: Record<string, unknown>): Problem {
  const { code, message, request_id } = (body.error ?? {}) as Record<string, string | undefined>
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Problem(
    code ?? 'internal_error',
    message ?? `The server returned status ${response.status}.`,
    response.status,
    { requestId: request_id, retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined },
  )
}

/** Builds the URL and body of a request: ids in the path, other fields in the query or body. */
function addressOf(name: OperationName, input: Record<string, unknown>) {
  const route: { path: string; body: 'all' | readonly string[]; takesFile: boolean } = routes[name]
  const rest = { ...input }
  const path = route.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field])
    delete rest[field]
    return encodeURIComponent(value)
  })
  const inBody = (field: string) =>
    !route.takesFile && (route.body === 'all' || (route.body as readonly string[]).includes(field))
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams()
  for (const [field, value] of entries.filter(([field]) => !inBody(field)))
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, String(one))
  const body = Object.fromEntries(entries.filter(([field]) => inBody(field)))
  const search = query.size === 0 ? '' : `?${query}`
  return { path: `/console/api${path}${search}`, body: route.takesFile ? undefined : body }
}
