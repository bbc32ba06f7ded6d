import type { SiteFacts } from '../../../../lib/site/crawling/site-facts.ts'
import type { PageOptions } from './site.ts'

/** A site with a fault, and one that nearly has it. Both are the well-made site, `/` and `/guide`, with changes. */
export interface CheckCase {
  check: string
  pages?: PageOptions[]
  site?: Partial<SiteFacts>
  /** All findings of the check: evidence by URL. */
  finds: Record<string, string[]>
  /** The site without the fault. Defaults to the well-made site. */
  finePages?: PageOptions[]
  fineSite?: Partial<SiteFacts>
}

export const at = (path: string): string => new URL(path, 'https://shop.example/').href
