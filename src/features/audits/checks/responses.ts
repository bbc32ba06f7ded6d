import type { FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import { factLimits, type PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import {
  isEmptyPage,
  isTemplate,
  isUnexpectedResponse,
  isUnreachable,
  refreshTarget,
  servedDocument,
} from './page-kinds.ts'
import { findSelfCanonicalPages } from './site-pages.ts'

/** Statuses that other checks report. */
const refused = [401, 403, 407, 429, 451]
const denied = [401, 403, 407, 451]
const notRequested: readonly string[] = ['invalid_url', 'unsupported_scheme', 'refused_port', 'refused_address']

export const statusChecks = defineChecks('status', {
  'client-error'({ redirects, response }) {
    const status = redirects.length === 0 && response !== null && !response.isChallenge ? response.status : 0
    return status >= 400 && status < 500 && !refused.includes(status)
  },
  'access-denied'({ redirects, response }) {
    const isDenied = response !== null && (response.isChallenge || denied.includes(response.status))
    return redirects.length === 0 && isDenied
  },
  'rate-limited': ({ redirects, response }) =>
    redirects.length === 0 && response?.status === 429 && !response.isChallenge,
  'server-error'({ redirects, response }) {
    return redirects.length === 0 && response !== null && !response.isChallenge && response.status >= 500
  },
  'no-page-status': (facts) => facts.redirects.length === 0 && isUnexpectedResponse(facts),
  'unreachable-page': (facts) => facts.redirects.length === 0 && isUnreachable(facts),
  'cut-off-response'({ redirects, response }) {
    const truncated = response?.truncated ?? false
    return redirects.length === 0 && truncated !== false && truncated !== 'too_large'
  },
  'soft-404': (facts) => facts.response?.status === 200 && facts.document?.soundsNotFound,
  'empty-page': isEmptyPage,
  'unfilled-template': isTemplate,
  'address-not-read': ({ redirects, problem }) =>
    redirects.length === 0 && problem !== null && notRequested.includes(problem.kind),
  'site-read-in-part': {
    ofSite: ({ home, crawl }) => (crawl.end === 'complete' ? [] : [{ url: home.url, evidence: [] }]),
  },
})

const temporary = [302, 303, 307]
const endless: readonly FetchProblemKind[] = ['redirect_loop', 'too_many_redirects']

export const redirectChecks = defineChecks('redirects', {
  'redirect-chain'({ redirects, problem }) {
    return !isEndless(problem) && redirects.slice(1).map(({ url }) => url)
  },
  'redirect-loop'({ redirects, problem }) {
    return isEndless(problem) && redirects.map(({ url }) => url)
  },
  'redirect-to-error'(facts) {
    const { redirects, response, problem } = facts
    const last = redirects.at(-1)
    const isError = (response?.status ?? 0) >= 400 || isUnexpectedResponse(facts)
    const fails = isError || isUnreachable(facts) || problem?.kind === 'invalid_url'
    return last !== undefined && fails && (last.to === undefined || [last.to])
  },
  'temporary-redirect'({ redirects }) {
    return redirects.filter(({ status }) => temporary.includes(status)).map(({ url }) => url)
  },
  'meta-refresh'(facts) {
    const target = refreshTarget(facts)
    return target !== null && facts.response?.status === 200 && [target]
  },
})

const isEndless = (problem: PageFacts['problem']): boolean => problem !== null && endless.includes(problem.kind)

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

const slowMs = 800
const heavyBytes = 500_000
const smallBytes = 10_000

export const speedChecks = defineChecks('speed', {
  'slow-first-byte': (facts) => servedDocument(facts) !== undefined && (facts.response?.firstByteMs ?? 0) > slowMs,
  'heavy-html': (facts) => servedDocument(facts) !== undefined && (facts.response?.bytes ?? 0) > heavyBytes,
  'html-cut-off'(facts) {
    const { response } = facts
    const isLonger = response !== null && (response.truncated === 'too_large' || response.bytes > factLimits.htmlBytes)
    return servedDocument(facts) !== undefined && isLonger
  },
  'not-compressed'(facts) {
    const { response } = facts
    const isPlain = response !== null && response.contentEncoding === '' && response.bytes > smallBytes
    return servedDocument(facts) !== undefined && isPlain
  },
})

const maxUrlLength = 200
const maxParameters = 3

export const urlChecks = defineChecks('url', {
  'url-too-long': {
    acrossPages: (pages) => findSelfCanonicalPages(pages, ({ url }) => url.length > maxUrlLength),
  },
  'url-many-parameters': {
    acrossPages: (pages) =>
      findSelfCanonicalPages(pages, ({ url }) => (URL.parse(url)?.searchParams.size ?? 0) > maxParameters),
  },
  'url-repeats-itself'(facts) {
    const parts = (URL.parse(facts.url)?.pathname ?? '').split('/').filter((part) => part !== '')
    const maxRepeats = Math.max(0, ...[...Map.groupBy(parts, (part) => part).values()].map(({ length }) => length))
    return servedDocument(facts) !== undefined && maxRepeats >= 3
  },
  'endless-addresses': {
    ofSite({ home, crawl }) {
      const traps = crawl.passedOver.filter(({ kind }) => kind !== 'page_limit')
      const evidence = traps.flatMap(({ examples }) => examples)
      return traps.length > 0 ? [{ url: home.url, evidence }] : []
    },
  },
})
