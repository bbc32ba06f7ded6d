import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DocumentFacts, PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { readPage } from '../../../lib/site/pages/read-page.ts'
import { crawled } from '../../../testing/site/crawled.ts'
import { testData } from '../../../testing/test-data.ts'
import type { Finding } from '../finding.ts'
import { canonicalsOf, contentOf } from './page-kinds.ts'
import { findingsOf } from './testing/site.ts'

const root = testData('site/flink')
const origin = 'https://flink.apache.org'

interface Site {
  reference: Record<string, number>
  pages: PageFacts[]
  findings: Finding[]
}

/** The file that serves an address of the site, ignoring `.htaccess` redirects; undefined if none. */
function fileOf(url: string): string | undefined {
  const { host, pathname } = new URL(url)
  const path = join(root ?? '', decodeURIComponent(pathname))
  if (host !== new URL(origin).host || !existsSync(path)) return undefined
  const file = statSync(path).isDirectory() ? join(path, 'index.html') : path
  return existsSync(file) ? file : undefined
}

const addressOf = (file: string) => `${origin}/${file.replace(/(?:^|(?<=\/))index\.html$/, '')}`

function listedPages(): Set<string> {
  const listed = ['en', 'zh'].flatMap((lang) => [
    ...readFileSync(join(root ?? '', lang, 'sitemap.xml'), 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g),
  ])
  return new Set(listed.map(([, url = '']) => url))
}

