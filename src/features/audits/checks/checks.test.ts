import { describe, expect, it } from 'vitest'
import { crawled } from '../../../testing/site/crawled.ts'
import { checks } from './checks.ts'
import { categories } from './define-check.ts'
import { deliveryCases } from './testing/cases/delivery.ts'
import { elementCases } from './testing/cases/elements.ts'
import { indexabilityCases } from './testing/cases/indexability.ts'
import { statusCases } from './testing/cases/status.ts'
import { structuredDataCases } from './testing/cases/structured-data.ts'
import { textCases } from './testing/cases/texts.ts'
import type { CheckCase } from './testing/check-case.ts'
import { findingsOf, type PageOptions, page } from './testing/site.ts'

const cases: CheckCase[] = [
  ...statusCases,
  ...indexabilityCases,
  ...textCases,
  ...elementCases,
  ...structuredDataCases,
  ...deliveryCases,
]

/** The pages of a case, plus the pages of the well-made site that it does not replace. */
function pagesOf(own: PageOptions[] = []) {
  const usual = [{ url: '/' }, { url: '/guide' }].filter(({ url }) => !own.some((other) => other.url === url))
  return [...usual, ...own].map(page)
}

function found(check: string, pages: PageOptions[] | undefined, site: CheckCase['site']) {
  const findings = findingsOf(pagesOf(pages), site).filter((finding) => finding.check === check)
  expect(new Set(findings.map(({ url }) => url)).size, 'one finding a page').toBe(findings.length)
  return Object.fromEntries(findings.map(({ url, evidence }) => [url, evidence.toSorted()]))
}

describe('each check', () => {
  it.each(cases)('$check finds its fault', ({ check, pages, site, finds }) => {
    expect(found(check, pages, site)).toEqual(finds)
  })

  it.each(cases)('$check does not report a near miss', ({ check, finePages, fineSite }) => {
    expect(found(check, finePages, fineSite)).toEqual({})
  })

  it('has a case', () => {
    expect([...new Set(cases.map(({ check }) => check))].toSorted()).toEqual(checks.map(({ id }) => id).toSorted())
  })
})

describe('all checks', () => {
  it('find nothing on a well-made site, whatever the order of its pages', () => {
    expect(findingsOf(pagesOf())).toEqual([])
    expect(findingsOf(pagesOf().reverse())).toEqual([])
  })

  it('have a unique slug, a known category and whole sentences', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
    expect(new Set(checks.map(({ category }) => category))).toEqual(new Set(categories))
    for (const { id, name, description, docs } of checks) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(name).toMatch(/^(?:[A-Z]|hreflang|llms|robots).{5,80}$/)
      for (const text of [description, docs.what, docs.why, docs.how]) expect(text).toMatch(/^[^ ].{15,}\.$/s)
      expect(docs.example).not.toBe('')
    }
  })

  it('report an image on the pages that show it, not as a page', () => {
    const image = crawled({ url: '/team.png', status: 404, depth: null, isInSitemap: false })
    const shows = page({ url: '/a', text: '<img src="/team.png" alt="Team">' })
    expect(findingsOf([...pagesOf(), image, shows]).map(({ check, url }) => [check, url])).toEqual([
      ['orphan-page', shows.url],
      ['broken-images', shows.url],
    ])
  })

  it('know no orphan pages if scripts fill the home page', () => {
    const app = '<div id="root"></div><script src="/app.js"></script>'
    const found = findingsOf(pagesOf([{ url: '/', body: app }, { url: '/alone' }]))
    expect(found.map(({ check }) => check)).toContain('javascript-only')
    expect(found.map(({ check }) => check)).not.toContain('orphan-page')
  })

  it.each([
    ['meta-refresh', '<meta http-equiv="refresh" content="0; url=/guide"><a href="/gone"><i></i></a>'],
    [
      'meta-refresh',
      '<link rel="canonical" href="/gone"><meta name="robots" content="noindex"><script>location="/guide"</script>',
    ],
    ['unfilled-template', '<title>{{ title }}</title><h2></h2><img src="{{ site.logo }}"><a href="/gone"></a>'],
    ['empty-page', ''],
    ['empty-page', '<html><head></head><body></body></html>'],
  ])('report only %s for a page without content: %s', (check, body) => {
    const hollow = page({ url: '/hollow', body })
    const gone = crawled({ url: '/gone', status: 404, isInSitemap: false })
    const start = page({ url: '/', text: '<a href="/hollow">There</a>' })
    const findings = findingsOf([start, page({ url: '/guide' }), hollow, gone])
    expect(findings.filter(({ url }) => url === hollow.url).map((finding) => finding.check)).toEqual([check])
  })

  it('skip pages that the audit could not fetch', () => {
    const stopped = crawled({ url: '/stopped', problem: 'aborted' })
    expect(findingsOf([...pagesOf(), stopped])).toEqual([])
  })
})
