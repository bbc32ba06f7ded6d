import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Adapter, Configuration, Provider } from 'oidc-provider'
import {
  type AuthorizationServer,
  clientAuthMethods,
  consentPath,
  defaultScopes,
  grantableScopes,
  oauthPaths,
  type RequestFacts,
  resourceOf,
} from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { storedArtifacts } from './artifacts.ts'
import { isClientSecret, problemOfClient, problemOfRedirects, redirectLabel, storedClients } from './clients.ts'
import { endConnection, findGrant, idleDays, requestSeconds } from './connections.ts'
import { documentFetch, TransientFetchError } from './fetch-document.ts'
import { isReplayAllowed, successorOf } from './refresh-tokens.ts'
import { nameOf, saveRequestingClient } from './requests.ts'

type Library = typeof import('oidc-provider')

const accessTokenSeconds = 900
const codeSeconds = 60
const daySeconds = 86_400
const resumeCookie = 'sightline_connect'

/**
 * OAuth 2.1 by oidc-provider, loaded at the first request, when the public URL is known. It holds no
 * sessions: the person signed in to the console in the requesting browser answers.
 */
export function createAuthorizationServer(services: Services): AuthorizationServer {
  const facts = new WeakMap<IncomingMessage, RequestFacts>()
  let made: { address: string; provider: Promise<Provider> } | undefined
  const provider = () => {
    const address = services.address()
    if (made?.address !== address) {
      made = { address, provider: openProvider(services, (request) => facts.get(request)) }
      // Retries a failed start with the next request.
      made.provider.catch(() => {
        made = undefined
      })
    }
    return made.provider
  }
  return {
    async answer(request, response, known) {
      facts.set(request, known)
      const { protocol, host } = new URL(services.address())
      // Overrides proxy headers: the library builds URLs and cookie flags from them.
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      request.headers['x-forwarded-host'] = host
      await (await provider()).callback()(request, response)
    },
  }
}

type FactsOf = (request: IncomingMessage) => RequestFacts | undefined

async function openProvider(services: Services, factsOf: FactsOf): Promise<Provider> {
  const library = await import('oidc-provider')
  const configuration = { ...storage(services, library), ...rules(services, library, factsOf) }
  const provider = new library.Provider(services.address(), configuration)
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(given: string) {
    return isClientSecret(given, this.clientSecret ?? '')
  }
  chooseSuccessors(services, library, provider)
  reportTransientErrors(library, provider)
  // Sends no redirect before consent: the app alone chose its target (RFC 9700, 4.11.2).
  provider.on('authorization.error', (ctx, error) => {
    if (ctx.oidc.route === 'authorization') Object.assign(error, { allow_redirect: false })
  })
  provider.use(async (ctx, next) => {
    await next()
    keepResumeCookie(ctx)
  })
  const log = (error: unknown) => services.log.error({ err: error }, 'the authorization server failed')
  provider.on('server_error', (_ctx, error) => log(error))
  const events: EventEmitter = provider
  events.on('error', log)
  provider.on('grant.revoked', ({ oidc: { route } }, connection) =>
    // Revoked by its app or, at the token endpoint, because a code or refresh token was reused.
    services.log[route === 'token' ? 'warn' : 'info']({ connection, route }, 'connection revoked'),
  )
  return provider
}

/** Derives each refresh token from the one that it replaces. */
function chooseSuccessors(services: Services, { Provider }: Library, { RefreshToken }: Provider): void {
  const made: { generateTokenId(): string } = RefreshToken.prototype as never
  const { generateTokenId } = made
  made.generateTokenId = function generate() {
    const replaced = Provider.ctx?.oidc.entities.RotatedRefreshToken
    return replaced === undefined ? generateTokenId.call(this) : successorOf(services, replaced.jti)
  }
}

/** Reports an unreachable client document as temporary: on `invalid_client`, apps discard their sign-in. */
function reportTransientErrors({ Provider, errors }: Library, { Client }: Provider): void {
  const { find } = Client
  Client.find = async function findOrReport(id) {
    try {
      return await find.call(this, id)
    } catch (error) {
      const { ctx } = Provider
      // Prevents a second client lookup while the library renders the error.
      if (ctx !== undefined) Object.assign(ctx.oidc, { noclient: true })
      const { cause } = error as Error
      if (!(cause instanceof TransientFetchError)) throw error
      ctx?.set('retry-after', String(cause.retryAfterSeconds))
      const failure = new errors.TemporarilyUnavailable('the client metadata document cannot be fetched')
      throw Object.assign(failure, { status: 503, statusCode: 503 })
    }
  }
}

/** Drops cookies of the library's own sessions, which are not stored. */
function keepResumeCookie(ctx: Parameters<Parameters<Provider['use']>[0]>[0]): void {
  const set = [ctx.response.headers['set-cookie'] ?? []].flat() as string[]
  const kept = set.filter((cookie) => cookie.startsWith(resumeCookie))
  ctx.remove('set-cookie')
  if (kept.length > 0) ctx.set('set-cookie', kept)
}

