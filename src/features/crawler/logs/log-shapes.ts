import shapes from './log-shapes.json' with { type: 'json' }

/** The headers of a signed request (Web Bot Auth). Few logs have them. */
export const signatureFields = ['signature', 'signature-input', 'signature-agent'] as const

/** The fields of a request. A path can be a whole URL, and a method a whole request line. */
export const requestFields = [
  ...(['time', 'user-agent', 'path', 'query', 'method'] as const),
  ...(['status', 'bytes', 'referrer', 'address', 'host'] as const),
  ...signatureFields,
]

export type RequestField = (typeof requestFields)[number]

/** The names of each field in the lines of one format. The first name with a value counts. */
export interface LogShape extends Readonly<Record<RequestField, readonly string[]>> {
  /** Names unique to this format, used to detect it. Formats with `clues` or a `pattern` need none. */
  marks: readonly string[]
  /** Lines without this field are not requests … */
  needs?: string
  /** … nor are lines whose kind, if present, is not listed. */
  kinds?: { name: string; of: readonly string[] }
  /** Request id. Of several lines for a request, only the first counts. */
  requestId?: string
  /** Additional encoding of texts: percent-encoding, or of user agents only, possibly with plus signs for spaces. */
  encoding?: 'percent' | 'plus'
  /** Addresses that match this regular expression were made anonymous and prove nothing. */
  masked?: string
  /** How to name the values of lines that are not JSON. Without it, all lines are JSON. */
  text?: TextLines
}

export interface TextLines {
  /** The file names its columns in `#Fields:` lines (W3C), or in its first line. */
  header?: 'fields' | 'names'
  /** Detected if missing. Fields in quotes may contain it. */
  delimiter?: string
  /** Fixed columns; files may have more at the end. Of several lists, the longest that fits counts. */
  columns?: readonly (readonly string[])[]
  /** Regular expressions that the values of columns match. */
  clues?: Readonly<Record<string, string>>
  /** A regular expression whose groups name the values. */
  pattern?: string
  /** Columns that the first line must name. Defaults to one of the marks. */
  required?: readonly string[]
}

/** The formats by name, each with its source. Earlier ones win if several fit. */
export const logShapes = shapes as { readonly [format in keyof typeof shapes]: LogShape }
