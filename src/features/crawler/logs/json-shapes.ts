import shapes from './json-shapes.json' with { type: 'json' }

/** Field names in the JSON lines of one source. The first name with a value counts. */
export interface JsonShape {
  time: readonly string[]
  userAgent: readonly string[]
  address: readonly string[]
  host: readonly string[]
  /** Path and query, or a whole URL. */
  target: readonly string[]
  query: readonly string[]
  /** The method, or a whole request line. */
  request: readonly string[]
  status: readonly string[]
  bytes: readonly string[]
  referrer: readonly string[]
  /** Names unique to this source, used to detect it. */
  marks: readonly string[]
  /** Lines without this field are not requests … */
  needs?: string
  /** … nor are lines whose kind, if present, is not listed. */
  kinds?: { name: string; of: readonly string[] }
  /** Request id. Of several lines for a request, only the first counts. */
  requestId?: string
  /** Whether texts are additionally percent-encoded. */
  isEncoded?: boolean
}

/** The JSON formats by name, each with its source. CloudFront also writes tab-separated lines. */
export const jsonShapes = shapes as { [format in keyof typeof shapes]: JsonShape }
