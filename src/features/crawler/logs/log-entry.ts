/** The formats of access logs that are read, by the names that `--format` takes. */
export const logFormats = [
  'cloudflare',
  'cloudfront',
  'vercel',
  'netlify',
  'fastly',
  'json',
  'w3c',
  'combined-vhost',
  'combined',
  'common',
] as const

export type LogFormat = (typeof logFormats)[number]

/** A request as a log tells of it. What a line leaves out, or says with `-`, is null. */
export interface LogEntry {
  /** When the request came, in milliseconds since 1970. */
  timeMs: number
  userAgent: string | null
  /** The client's IP address in its canonical form; null also where the log has a name instead. */
  address: string | null
  /** Lower case, without a port. */
  host: string | null
  /** As the client sent it, percent-encoding and all, without the query. */
  path: string | null
  /** Without its question mark. */
  query: string | null
  method: string | null
  status: number | null
  bytes: number | null
  referrer: string | null
}

/** A line that tells of a request, looked at no further than needed to know that it does. */
export interface LoggedRequest {
  /** Stands for the user agent: the same text for the same one, but cheaper to have. Null where there is none. */
  agentKey: string | null
  /** Whether the line stops within its last field, as one does that is still being written. */
  isCut: boolean
  /** Everything that the line says. */
  entry(): LogEntry
}

/** Why a line cannot be taken, in words. */
export interface InvalidLine {
  problem: string
}

/** A line that tells of no request and is no fault: a comment, a header, a message of another kind. */
export const nonRequestLine = 'remark'

/** Reads the lines of one file in their order: headers hold for the lines after them. */
export interface LineParser {
  /**
   * Never throws.
   * @param line its bytes as latin1, without the end of the line; texts in the entry are read as UTF-8
   */
  look(line: string): LoggedRequest | typeof nonRequestLine | InvalidLine
}
