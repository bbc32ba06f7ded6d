import type { Finding, SiteFacts } from '../audit-types.ts'
import type { PageFacts } from '../pages/index.ts'
import { addressFlag, unnumbered } from './address-book.ts'
import { checks } from './checks.ts'
import { createHeldFindings } from './held-findings.ts'
import { createSitePages } from './site-pages.ts'

export interface Findings {
  /** Takes in what was found at an address of the site, or at one that it links to. In any order, each once. */
  add(facts: PageFacts): void
  /** What all checks have found: within pages, on the site, and across pages. Once, after the last page. */
  finish(): Iterable<Finding>
  /**
   * Ids of those earlier findings of which nobody knows whether they are still so: the page still has an element that was
   * found fault with, and where it leads could not be looked at. After `finish`.
   */
  undecided(earlier: readonly EarlierFinding[]): Iterable<string>
}

export interface EarlierFinding extends Pick<Finding, 'check' | 'url' | 'evidence'> {
  id: string
}

/** What is known of an address that gave any answer, or is broken. */
const answered = addressFlag.good | addressFlag.broken | addressFlag.redirects | addressFlag.heavy

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
    *undecided(earlier) {
      const { find, flags } = pages.addresses
      for (const kind of ['links', 'images'] as const) {
        const ofKind = new Set(
          across.filter(({ across }) => across.leadsBy === kind).map(({ check }) => check),
        )
        const open = earlier
          .filter(({ check }) => ofKind.has(check))
          .map(({ id, url, evidence }) => {
            const unknown = evidence.map(find).filter((one) => one !== unnumbered && !(flags(one) & answered))
            return { id, url, unknown: new Set(unknown) }
          })
        const byPage = Map.groupBy(
          open.filter(({ unknown }) => unknown.size > 0),
          ({ url }) => url,
        )
        const wanted = new Set(open.flatMap(({ unknown }) => [...unknown]))
        if (wanted.size === 0) continue
        for (const { page, addresses } of pages[kind].leadingTo((address) => wanted.has(address)))
          for (const { id, unknown } of byPage.get(pages.url(page)) ?? [])
            if (addresses.some((address) => unknown.has(address))) yield id
      }
    },
  }
}

function finding(check: string, url: string, title: string | null, evidence: readonly string[]): Finding {
  return { check, url, title, evidence: [...new Set(evidence)].slice(0, mostEvidence) }
}
