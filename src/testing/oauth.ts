import { createHash, randomBytes } from 'node:crypto'
import { oauthPaths, resourceOf } from '../kernel/authorization-server.ts'
import type { Browser } from './browser.ts'
import { openBrowser } from './people.ts'
import type { Answer, TestApp } from './test-app.ts'

/** Environment of the test's program, with which its redirects lead back to it. */
export const oauthEnvironment = { PUBLIC_URL: 'http://sightline.test' }

/** A registered OAuth client. */
export interface Program {
  client_id: string
  client_secret?: string
  redirect_uris: string[]
}

/** A sent authorization request, with its PKCE verifier. */
export interface Begun {
  answer: Answer
  /** Id of the request on the consent page; undefined if there is no such page. */
  request: string | undefined
  verifier: string
}

export interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
  token_type: string
}

export const redirectUri = 'http://127.0.0.1:5000/callback'

/** Registers a client, from a separate IP address. */
export async function register(test: TestApp, metadata: object = {}): Promise<Program> {
  const { status, text } = await tryRegister(test, metadata)
  if (status !== 201) throw new Error(text)
  return JSON.parse(text)
}

export const tryRegister = (test: TestApp, metadata: object = {}, address?: string): Promise<Answer> =>
  visit(test, openBrowser(test), oauthPaths.registration, {
    address,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Agent',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  })

/** Opens an authorization URL in a browser. Undefined parameters are omitted. */
export async function begin(
  test: TestApp,
  browser: Browser,
  program: Pick<Program, 'client_id'>,
  changed: Record<string, string | undefined> = {},
): Promise<Begun> {
  const verifier = randomBytes(32).toString('base64url')
  const given = {
    response_type: 'code',
    client_id: program.client_id,
    redirect_uri: redirectUri,
    resource: resourceOf(test.app.services),
    state: 'a state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changed,
  }
  const query = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const answer = await visit(test, browser, `${oauthPaths.authorization}?${query}`)
  const to = new URL(String(answer.headers.location ?? '/'), 'http://none.test')
  const request = to.pathname === '/connect' ? (to.searchParams.get('request') ?? undefined) : undefined
  return { answer, request, verifier }
}

/** Approves a request in the console. @returns the redirect target with the code */
export async function approve(
  test: TestApp,
  browser: Browser,
  request: string | undefined,
  granted: object = {},
): Promise<URL> {
  const { status, text, body } = await browser.operate('get-authorization-request', { request_id: request })
  if (status !== 200) throw new Error(text)
  const { read_scopes, workspaces } = body.data as { read_scopes: string[]; workspaces: { id: string }[] }
  const answered = await browser.operate('approve-client', {
    request_id: request,
    target_workspace_id: workspaces[0]?.id,
    scopes: read_scopes,
    ...granted,
  })
  if (answered.status !== 200) throw new Error(answered.text)
  return resume(test, browser, (answered.body.data as { url: string }).url)
}

/** Continues a request in the browser. @returns the final redirect target */
export async function resume(test: TestApp, browser: Browser, url: string): Promise<URL> {
  const { status, headers, text } = await visit(test, browser, new URL(url).pathname)
  if (status !== 303) throw new Error(`${status} ${text}`)
  return new URL(String(headers.location), 'http://none.test')
}

/** Calls the token endpoint with these fields. */
export const askForTokens = (
  test: TestApp,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  visit(test, openBrowser(test), oauthPaths.token, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** Fields of the token request with an authorization code. */
export const ofCode = (program: Program, back: URL, verifier: string) => ({
  grant_type: 'authorization_code',
  client_id: program.client_id,
  code: back.searchParams.get('code') ?? '',
  redirect_uri: redirectUri,
  code_verifier: verifier,
})

/** The whole flow: registers a client, approves it and gets tokens. */
export async function connect(
  test: TestApp,
  browser: Browser,
  { scope, granted = {}, program }: { scope?: string; granted?: object; program?: Program } = {},
): Promise<{ program: Program; tokens: Tokens }> {
  const registered = program ?? (await register(test))
  const { request, verifier } = await begin(test, browser, registered, { scope })
  const back = await approve(test, browser, request, granted)
  const { status, text } = await askForTokens(test, ofCode(registered, back, verifier))
  if (status !== 200) throw new Error(text)
  return { program: registered, tokens: JSON.parse(text) }
}

export const refresh = (test: TestApp, program: Program, refresh_token: string): Promise<Answer> =>
  askForTokens(test, { grant_type: 'refresh_token', client_id: program.client_id, refresh_token })

interface Visit {
  address?: string | undefined
  headers?: Record<string, string>
  body?: string
}

/** Sends a browser request with its cookies, and keeps the returned ones. */
export async function visit(
  { app }: TestApp,
  browser: Browser,
  url: string,
  { address = browser.address, headers = {}, body }: Visit = {},
): Promise<Answer> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.http.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    remoteAddress: address,
    headers: {
      host: 'sightline.test',
      accept: 'text/html',
      ...(cookie === '' ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  for (const { name, value } of response.cookies) browser.cookies.set(name, value)
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson && response.payload !== '' ? response.json() : ({} as Answer['body']),
    text: response.payload,
  }
}

/** Calls a tool with a token or a key, in a separate request. */
export const callTool = (test: TestApp, token: string, name: string, given: object = {}): Promise<Answer> =>
  test.send('POST', '/mcp?toolset=all', token, {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })

/** The API's code in a JSON-RPC error. */
export const refusedCode = ({ body }: Answer): string => (body.error as unknown as { data: { code: string } }).data.code