/** Storage and signing keys. Signatures leave this server only in cookies. */
function storage(services: Services, { errors }: Library): Configuration {
  const spent = () => new errors.InvalidGrant('already used, or its connection has ended')
  const none: Partial<Adapter> = {
    upsert: async () => {},
    find: async () => undefined,
    destroy: async () => {},
  }
  const grants: Partial<Adapter> = {
    find: (id) => findGrant(services, id),
    destroy: (id) => endConnection(services.db, id),
  }
  const special: Record<string, Partial<Adapter>> = {
    Client: storedClients(services),
    Grant: grants,
    RefreshToken: storedArtifacts(services, 'RefreshToken', {
      spent,
      mayRepeat: (token, usedAt) => isReplayAllowed(services, token, usedAt),
    }),
    Session: { ...none, findByUid: async () => undefined },
  }
  return {
    adapter: (kind) => (special[kind] ?? storedArtifacts(services, kind, { spent })) as Adapter,
    jwks: { keys: [signingKey(services)] },
    cookies: {
      keys: [services.sign('oauth', 'cookies').toString('base64url')],
      names: { resume: resumeCookie },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
  }
}

/** PKCS #8 of an Ed25519 key, up to the 32 bytes that are the key (RFC 8410, 7). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The library requires a key to sign identity tokens, which we never issue. Derived from a secret. */
function signingKey({ sign }: Services) {
  const der = Buffer.concat([ed25519Prefix, sign('oauth', 'signing key')])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { ...createPublicKey(key).export({ format: 'jwk' }), ...key.export({ format: 'jwk' }) } as never
}

function rules(services: Services, library: Library, factsOf: FactsOf): Configuration {
  return {
    responseTypes: ['code'],
    scopes: [...grantableScopes, 'offline_access'],
    clientAuthMethods: [...clientAuthMethods],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    clientBasedCORS: () => false,
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    routes: { ...oauthPaths, jwks: '/oauth/jwks', end_session: '/oauth/end' },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      RefreshToken: idleDays * daySeconds,
      Interaction: requestSeconds,
      Session: requestSeconds,
      Grant: daySeconds,
      IdToken: accessTokenSeconds,
    },
    fetch: documentFetch(services, () => {
      const { ctx } = library.Provider
      return (ctx && factsOf(ctx.req)?.address) ?? ''
    }),
    extraClientMetadata: clientRules(library),
    features: features(services, library),
    ...consent(services, library, factsOf),
  }
}

/** Consent: where to ask a person, and which answers count. */
function consent(services: Services, library: Library, factsOf: FactsOf): Configuration {
  return {
    interactions: {
      policy: policyOf(library),
      async url(ctx, { uid }) {
        const { clientId, clientName } = ctx.oidc.client ?? { clientId: '', clientName: undefined }
        const place = redirectLabel(String(ctx.oidc.params?.redirect_uri))
        await saveRequestingClient(services, uid, {
          id: clientId,
          name: nameOf(clientId, clientName, place),
          place,
        })
        return `${consentPath}?request=${uid}`
      },
    },
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    async loadExistingGrant(ctx) {
      const grantId = ctx.oidc.result?.consent?.grantId
      const grant = grantId === undefined ? undefined : await ctx.oidc.provider.Grant.find(grantId)
      if (grant === undefined || grant.accountId === factsOf(ctx.req)?.personId) return grant
      // Approved for a request of another browser: the person was tricked into it.
      await endConnection(services.db, grantId as string)
      return undefined
    },
    async renderError(ctx, out, error) {
      // Browsers get a page. Apps get JSON, whatever they accept.
      if (ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html') {
        ctx.status = 303
        const isOver = error instanceof library.errors.SessionNotFound
        ctx.redirect(`${consentPath}?problem=${encodeURIComponent(isOver ? 'session_not_found' : out.error)}`)
      } else ctx.body = out
    },
  }
}

/** The library calls the validator once per property, before all other checks. */
const clientRules = ({ errors }: Library): Configuration['extraClientMetadata'] => ({
  properties: ['software_id'],
  validator(_ctx, _name, _value, metadata) {
    const problem = problemOfClient(metadata) ?? problemOfRedirects(metadata)
    // The library returns `invalid_redirect_uri` if the problem starts with `redirect_uris`.
    if (problem !== undefined) throw new errors.InvalidClientMetadata(problem)
    // Restricts http to the person's own machine, on any port (RFC 8252, 7.3).
    metadata.application_type = 'native'
    // Each request names its scopes; unknown scope names do not reject a client.
    delete metadata.scope
  },
})

function features(services: Services, library: Library): Configuration['features'] {
  const off = { enabled: false }
  return {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: resourceIndicators(services, library),
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: { min: 60, max: 3600 },
    },
  } as Configuration['features']
}

/** Tokens are valid only for the MCP endpoint. */
function resourceIndicators(services: Services, { errors }: Library) {
  return {
    enabled: true,
    defaultResource: async (_ctx: unknown, _client: unknown, several?: string[]) => several ?? resourceOf(services),
    useGrantedResource: async () => true,
    async getResourceServerInfo(_ctx: unknown, resource: string) {
      if (resource !== resourceOf(services))
        throw new errors.InvalidTarget(`the only resource is ${resourceOf(services)}`)
      return {
        scope: grantableScopes.join(' '),
        audience: resource,
        accessTokenFormat: 'opaque' as const,
        accessTokenTTL: accessTokenSeconds,
      }
    },
  }
}

/** Requires consent for every request. Requests without a known scope get the default scopes. */
function policyOf({ interactionPolicy: { Prompt, Check } }: Library) {
  const isUnanswered = new Check('unanswered', 'a person must approve the request', (ctx) => {
    const { params, result } = ctx.oidc
    const asked = String(params?.scope ?? '').split(' ')
    if (params !== undefined && !grantableScopes.some((scope) => asked.includes(scope)))
      params.scope = defaultScopes.join(' ')
    return result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
  })
  return [
    new Prompt({ name: 'consent', requestable: true }, isUnanswered),
    // Some apps request these prompts by name. The consent page asks the person to sign in anyway.
    new Prompt({ name: 'login', requestable: true }),
    new Prompt({ name: 'select_account', requestable: true }),
  ]
}
