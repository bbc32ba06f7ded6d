/** A problem of one page. */
export interface Finding {
  /** Slug of the check. */
  check: string
  url: string
  title: string | null
  /** URLs of the offending elements; empty if the page as a whole is affected. */
  evidence: string[]
}
