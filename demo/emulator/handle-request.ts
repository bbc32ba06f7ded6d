import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { providerOf } from '../../src/lib/providers/providers.ts'
import { type EmulatedKind, emulatedKinds } from './emulated-prices.ts'
import { type Fault, type Faults, faultRules } from './faults.ts'
import type { Ledger } from './ledger.ts'
import {
  type Call,
  type EmulatorBackend,
  InvalidRequest,
  ok,
  type Refusal,
  type Reply,
  type Service,
} from './service.ts'
import { services } from './services/services.ts'

/** Questions have at most 10,000 characters; the longest request continues a paused turn. */
const maxRequestBytes = 1024 * 1024
const skewMs = 3_600_000

/** The provider’s path under `/openai`, `/anthropic` and so on: the path of its real base URL. */
export const basePath = (kind: EmulatedKind) =>
  `/${kind}${new URL(providerOf(kind).baseUrl).pathname}`.replace(/\/$/, '')

export interface Handled {
  /** Undefined closes the connection without a response. */
  reply: Reply | undefined
  fault?: Fault | undefined
  now: Date
}

interface HandlerOptions {
  apiKey: string
  desk: EmulatorBackend
  faults: Faults
  ledger: Ledger
  hasControl: boolean
}

/** Default messages of refusals. */
const words: Readonly<Record<Refusal, string>> = {
  rate_limited: 'Rate limit reached',
  wrong_key: 'Invalid API key',
  no_credit: 'Insufficient credits',
  unknown_model: 'The model does not exist',
  prompt_refused: 'The prompt was refused',
  server_error: 'The server had an error while processing the request',
  invalid: 'The request is invalid',
  not_found: 'There is nothing here',
}

const refusals: Partial<Record<Fault, Refusal>> = {
  rate_limited: 'rate_limited',
  rate_limited_silently: 'rate_limited',
  server_error: 'server_error',
  wrong_key: 'wrong_key',
  no_credit: 'no_credit',
  unknown_model: 'unknown_model',
  prompt_refused: 'prompt_refused',
}
/** Faults of a gateway: the request does not reach the provider. */
const ofGateway: ReadonlySet<Fault> = new Set(['gateway_page', 'html', 'redirect', 'dropped'])

/** Creates the handler for the requests of all providers. */
export function createHandler(options: HandlerOptions): (request: IncomingMessage) => Promise<Handled> {
  const { apiKey, desk, faults } = options
  return async (request) => {
    const url = new URL(request.url ?? '/', 'http://emulator.invalid')
    const body = await readBody(request)
    if (options.hasControl && url.pathname.startsWith('/control/'))
      return { reply: control(options, request, url, body), now: new Date() }
    const kind = emulatedKinds.find((name) => url.pathname.startsWith(`${basePath(name)}/`))
    if (kind === undefined) return { reply: { status: 404, body: { error: words.not_found } }, now: new Date() }
    const call: Call = {
      kind,
      method: request.method ?? '',
      path: url.pathname.slice(basePath(kind).length),
      query: url.searchParams,
      headers: headersOf(request),
      body: parsed(body),
      fault: undefined,
      now: new Date(),
    }
    const service = services[kind]
    if (!service.hasKey(call, apiKey)) return { reply: service.refuse('wrong_key', words.wrong_key), now: call.now }
    const fault = faults.next(kind, service.asks(call) ? 'question' : 'task')
    const now = fault === 'skewed_clock' ? new Date(call.now.getTime() + skewMs) : call.now
    return { reply: replyTo({ ...call, fault, now }, service, desk), fault, now }
  }
}

function replyTo(call: Call, service: Service, desk: EmulatorBackend): Reply | undefined {
  const { fault } = call
  const refusal = fault && refusals[fault]
  if (refusal !== undefined) {
    const reply = service.refuse(refusal, words[refusal])
    return fault === 'rate_limited' ? { ...reply, headers: { 'retry-after': '1' } } : reply
  }
  if (fault !== undefined && ofGateway.has(fault))
    return fault === 'dropped' ? undefined : { status: 200, body: undefined }
  try {
    const isJson = call.method === 'GET' || call.headers.get('content-type') === 'application/json'
    if (!isJson) throw new InvalidRequest('the body must be JSON')
    const reply = service.answer(call, desk) ?? service.refuse('not_found', words.not_found)
    return fault === 'lost' ? undefined : reply
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    return service.refuse(error.refusal, error.message)
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxRequestBytes) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(request.headers))
    for (const item of [value].flat()) headers.append(name, item)
  return headers
}

/** Lets tests in other processes change faults and read the ledger. */
function control({ apiKey, faults, ledger }: HandlerOptions, request: IncomingMessage, url: URL, body: string): Reply {
  if (request.headers.authorization !== `Bearer ${apiKey}`) return { status: 401, body: { error: words.wrong_key } }
  if (url.pathname === '/control/ledger')
    return ok({ ...ledger.summary(), ...(url.searchParams.has('all') && { all: ledger.purchases() }) })
  if (url.pathname !== '/control/faults' || request.method !== 'POST') return { status: 404, body: {} }
  const rules = faultRules.safeParse(parsed(body))
  if (!rules.success) return { status: 400, body: { error: z.prettifyError(rules.error) } }
  faults.set(rules.data)
  return ok({})
}
