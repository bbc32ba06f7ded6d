import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'

export const securityChecks = defineChecks('security', {
  'no-https': (facts) => facts.url.startsWith('http:') && servedDocument(facts) !== undefined,
  'https-unavailable': {
    ofSite: ({ home }) => (home.httpsProblem === null ? [] : [{ url: home.url, evidence: [] }]),
  },
  'mixed-content': (facts) => servedDocument(facts)?.insecureResources,
  'hsts-missing': (facts) => isSecureHome(facts) && facts.response?.hasHsts !== true,
  'csp-missing'(facts) {
    const hasCsp = facts.response?.hasCsp === true || facts.document?.hasCsp === true
    return isSecureHome(facts) && !hasCsp
  },
  'insecure-internal-links'(facts) {
    const links = servedDocument(facts)?.links ?? []
    const insecure = links.filter(({ url, isExternal }) => !isExternal && url.startsWith('http:'))
    return facts.url.startsWith('https:') && insecure.map(({ url }) => url)
  },
})

/** Whether this is the start page of the crawl, or its redirect target. */
const isSecureHome = (facts: PageFacts): boolean =>
  facts.depth === 0 && facts.url.startsWith('https:') && servedDocument(facts) !== undefined
