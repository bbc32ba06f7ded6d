import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import type { Finding } from '../finding.ts'
import { addressFlag, noAddressId } from './across-pages/address-book.ts'
import { checks } from './checks.ts'
import { createSitePages, type PageLinkKind, type SitePages } from './site-pages.ts'

/** Findings per compressed chunk: about a megabyte of text. */
const chunkFindings = 4000

interface CompressedFindings {
  push(finding: Finding): void
  /** All findings in insertion order. */
  all(): Iterable<Finding>
}

/** Holds findings compressed, about ten bytes each. A site of 100,000 pages has millions of similar ones. */
export function createCompressedFindings(): CompressedFindings {
  const chunks: Buffer[] = []
  let open: Finding[] = []
  return {
    push(finding) {
      open.push(finding)
      if (open.length < chunkFindings) return
      chunks.push(zstdCompressSync(JSON.stringify(open)))
      open = []
    },
    *all() {
      for (const chunk of chunks) yield* JSON.parse(zstdDecompressSync(chunk).toString()) as Finding[]
      yield* open
    },
  }
}

export interface Findings {
  /** Adds the facts of a page or link target. Call once per URL, in any order. */
  add(facts: PageFacts): void
  /** Returns all findings: per page, of the site, and across pages. Call once, after the last page. */
  finish(): Iterable<Finding>
  /** Checks that find problems of link targets. */
  ofTargets: readonly string[]
  /**
   * Earlier findings of `ofTargets` checks that this audit could not confirm or refute, with the evidence that the page
   * still links to but that was not checked. Call after `finish`.
   */
  undecided(earlier: readonly EarlierFinding[]): Iterable<{ id: string; evidence: string[] }>
}

export interface EarlierFinding extends Pick<Finding, 'check' | 'url' | 'evidence'> {
  id: string
}

/** Flags of an address that responded or is broken. */
const answered = addressFlag.good | addressFlag.broken | addressFlag.redirects | addressFlag.heavy

/** Evidence entries per finding. */
export const maxEvidence = 200

/**
 * Runs all checks on the facts of an audit. Keeps URL, title and hashes per page, a few bytes per link, and
 * compressed findings: 100,000 pages take less than 250 MB.
 * @param at when the audit ran
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
      for (const { id, ofPage: check } of ofPage) {
        const found = check?.(facts, site, at) ?? false
        const evidence = typeof found === 'boolean' ? [] : found
        if (found === true || evidence.length > 0) ofPages.push(finding(id, facts.url, pages.title(page), evidence))
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
  const undecided = open.filter(({ unknown }) => unknown.length > 0)
  if (!isAllKnown) for (const { id, unknown } of undecided) yield { id, evidence: unknown.map(({ text }) => text) }
  if (!isAllKnown || undecided.length === 0) return
  const byPage = Map.groupBy(undecided, ({ url }) => url)
  const wanted = new Set(undecided.flatMap(({ unknown }) => unknown.map(({ address }) => address)))
  for (const { page, addresses } of leads.leadingTo((address) => wanted.has(address)))
    for (const { id, unknown } of byPage.get(pages.url(page)) ?? []) {
      const still = unknown.filter(({ address }) => addresses.includes(address))
      if (still.length > 0) yield { id, evidence: still.map(({ text }) => text) }
    }
}
