import { defineChecks } from './define-check.ts'
import { isEmptyPage, isTemplate, isUnexpectedResponse, isUnreachable } from './page-kinds.ts'

/** Statuses that other checks report. */
const refused = [401, 403, 407, 429, 451]
const denied = [401, 403, 407, 451]
const notRequested: readonly string[] = [
  'invalid_url',
  'unsupported_scheme',
  'refused_port',
  'refused_address',
]

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
