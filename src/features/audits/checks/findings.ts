import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import type { Finding } from '../finding.ts'
import { addressFlag, noAddressId } from './across-pages/address-book.ts'
import { checks } from './checks.ts'
import { createCompressedFindings } from './compressed-findings.ts'
import { createSitePages, type PageLinkKind, type SitePages } from './site-pages.ts'

export interface Findings {
  /** Takes in what was found at an address of the site, or at one that it links to. In any order, each once. */
  add(facts: PageFacts): void
  /** What all checks have found: within pages, on the site, and across pages. Once, after the last page. */
  finish(): Iterable<Finding>
  /** The checks whose faults are those of the addresses that pages lead to. */
  ofTargets: readonly string[]
  /**
   * Those earlier findings of such checks of which nobody knows whether they are still so, with the part of their evidence that
   * the page still leads to and that could not be looked at. After `finish`.
   */
  undecided(earlier: readonly EarlierFinding[]): Iterable<{ id: string; evidence: string[] }>
}

export interface EarlierFinding extends Pick<Finding, 'check' | 'url' | 'evidence'> {
  id: string
}

/** What is known of an address that gave any answer, or is broken. */
const answered = addressFlag.good | addressFlag.broken | addressFlag.redirects | addressFlag.heavy

/** Elements that a finding names; pages with more have the same fault over and over. */
export const maxEvidence = 200

/**
 * Puts everything that an audit has read through all checks. Of pages it keeps their address, title and hashes, of
 * links a few bytes, and of findings what zstd leaves: 100,000 pages take less than 250 MB.
 * @param at when the audit was made
 */
export function createFindings(site: SiteFacts, at: Date): Findings {
  const pages = createSitePages(site)
  const ofPages = createCompressedFindings()
  const ofPage = checks.filter((check) => check.ofPage !== undefined)
  const across = checks.flatMap(({ id, acrossPages }) =>
    acrossPages === undefined ? [] : [{ check: id, across: acrossPages(pages) }],
  )

  return {
    add(facts) {
      const page = pages.add(facts)
      if (page === undefined) return
      for (const { id, ofPage: look } of ofPage) {
        const found = look?.(facts, site, at) ?? false
        const evidence = typeof found === 'boolean' ? [] : found
        if (found === true || evidence.length > 0)
          ofPages.push(finding(id, facts.url, pages.title(page), evidence))
      }
      for (const { across: accumulator } of across) accumulator.add?.(facts, page)
    },
    *finish() {
      yield* ofPages.all()
      for (const { id, ofSite } of checks) {
        for (const { url, evidence } of ofSite?.(site, pages) ?? []) yield finding(id, url, null, evidence)
      }
      for (const { check, across: accumulator } of across) {
        for (const { page, evidence } of accumulator.finish()) {
          yield finding(check, pages.url(page), pages.title(page), evidence)
        }
      }
    },
    ofTargets: across.flatMap(({ check, across }) => (across.leadsBy === undefined ? [] : [check])),
    *undecided(earlier) {
      const byCheck = Map.groupBy(earlier, ({ check }) => check)
      for (const {
        check,
        across: { leadsBy },
      } of across)
        if (leadsBy !== undefined) yield* undecidedOf(pages, leadsBy, byCheck.get(check) ?? [])
    },
  }
}

function finding(check: string, url: string, title: string | null, evidence: readonly string[]): Finding {
  return { check, url, title, evidence: [...new Set(evidence)].slice(0, maxEvidence) }
}

function* undecidedOf(
  pages: SitePages,
  leadsBy: PageLinkKind,
  earlier: readonly EarlierFinding[],
): Iterable<{ id: string; evidence: string[] }> {
  const { find, flags, isWhole } = pages.addresses
  const leads = pages[leadsBy]
  const isAllKnown = isWhole() && leads.isWhole()
  const isUnknown = (address: number) => address !== noAddressId && (flags(address) & answered) === 0
  const open = earlier.map(({ id, url, evidence }) => {
    const addresses = evidence.map((text) => ({ text, address: find(text) }))
    return {
      id,
      url,
      unknown: addresses.filter(({ address }) => isUnknown(address) || !(isAllKnown || address)),
    }
  })
  const waiting = open.filter(({ unknown }) => unknown.length > 0)
  if (!isAllKnown)
    for (const { id, unknown } of waiting) yield { id, evidence: unknown.map(({ text }) => text) }
  if (!isAllKnown || waiting.length === 0) return
  const byPage = Map.groupBy(waiting, ({ url }) => url)
  const wanted = new Set(waiting.flatMap(({ unknown }) => unknown.map(({ address }) => address)))
  for (const { page, addresses } of leads.leadingTo((address) => wanted.has(address)))
    for (const { id, unknown } of byPage.get(pages.url(page)) ?? []) {
      const still = unknown.filter(({ address }) => addresses.includes(address))
      if (still.length > 0) yield { id, evidence: still.map(({ text }) => text) }
    }
}
