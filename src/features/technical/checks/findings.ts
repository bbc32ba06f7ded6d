import type { Finding, SiteFacts } from '../audit-types.ts'
import type { PageFacts } from '../pages/index.ts'
import { checks } from './checks.ts'
import { createHeldFindings } from './held-findings.ts'
import { createSitePages } from './site-pages.ts'

export interface Findings {
  /** Takes in what was found at an address of the site, or at one that it links to. In any order, each once. */
  add(facts: PageFacts): void
  /** What all checks have found: within pages, on the site, and across pages. Once, after the last page. */
  finish(): Iterable<Finding>
}

/** Elements that a finding names; pages with more have the same fault over and over. */
const mostEvidence = 200

/**
 * Puts everything that an audit has read through all checks. Of pages it keeps their address, title and hashes, of
 * links a few bytes, and of findings what zstd leaves: 100,000 pages take less than 250 MB.
 */
export function createFindings(site: SiteFacts): Findings {
  const pages = createSitePages(site)
  const held = createHeldFindings()
  const ofPage = checks.filter((check) => check.ofPage !== undefined)
  const across = checks.flatMap(({ id, acrossPages }) =>
    acrossPages === undefined ? [] : [{ check: id, across: acrossPages(pages) }],
  )

  return {
    add(facts) {
      const page = pages.add(facts)
      if (page === undefined) return
      for (const { id, ofPage: look } of ofPage) {
        const evidence = look?.(facts, site)
        if (evidence !== undefined) held.push(finding(id, facts.url, pages.title(page), evidence))
      }
      for (const { across: accumulator } of across) accumulator.add?.(facts, page)
    },
    *finish() {
      yield* held.all()
      for (const { id, ofSite } of checks) {
        for (const { url, evidence } of ofSite?.(site) ?? []) yield finding(id, url, null, evidence)
      }
      for (const { check, across: accumulator } of across) {
        for (const { page, evidence } of accumulator.finish()) {
          yield finding(check, pages.url(page), pages.title(page), evidence)
        }
      }
    },
  }
}

function finding(check: string, url: string, title: string | null, evidence: readonly string[]): Finding {
  return { check, url, title, evidence: [...new Set(evidence)].slice(0, mostEvidence) }
}
