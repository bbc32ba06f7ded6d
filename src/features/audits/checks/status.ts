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

export const statusChecks = defineChecks('status', [
  {
    id: 'client-error',
    ofPage({ redirects, response }) {
      const status =
        redirects.length === 0 && response !== null && !response.isChallenge ? response.status : 0
      return status >= 400 && status < 500 && !refused.includes(status)
    },
  },
  {
    id: 'access-denied',
    ofPage({ redirects, response }) {
      const isDenied = response !== null && (response.isChallenge || denied.includes(response.status))
      return redirects.length === 0 && isDenied
    },
  },
  {
    id: 'rate-limited',
    ofPage: ({ redirects, response }) =>
      redirects.length === 0 && response?.status === 429 && !response.isChallenge,
  },
  {
    id: 'server-error',
    ofPage({ redirects, response }) {
      return redirects.length === 0 && response !== null && !response.isChallenge && response.status >= 500
    },
  },
  {
    id: 'no-page-status',
    ofPage: (facts) => facts.redirects.length === 0 && isUnexpectedResponse(facts),
  },
  {
    id: 'unreachable-page',
    ofPage: (facts) => facts.redirects.length === 0 && isUnreachable(facts),
  },
  {
    id: 'cut-off-response',
    ofPage({ redirects, response }) {
      const truncated = response?.truncated ?? false
      return redirects.length === 0 && truncated !== false && truncated !== 'too_large'
    },
  },
  {
    id: 'soft-404',
    ofPage: (facts) => facts.response?.status === 200 && facts.document?.soundsNotFound,
  },
  {
    id: 'empty-page',
    ofPage: isEmptyPage,
  },
  {
    id: 'unfilled-template',
    ofPage: isTemplate,
  },
  {
    id: 'address-not-read',
    ofPage: ({ redirects, problem }) =>
      redirects.length === 0 && problem !== null && notRequested.includes(problem.kind),
  },
  {
    id: 'site-read-in-part',
    ofSite: ({ home, crawl }) => (crawl.end === 'complete' ? [] : [{ url: home.url, evidence: [] }]),
  },
])
