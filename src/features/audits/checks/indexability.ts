import { registrableDomain } from '../../../lib/domains.ts'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { isNoindex, robotsRules } from '../../../lib/site/pages/robots-directives.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { canonicalsOf, contentOf, hasDirective, servedDocument } from './page-kinds.ts'
import { afterLastPage, hasFlag, linkingTo } from './site-pages.ts'

/** Whether a URL is outside the site’s hosts and their registrable domains. */
function isOtherSite(url: string, hosts: readonly string[]): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  const domain = registrableDomain(host)
  return !hosts.some((own) => own === host || (domain !== undefined && registrableDomain(own) === domain))
}

/** Whether robots.txt forbids the page. A robots.txt that did not respond forbids all, which is one other finding. */
const isForbidden = ({ url, isAllowed }: PageFacts, { robots }: SiteFacts): boolean =>
  !isAllowed && !(robots.state === 'unreachable' && url.startsWith(`${new URL(robots.url).origin}/`))

export const indexabilityChecks = defineChecks('indexability', {
  'blocked-by-robots-txt': isForbidden,
  noindex: (facts) => servedDocument(facts) !== undefined && isNoindex(facts),
  'noindex-in-sitemap': (facts) => facts.isInSitemap && servedDocument(facts) !== undefined && isNoindex(facts),
  'blocked-in-sitemap': (facts, site) => facts.isInSitemap && isForbidden(facts, site),
  'canonical-missing': (facts) => contentOf(facts) !== undefined && canonicalsOf(facts).length === 0,
  'canonical-several'(facts) {
    const addresses = canonicalsOf(facts)
    return servedDocument(facts) !== undefined && addresses.length > 1 && addresses
  },
  'canonical-to-broken': linkingTo('canonicals', hasFlag(addressFlag.broken)),
  'canonical-to-other-site': (facts, { hosts }) =>
    contentOf(facts) !== undefined && canonicalsOf(facts).filter((url) => isOtherSite(url, hosts)),
  'canonical-to-redirect': linkingTo('canonicals', hasFlag(addressFlag.redirects)),
  'canonical-to-noindex': linkingTo('canonicals', hasFlag(addressFlag.noindex)),
  'canonical-chain': linkingTo('canonicals', (_, address, pages) => pages.canonicals.leadsOn(address)),
  'noindex-with-canonical': {
    acrossPages: (pages) =>
      afterLastPage(
        (facts) => {
          const others = canonicalsOf(facts).filter((canonical) => canonical !== facts.url)
          return servedDocument(facts) !== undefined && isNoindex(facts) ? others : undefined
        },
        (addresses, page) => {
          const evidence = addresses.filter((address) => !pages.leadsTo(address, page))
          return evidence.length > 0 ? evidence : undefined
        },
      ),
  },
  'unavailable-after-past'(facts, _site, at) {
    const rules = servedDocument(facts) === undefined ? [] : robotsRules(facts)
    const directives = rules.flatMap(({ agent, directives }) => (agent === '*' ? directives : []))
    return directives.some((directive) => {
      const [, date = ''] = /^unavailable_after:(.*)$/.exec(directive) ?? []
      return Date.parse(date) < at.getTime()
    })
  },
  'nofollow-page': (facts) => contentOf(facts) !== undefined && hasDirective(facts, 'nofollow'),
  'robots-txt-unreachable': {
    ofSite: ({ robots }) => (robots.state === 'unreachable' ? [{ url: robots.url, evidence: [] }] : []),
  },
  'robots-txt-missing': {
    ofSite: ({ robots }) => (robots.state === 'missing' ? [{ url: robots.url, evidence: [] }] : []),
  },
  'robots-txt-blocks-home': {
    ofSite: ({ robots, home }) =>
      robots.state === 'read' && !robots.isHomeAllowed ? [{ url: home.url, evidence: [robots.url] }] : [],
  },
  'robots-txt-unknown-lines': {
    ofSite({ robots }) {
      const lines = robots.unknownLines.map(({ line }) => `${robots.url}#line-${line}`)
      return robots.unknownLineCount > 0 ? [{ url: robots.url, evidence: lines }] : []
    },
  },
})
