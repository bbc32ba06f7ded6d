import type { SignedRequest } from '../../../lib/bots/index.ts'
import type { ReferralText } from '../../../lib/referrals/classify.ts'
import { logShapes } from './log-shapes.ts'

export type LogFormat = keyof typeof logShapes | 'combined-vhost' | 'combined' | 'common'

/** Supported access log formats, as named in `--format`. */
export const logFormats: readonly LogFormat[] = [
  ...(Object.keys(logShapes) as (keyof typeof logShapes)[]),
  ...(['combined-vhost', 'combined', 'common'] as const),
]

/** A logged request. Missing fields and `-` are null. */
export interface LogEntry {
  /** Time of the request, in milliseconds since 1970. */
  timeMs: number
  userAgent: string | null
  /** The client's canonical IP address; null if the log has a host name instead. */
  address: string | null
  /** Lower case, without a port. */
  host: string | null
  /** As sent by the client, percent-encoded, without the query. */
  path: string | null
  /** Without its question mark. */
  query: string | null
  method: string | null
  status: number | null
  bytes: number | null
  referrer: string | null
  signed?: SignedRequest | undefined
}

/** A line with a request, parsed only as far as needed to detect it: slices would take most of the time of reading. */
export interface LoggedRequest extends ReferralText {
  timeMs: number
  /** Cache key of the user agent, cheaper to compute. Null without a user agent. */
  agentKey: string | null
  /** Whether the line ends within its last field, for example because it is still being written. */
  isCut: boolean
  isSigned?: boolean
  /** The same for all lines of a client. Undefined if its address is unknown. Cheaper than the entry. */
  addressHash(): number | undefined
  /** Parses the whole line. */
  entry(): LogEntry
}

/** The reason for rejecting a line. */
export interface InvalidLine {
  problem: string
}

/** A valid line without a request: a comment, a header or another kind of message. */
export const nonRequestLine = 'remark'

/** Parses the lines of one file in order: headers apply to the lines after them. */
export interface LineParser {
  /**
   * Never throws.
   * @param line bytes as latin1, without the line end; texts in the entry are decoded as UTF-8
   */
  look(line: string): LoggedRequest | typeof nonRequestLine | InvalidLine
}
