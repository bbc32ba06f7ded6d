import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import type { CrossPageCheck, SitePages } from './site-pages.ts'
import texts from './texts.json' with { type: 'json' }

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

/** What people read about a check. `texts.json` holds it, by the check's id. */
interface CheckTexts {
  name: string
  issue_type: 'critical' | 'error' | 'warning' | 'opportunity'
  severity: 'high' | 'medium' | 'low'
  /** One sentence about the problem of affected pages. */
  description: string
  /** User-facing documentation. Plain text; `example` is code. */
  docs: {
    what: string
    /** Why it matters to AI engines. */
    why: string
    how: string
    example: string
  }
}

interface CheckCode {
  /** A permanent slug: stored issues reference it. */
  id: keyof typeof texts
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

export interface Check extends CheckCode, CheckTexts {
  category: Category
}

/** Declares the checks of a category. `checks.ts` lists the categories. */
export function defineChecks(category: Category, checks: readonly CheckCode[]): Check[] {
  return checks.map((check) => ({ ...check, ...(texts[check.id] as CheckTexts), category }))
}
