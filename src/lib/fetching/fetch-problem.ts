/** Why a page could not be fetched. Each is a finding about the address or its site, none a fault of this program. */
export type FetchProblemKind =
  /** Not an address of a web page: unreadable, or with a user name or password in it. */
  | 'invalid_url'
  | 'unsupported_scheme'
  | 'refused_port'
  /** The host is, or leads to, an address that must not be reached. */
  | 'refused_address'
  /** The host’s name has no address, or could not be looked up. */
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  /** The headers of the response are larger than is read. A large body is no problem but cut off. */
  | 'too_large'
  /** The response is not HTTP. */
  | 'malformed'
  /** The connection ended before there was a whole response header. */
  | 'closed_early'
  /** The body is not in the encoding that the response names. */
  | 'undecodable'
  | 'redirect_loop'
  | 'too_many_redirects'
  /** The site’s robots.txt asks not to fetch it: crawlers heed that, the fetcher does not know. */
  | 'disallowed'
  /** The caller, or the end of the program, stopped it. */
  | 'aborted'

/** Hosts and codings that a message names come from other servers as well, and may be of any length. */
const maxMessageLength = 300

/**
 * A fetch that gave no page. The message is for users: it names the host and never an address it led to, nor what the
 * server said.
 */
export class FetchProblem extends Error {
  readonly kind: FetchProblemKind
  /** What only the operator may read: the address that was refused, and why. */
  readonly operatorDetail: string | undefined
  /** Whether the server may have received the request or a part of it. The fetcher says so. */
  mayHaveArrived = false

  constructor(
    kind: FetchProblemKind,
    message: string,
    options: { operatorDetail?: string; cause?: unknown } = {},
  ) {
    super(
      message.replace(/\p{C}/gu, '').slice(0, maxMessageLength),
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'FetchProblem'
    this.kind = kind
    this.operatorDetail = options.operatorDetail
  }
}

/** The code that Node and undici give an error, such as `ECONNREFUSED`, or the empty text. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : ''
}

/** Whether it is certain that a host does not exist: its name was looked up, and there is none. */
export const isUnknownHost = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ENONAME'].includes(errorCode(error))
