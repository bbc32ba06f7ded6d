import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>

/** How it deviates from the standard; none by default. */
export interface Misbehaviour {
  metadata?: (metadata: Claims) => Claims
  /** Changes the ID token's claims. */
  claims?: (claims: Claims) => Claims
  header?: Claims
  /** Changes the signed ID token. */
  token?: (token: string) => string
  /** Changes the URL that the browser returns to. */
  callback?: (url: URL) => void
  /** Responds in its place; undefined leaves the request open forever. */
  answer?: (path: string, response: ServerResponse) => 'answered' | 'as usual' | undefined
}

/** An OpenID Connect provider, in which one person is signed in at a time. */
export interface IdentityProvider {
  issuer: string
  port: number
  /** Environment of an installation that uses it. */
  environment: Record<string, string>
  /** Claims about the signed-in person. */
  person: Claims
  /** Whether only userinfo has the email and name. */
  hasThinTokens: boolean
  /** Whether it requires and declares the client's secret in the body; otherwise the default, HTTP Basic. */
  takesSecretInBody: boolean
  misbehaviour: Misbehaviour
  /** The requested paths. */
  asked: string[]
  /** All secrets, states, codes and tokens, which must not leak. */
  secrets: string[]
  /** Follows a redirect of the browser. @returns the URL that it is sent back to */
  visit(address: string): Promise<URL>
  close(): void
}

interface Grant {
  challenge: string
  nonce: string
  person: Claims
}

const client = { id: 'sightline', secret: 'a secret+of/the:client' }
const redirectUri = 'http://sightline.test/console/api/sso/callback'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const makeKeys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid: randomBytes(4).toString('hex') } }
}

/** Signs according to RFC 7515, with ES256 unless the header says otherwise. */
export function signToken(header: object, claims: object, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** A test identity provider on loopback. It is strict with its client, and can misbehave. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const keys = makeKeys()
  /** By code and by access token. */
  const grants = new Map<string, Grant>()
  const issue = (grant: Grant) => {
    const secret = randomBytes(20).toString('base64url')
    provider.secrets.push(secret)
    grants.set(secret, grant)
    return secret
  }
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://provider').pathname
    provider.asked.push(path)
    const { answer: own = () => 'as usual' } = provider.misbehaviour
    if (own(path, response) === 'as usual') await answer(path, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...(provider.takesSecretInBody && {
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_post'],
    }),
  })

  async function answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await Array.fromAsync(request)
    const body = new URLSearchParams(Buffer.concat(chunks as Buffer[]).toString())
    const send = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    const { misbehaviour } = provider
    if (path === '/.well-known/openid-configuration') send(200, misbehaviour.metadata?.(metadata()) ?? metadata())
    else if (path === '/keys') send(200, { keys: [keys.jwk] })
    else if (path === '/authorize') authorize(new URL(request.url ?? '', issuer).searchParams, response)
    else if (path === '/token') send(...redeem(request.headers.authorization, body))
    else if (path === '/userinfo') {
      const grant = grants.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
      send(grant === undefined ? 401 : 200, grant?.person ?? {})
    } else send(404, {})
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const isRight =
      query.get('client_id') === client.id &&
      query.get('response_type') === 'code' &&
      query.get('redirect_uri') === redirectUri &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('scope')?.split(' ').includes('openid') &&
      (query.get('state') ?? '').length >= 43
    if (!isRight) return void response.writeHead(400).end()
    const grant = {
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      person: provider.person,
    }
    provider.secrets.push(query.get('state') ?? '')
    const url = new URL(redirectUri)
    url.search = new URLSearchParams({
      code: issue(grant),
      state: query.get('state') ?? '',
      iss: issuer,
    }).toString()
    provider.misbehaviour.callback?.(url)
    response.writeHead(302, { location: url.href }).end()
  }

  function redeem(authorization = '', body: URLSearchParams): [number, object] {
    const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
    // Both form-encoded (RFC 6749, 2.3.1).
    const [id, secret] = provider.takesSecretInBody
      ? [body.get('client_id'), body.get('client_secret')]
      : basic.map((part) => new URLSearchParams(`v=${part}`).get('v'))
    if (id !== client.id || secret !== client.secret) return [401, { error: 'invalid_client' }]
    const code = body.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const verifier = body.get('code_verifier') ?? ''
    provider.secrets.push(verifier, grant?.nonce ?? '')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (grant?.challenge !== challenge || body.get('redirect_uri') !== redirectUri)
      return [400, { error: 'invalid_grant' }]
    const access_token = issue(grant)
    return [200, { access_token, token_type: 'Bearer', expires_in: 600, id_token: idToken(grant) }]
  }

  function idToken({ nonce, person }: Grant): string {
    const { misbehaviour } = provider
    const iat = Math.floor(Date.now() / 1000)
    const personClaims = provider.hasThinTokens ? { sub: person.sub } : person
    const claims = { iss: issuer, aud: client.id, iat, exp: iat + 300, nonce, ...personClaims }
    const header = { alg: 'ES256', kid: keys.jwk.kid, ...misbehaviour.header }
    const token = signToken(header, misbehaviour.claims?.(claims) ?? claims, keys.privateKey)
    const sent = misbehaviour.token?.(token) ?? token
    provider.secrets.push(sent, ...sent.split('.').filter((part) => part !== ''))
    return sent
  }

  const provider: IdentityProvider = {
    issuer,
    port,
    environment: {
      PUBLIC_URL: new URL(redirectUri).origin,
      SSO_ISSUER: issuer,
      SSO_CLIENT_ID: client.id,
      SSO_CLIENT_SECRET: client.secret,
      FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${port}`,
    },
    person: {},
    hasThinTokens: false,
    takesSecretInBody: false,
    misbehaviour: {},
    asked: [],
    secrets: [client.secret],
    async visit(address) {
      const response = await fetch(address, { redirect: 'manual' })
      const back = response.headers.get('location')
      if (back === null) throw new Error(`the provider refuses the address: ${response.status} ${address}`)
      return new URL(back)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return provider
}
