import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import type { CrossPageCheck, SitePages } from './site-pages.ts'

/** Values of the `category` field in the API. */
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

/** User-facing documentation. Plain text; `example` is code. */
export interface CheckDocs {
  what: string
  /** Why it matters to AI engines. */
  why: string
  how: string
  example: string
}

export interface Check {
  /** A permanent slug: stored issues reference it. */
  id: string
  name: string
  category: Category
  issue_type: 'critical' | 'error' | 'warning' | 'opportunity'
  severity: 'high' | 'medium' | 'low'
  /** One sentence about the problem of affected pages. */
  description: string
  docs: CheckDocs
  /**
   * Returns URLs of the offending elements, or true for the page as a whole. Any other value means no finding.
   * @param at when the audit ran
   */
  ofPage?(facts: PageFacts, site: SiteFacts, at: Date): readonly string[] | boolean | undefined
  /** Finds problems of the site as a whole, by URL. Called after the last page. */
  ofSite?(site: SiteFacts, pages: SitePages): Iterable<{ url: string; evidence: string[] }>
  /** Finds problems that involve several pages. */
  acrossPages?(pages: SitePages): CrossPageCheck
}

/** Declares the checks of a category. `checks.ts` lists the categories. */
export function defineChecks(category: Category, checks: readonly Omit<Check, 'category'>[]): Check[] {
  return checks.map((check) => ({ ...check, category }))
}
