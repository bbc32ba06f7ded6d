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
  /** What to do, in a few words. */
  fix: string
  /** User-facing documentation. Plain text; `example` is code. */
  docs: {
    what: string
    /** Why it matters to AI engines. */
    why: string
    how: string
    example: string
  }
}

/**
 * Returns URLs of the offending elements, or true for the page as a whole. Any other value means no finding.
 * @param at when the audit ran
 */
type PageCheck = (facts: PageFacts, site: SiteFacts, at: Date) => readonly string[] | boolean | undefined

interface CheckCode {
  ofPage?: PageCheck
  /** Finds problems of the site as a whole, by URL. Called after the last page. */
  ofSite?(site: SiteFacts, pages: SitePages): Iterable<{ url: string; evidence: string[] }>
  /** Finds problems that involve several pages. */
  acrossPages?(pages: SitePages): CrossPageCheck
}

/** The id of a check, a permanent slug: stored issues reference it. */
type CheckId = keyof typeof texts

export interface Check extends CheckCode, CheckTexts {
  id: CheckId
  category: Category
}

/** Declares the checks of a category by id. A function checks a page. `checks.ts` lists the categories. */
export const defineChecks = (
  category: Category,
  checks: Readonly<Partial<Record<CheckId, PageCheck | Omit<CheckCode, 'ofPage'>>>>,
): Check[] =>
  Object.entries(checks).map(([name, check]) => {
    const id = name as CheckId
    const code = typeof check === 'function' ? { ofPage: check } : check
    return { id, ...code, ...(texts[id] as CheckTexts), category }
  })
