import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { z } from 'zod'
import type { Services } from '../../../kernel/context.ts'
import { type RefusalCode, SignInRefusal } from '../../../kernel/single-sign-on.ts'
import { FetchProblem } from '../../../lib/fetching/fetch-problem.ts'
import { createFetcher, type PostingFetcher } from '../../../lib/fetching/fetcher.ts'
import { version } from '../../../lib/version.ts'
import type { Attempt } from './attempt.ts'
import { providerFetch, TruncatedResponseError } from './provider-fetch.ts'
import type { SingleSignOnSettings } from './settings.ts'

/** Codes of openid-client for responses that are not OpenID Connect. */
const isTransportError = /^OAUTH_(RESPONSE_IS_NOT_|PARSE_ERROR|TIMEOUT|ABORT)/

/**
 * Explains why the provider's part of a sign-in failed. Takes only codes and fixed messages from the errors of
 * openid-client: their causes hold tokens and provider responses.
 * @param otherwise the code if the error does not determine one
 */
function refusalOf(error: unknown, otherwise: RefusalCode): SignInRefusal {
  for (const cause of causesOf(error)) {
    if (cause instanceof SignInRefusal) return cause
    if (cause instanceof FetchProblem)
      return new SignInRefusal('provider_unavailable', [cause.message, cause.operatorDetail].join('; '))
    if (cause instanceof TruncatedResponseError) return new SignInRefusal('provider_unavailable', cause.message)
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)
      return new SignInRefusal('provider_refused', `the provider returned ${errorCode(cause.error)}`)
  }
  const code = error instanceof ClientError ? (error.code ?? '') : ''
  return new SignInRefusal(isTransportError.test(code) ? 'provider_unavailable' : otherwise, messageOf(error))
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause)
  return causes
}

/** An error code of RFC 6749 or OpenID Connect. Anything else could repeat the request. */
const errorCode = (code: string) => (/^[a-z_]{1,50}$/.test(code) ? code : 'an unknown error')

function messageOf(error: unknown): string | undefined {
  const own = causesOf(error).filter(
    (cause) =>
      cause instanceof ClientError ||
      ['OperationProcessingError', 'UnsupportedOperationError'].includes((cause as Error).name),
  )
  const words = own.map((cause) => (cause as Error).message)
  return words.length > 0 ? words.join(': ') : (error as Error).name
}

/** How long discovered provider metadata is cached. */
const cachedMs = 3_600_000
const scope = 'openid email profile'

/** The identity that the provider asserts. */
export interface Identity {
  issuer: string
  subject: string
  email: unknown
  isVerified: boolean
  name: unknown
}

interface Provider {
  /** URL of the provider's sign-in page for an attempt. @throws SignInRefusal */
  addressFor(attempt: Attempt): Promise<string>
  /** The identity in the provider's callback, after all checks of OpenID Connect. @throws SignInRefusal */
  identify(query: string, attempt: Attempt): Promise<Identity>
}

/** @param timeoutMs for each request to the provider */
export function openProvider(services: Services, settings: SingleSignOnSettings, timeoutMs: number): Provider {
  const redirectUri = () => `${services.address()}/console/api/sso/callback`
  const fetch = providerFetch(openFetcher(services, settings.issuer), timeoutMs, services.closing)
  const configuration = cacheForHour(services.now, () => discover(settings, fetch, timeoutMs))
  return {
    async addressFor({ state, nonce, verifier }) {
      try {
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri(),
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return url.href
      } catch (error) {
        throw refusalOf(error, 'provider_unavailable')
      }
    },
    async identify(query, attempt) {
      const known = await configuration().catch((error) => {
        throw refusalOf(error, 'provider_unavailable')
      })
      try {
        return await exchange(known, new URL(`${redirectUri()}${query}`), attempt, settings.verifiedClaim)
      } catch (error) {
        throw refusalOf(error, 'answer_invalid')
      }
    },
  }
}

function discover(
  { issuer, clientId, clientSecret }: SingleSignOnSettings,
  fetch: CustomFetch,
  timeoutMs: number,
): Promise<Configuration> {
  return discovery(issuer, clientId, {}, authenticateWith(clientSecret), {
    [customFetch]: fetch,
    // In seconds. Includes the wait for a connection to the provider.
    timeout: (2 * timeoutMs) / 1000,
    // The settings allow http only for loopback. Verifies signatures, although tokens come from the provider.
    execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

function openFetcher({ config, resolveHost, closing }: Services, { port }: URL): PostingFetcher {
  const fetcher = createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    ports: [80, 443, ...(port === '' ? [] : [Number(port)])],
    connectionsPerOrigin: 20,
    resolve: resolveHost,
  })
  closing.addEventListener('abort', fetcher.close, { once: true })
  return fetcher
}

/**
 * Sends the client secret in the body if the provider supports it: not all decode HTTP Basic, the default of
 * RFC 8414, as RFC 6749 requires.
 */
const authenticateWith =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = [] } = server
    const authenticate = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic
    authenticate(secret)(server, ...request)
  }

/** Caches a promise for an hour from its first use. Does not cache failures. */
function cacheForHour<T>(now: () => Date, make: () => Promise<T>): () => Promise<T> {
  let kept: { made: Promise<T>; until: number } | undefined
  return () => {
    if (kept !== undefined && kept.until > now().getTime()) return kept.made
    const made = make()
    const own = { made, until: now().getTime() + cachedMs }
    kept = own
    made.catch(() => {
      if (kept === own) kept = undefined
    })
    return made
  }
}

/** An ASCII identifier at the provider (OpenID Connect Core, 2). */
const identityText = z.string().regex(/^[\x20-\x7e]{1,255}$/)

async function exchange(
  configuration: Configuration,
  currentUrl: URL,
  { state, nonce, verifier }: Attempt,
  verifiedClaim: string,
): Promise<Identity> {
  const tokens = await authorizationCodeGrant(configuration, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const [issuer, subject] = [identityText.safeParse(claims?.iss), identityText.safeParse(claims?.sub)]
  if (claims === undefined || !issuer.success || !subject.success)
    throw new SignInRefusal('answer_invalid', 'iss and sub must be ASCII of at most 255 characters')
  // Many providers omit the address from the token (OpenID Connect Core, 5.4).
  const isFull = claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined
  const profile = isFull ? claims : await fetchUserInfo(configuration, tokens.access_token, subject.data)
  return {
    issuer: issuer.data,
    subject: subject.data,
    email: profile.email,
    isVerified: isAffirmative(verifiedClaim, profile[verifiedClaim]),
    name: profile.name,
  }
}

/** `email_verified` is a boolean (OpenID Connect Core, 5.1). Other claims vary: Entra ID sends 1. */
const isAffirmative = (claim: string, value: unknown) =>
  value === true || (claim !== 'email_verified' && [1, '1', 'true'].includes(value as string | number))
