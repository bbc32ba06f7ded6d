import { type Operations, routes } from './operations.gen.ts'

export type OperationName = keyof Operations
export type Input<N extends OperationName> = Operations[N]['input']

/** What an operation shows: its data, what stands beside it, and where the next page begins. */
export interface Shown<N extends OperationName> {
  data: Operations[N]['data']
  meta: Operations[N]['meta']
  pagination?: { limit: number; has_more: boolean; next_cursor: string | null }
}

/** Whatever kept a call from its end, in one shape: what the server said, or that it said nothing. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: string,
    message: string,
    status: number,
    about: { requestId?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.requestId = about.requestId
    this.retryAfterSeconds = about.retryAfterSeconds
  }

  /** Whether whoever was signed in is no more. */
  get isSignedOut(): boolean {
    return this.status === 401
  }
}

export interface CallOptions {
  workspaceId?: string | undefined
  signal?: AbortSignal
  /** The same in each retry of one write; a new one where not given. */
  idempotencyKey?: string
  file?: Blob
}

/** Calls one operation of the server. @throws Problem */
export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  { workspaceId, signal, idempotencyKey, file }: CallOptions = {},
): Promise<Shown<N>> {
  const { method } = routes[name]
  const { path, body } = addressOf(name, input as Record<string, unknown>)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (workspaceId !== undefined) headers['x-workspace-id'] = workspaceId
  if (method !== 'GET') {
    headers['x-sightline'] = '1'
    headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
  }
  if (file === undefined && body !== undefined) headers['content-type'] = 'application/json'
  const init: RequestInit = { method, headers, credentials: 'same-origin' }
  if (signal !== undefined) init.signal = signal
  if (method !== 'GET') init.body = file ?? JSON.stringify(body ?? {})
  const response = await fetch(path, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Problem('unreachable', 'The server does not answer.', 0)
  })
  const text = await response.text()
  const told = parse(text)
  if (!response.ok) throw problemOf(response, told)
  return told as unknown as Shown<N>
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

function problemOf(response: Response, told: Record<string, unknown>): Problem {
  const { code, message, request_id } = (told.error ?? {}) as Record<string, string | undefined>
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Problem(
    code ?? 'internal_error',
    message ?? `The server answered ${response.status}.`,
    response.status,
    {
      ...(request_id === undefined ? {} : { requestId: request_id }),
      ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
    },
  )
}

/** Where an operation is, with its input as the server reads it: ids in the path, the rest in query or body. */
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