function readSite(): Site {
  const listed = listedPages()
  const files = readdirSync(root ?? '', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  const addresses = files.map((file) => {
    const url = addressOf(file)
    const body = readFileSync(join(root ?? '', file))
    return crawled({ url, body, headers: { 'content-type': 'text/html' }, isInSitemap: listed.has(url) })
  })
  const pages = addresses.map((address) => readPage(address))
  const linked = new Set(pages.flatMap(({ document }) => document?.links ?? []).map(({ url }) => url))
  const missing = [...linked].filter((url) => url.includes('//flink.apache.org/') && fileOf(url) === undefined)
  const gone = missing.map((url) => crawled({ url, status: 404, body: '', isInSitemap: false }))
  const reference = JSON.parse(readFileSync(`${root}-reference.json`, 'utf8'))
  return { reference, pages, findings: findingsOf([...addresses, ...gone], { hosts: ['flink.apache.org'] }) }
}

/** Pages that only redirect or say "not found": most checks skip them. */
const isSignpost = ({ document }: PageFacts) => document?.refresh != null || document?.soundsNotFound === true

type Predicate = (document: DocumentFacts) => boolean
const isNoindexPage: Predicate = ({ robots }) => robots.some(({ directives }) => directives.includes('noindex'))

/** Counts of the reference, and the check that reports these pages, except for signposts. */
const counted: [key: string, isMeant: Predicate, check?: string][] = [
  ['pages', () => true],
  ['title_over_60_characters', ({ titles: [title = ''] }) => title.length > 60, 'title-too-long'],
  ['missing_title', ({ titles: [title = ''] }) => title === '', 'title-missing'],
  ['pages_with_several_h1', ({ headings }) => (headings.counts[0] ?? 0) > 1, 'h1-several'],
  ['pages_without_h1', ({ headings }) => headings.counts[0] === 0, 'h1-missing'],
  ['missing_meta_description', ({ descriptions: [text = ''] }) => text === '', 'meta-description-missing'],
  ['without_canonical', ({ canonicals }) => canonicals.length === 0, 'canonical-missing'],
  ['meta_refresh', ({ refresh }) => refresh !== null],
  ['noindex', isNoindexPage],
  ['without_viewport', ({ viewport }) => viewport === null, 'viewport-missing'],
  ['without_html_lang', ({ lang }) => lang === null, 'lang-missing'],
  ['with_hreflang', ({ alternates }) => alternates.length > 0],
]

describe.skipIf(root === undefined)('the site of Apache Flink', () => {
  let site: Site
  beforeAll(() => {
    site = readSite()
  })
  const pagesWith = (isMeant: Predicate) => site.pages.filter(({ document }) => document !== null && isMeant(document))
  const found = (check: string) => site.findings.filter((finding) => finding.check === check)
  const urls = (pages: readonly { url: string }[]) => pages.map(({ url }) => url).toSorted()
  const sum = (value: (document: DocumentFacts) => number) =>
    site.pages.reduce((total, { document }) => total + (document === null ? 0 : value(document)), 0)

  it.each(counted)('has the same count as the reference: %s', (key, isMeant) => {
    expect(pagesWith(isMeant)).toHaveLength(site.reference[key] ?? Number.NaN)
  })

  it('has as many links and images as the reference', () => {
    const { internal_links, images, images_without_alt } = site.reference
    expect(sum(({ linkCounts }) => linkCounts.internal)).toBe(internal_links)
    expect(sum(({ imageCounts }) => imageCounts.all)).toBe(images)
    expect(sum(({ imageCounts }) => imageCounts.withoutAlt)).toBe(images_without_alt)
  })

  // The reference counts all files. 263 of them are redirects that Hugo generates for old addresses.
  it.each(counted.flatMap(([key, isMeant, check]) => (check ? [{ key, isMeant, check }] : [])))(
    'reports the fault on these pages, except for signposts: $key',
    ({ isMeant, check }) => {
      expect(urls(found(check))).toEqual(urls(pagesWith(isMeant).filter((facts) => !isSignpost(facts))))
    },
  )

  it('reads one canonical per page and ignores those in the body, which the reference counts', () => {
    const inSource = (url: string) =>
      readFileSync(fileOf(url) ?? '', 'utf8').match(/<link\s[^>]*rel="?canonical/g)?.length ?? 0
    expect(site.pages.filter(({ url, response }) => response?.status === 200 && inSource(url) > 1)).toHaveLength(
      site.reference.several_canonicals ?? Number.NaN,
    )
    expect(urls(pagesWith(({ canonicals }) => canonicals.length > 1))).toEqual([])
    expect(found('canonical-several')).toEqual([])
  })

  it('redirects only by meta refresh, and only redirect pages are noindex', () => {
    expect(urls(found('meta-refresh'))).toEqual(urls(pagesWith(({ refresh }) => refresh !== null)))
    expect(pagesWith(isNoindexPage).every(isSignpost)).toBe(true)
    expect(found('noindex')).toEqual([])
    // The only handwritten page with a refresh.
    const others = pagesWith((document) => document.refresh !== null && !isNoindexPage(document))
    expect(urls(others)).toEqual([`${origin}/q/stable-docs.html`])
  })

  it('reports images without alt text on the same pages as the reference', () => {
    const pages = pagesWith(({ imageCounts }) => imageCounts.withoutAlt > 0)
    expect(urls(found('images-without-alt'))).toEqual(urls(pages))
    expect(sum(({ images }) => images.reduce((total, { withoutAlt = 0 }) => total + withoutAlt, 0))).toBe(
      site.reference.images_without_alt,
    )
  })

  it('has the same broken links as the reference', () => {
    const byUrl = new Map(site.pages.map((facts) => [facts.url, facts.document?.links ?? []]))
    const broken = found('broken-internal-links').flatMap(({ url, evidence }) =>
      (byUrl.get(url) ?? []).filter((link) => evidence.includes(link.url)),
    )
    const { broken_internal_links_when_htaccess_is_ignored: links, distinct_broken_targets } = site.reference
    expect(broken.reduce((total, { count }) => total + count, 0)).toBe(links)
    // The reference does not distinguish http from https.
    expect(new Set(broken.map(({ url }) => new URL(url).pathname)).size).toBe(distinct_broken_targets)
  })

  it.each([
    ['pages_in_a_duplicate_title_group', 'title-duplicate', 'titles'],
    ['pages_in_a_duplicate_description_group', 'meta-description-duplicate', 'descriptions'],
  ] as const)('has the same groups as the reference: %s', (key, check, texts) => {
    const textOf = ({ document }: PageFacts) => document?.[texts][0] ?? ''
    const groups = [...Map.groupBy(site.pages, textOf)].filter(([text, pages]) => text !== '' && pages.length > 1)
    expect(groups.flatMap(([, pages]) => pages)).toHaveLength(site.reference[key] ?? Number.NaN)
    // Redirect pages use their target’s address as title. All post list pages name the first as canonical.
    const isOwn = (facts: PageFacts) => canonicalsOf(facts).every((canonical) => canonical === facts.url)
    const meant = groups.map(([, pages]) => pages.filter((facts) => contentOf(facts) !== undefined && isOwn(facts)))
    expect(urls(found(check))).toEqual(urls(meant.filter(({ length }) => length > 1).flat()))
  })

  it('has the same unlinked pages as the reference, and reports those in sitemaps', () => {
    const linked = new Set<string | undefined>()
    for (const { url, document } of site.pages) {
      const targets = (document?.links ?? []).map((link) => fileOf(link.url))
      for (const file of targets) if (file !== fileOf(url)) linked.add(file)
    }
    const alone = site.pages.filter(({ url }) => !linked.has(fileOf(url)))
    expect(alone).toHaveLength(site.reference.pages_no_other_page_links_to ?? Number.NaN)
    const listed = alone.filter((facts) => facts.isInSitemap && contentOf(facts) !== undefined)
    expect(urls(found('orphan-page'))).toEqual(urls(listed))
  })

  it('has no other findings except soft-404 pages', () => {
    const others = ['javascript-only', 'soft-404', 'malformed-links', 'structured-data-invalid', 'mixed-content']
    const pages = others.map((check) => urls(found(check)))
    expect(pages).toEqual([[], [`${origin}/404.html`, `${origin}/zh/404.html`], [], [], []])
  })
})
