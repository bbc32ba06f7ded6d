import type { SiteFacts } from '../../../../lib/site/crawling/site-facts.ts'
import type { PageOptions } from './site.ts'

/** A site that has a fault, and one that nearly has it. Each is a well-made site of two pages, `/` and `/guide`, but for what is told. */
export interface CheckCase {
  check: string
  pages?: PageOptions[]
  site?: Partial<SiteFacts>
  /** All that the check finds: evidence by address. */
  finds: Record<string, string[]>
  /** The site without the fault; the well-made one where not given. */
  finePages?: PageOptions[]
  fineSite?: Partial<SiteFacts>
}

export const at = (path: string): string => new URL(path, 'https://shop.example/').href
