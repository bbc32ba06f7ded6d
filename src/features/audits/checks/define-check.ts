import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import type { CrossPageCheck, SitePages } from './site-pages.ts'

/** What issues are about, as `category` names it in the API. */
export const categories = [
  'status',
  'redirects',
  'indexability',
  'ai_access',
  'title',
  'meta_description',
  'headings',
  'links',
  'images',
  'language',
  'structured_data',
  'content',
  'security',
  'speed',
  'sitemaps',
  'social',
  'viewport',
  'url',
] as const

export type Category = (typeof categories)[number]

/** What a reader of an issue is told. Plain text; `example` is code, shown as it is. */
export interface CheckDocs {
  what: string
  /** Why it matters to AI engines. */
  why: string
  how: string
  example: string
}

export interface Check {
  /** A slug that stays: stored issues are known by it. */
  id: string
  name: string
  category: Category
  issue_type: 'critical' | 'error' | 'warning' | 'opportunity'
  severity: 'high' | 'medium' | 'low'
  /** One sentence on what is wrong with the pages that have it. */
  description: string
  docs: CheckDocs
  /**
   * The addresses of the offending elements, or true where it is the page as a whole. Anything else: all is well.
   * @param at when the audit was made
   */
  ofPage?(facts: PageFacts, site: SiteFacts, at: Date): readonly string[] | boolean | undefined
  /** What is wrong with the site as a whole, by the address that it shows at. After the last page. */
  ofSite?(site: SiteFacts, pages: SitePages): Iterable<{ url: string; evidence: string[] }>
  /** For faults that a page has only beside others. */
  acrossPages?(pages: SitePages): CrossPageCheck
}

/** Declares the checks of a category. `checks.ts` lists the categories. */
export function defineChecks(category: Category, checks: readonly Omit<Check, 'category'>[]): Check[] {
  return checks.map((check) => ({ ...check, category }))
}
