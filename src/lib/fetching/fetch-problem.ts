/** Why a page could not be fetched. Each kind describes the URL or its site, never a bug in Sightline. */
export type FetchProblemKind =
  /** Not a valid web URL, or one with a user name or password. */
  | 'invalid_url'
  | 'unsupported_scheme'
  | 'refused_port'
  /** The host is, or resolves to, a forbidden address. */
  | 'refused_address'
  /** The host’s name has no address, or the lookup failed. */
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  /** The response headers exceed the limit. A large body is truncated instead. */
  | 'too_large'
  /** The response is not HTTP. */
  | 'malformed'
  /** The connection closed before the response headers were complete. */
  | 'closed_early'
  /** The body does not match its content encoding. */
  | 'undecodable'
  | 'redirect_loop'
  | 'too_many_redirects'
  /** The site’s robots.txt disallows it. Set by crawlers, not by the fetcher. */
  | 'disallowed'
  /** The caller, or the end of the program, stopped it. */
  | 'aborted'

/** Hosts and codings in a message come from other servers and can have any length. */
const maxMessageLength = 300

/** A failed fetch. The message is for users: it names the host, but no address and no server response. */
export class FetchProblem extends Error {
  readonly kind: FetchProblemKind
  /** For the operator only: the refused address and the reason. */
  readonly operatorDetail: string | undefined
  /** Whether the server may have received part of the request. Set by the fetcher. */
  mayHaveArrived = false

  constructor(kind: FetchProblemKind, message: string, options: { operatorDetail?: string; cause?: unknown } = {}) {
    super(
      message.replace(/\p{C}/gu, '').slice(0, maxMessageLength),
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'FetchProblem'
    this.kind = kind
    this.operatorDetail = options.operatorDetail
  }
}

/** The error code from Node or undici, such as `ECONNREFUSED`; empty if there is none. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : ''
}

/** Whether a host certainly does not exist: its DNS lookup found no record. */
export const isUnknownHost = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA', 'ENONAME'].includes(errorCode(error))
