/** Something about one page that its owner should know. */
export interface Finding {
  /** The id of the check that found it: a slug. */
  check: string
  url: string
  title: string | null
  /** Addresses of the offending elements; empty where it is the page as a whole. */
  evidence: string[]
}
