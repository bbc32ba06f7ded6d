import type { FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { isUnexpectedResponse, isUnreachable, refreshTarget } from './page-kinds.ts'

const temporary = [302, 303, 307]
const endless: readonly FetchProblemKind[] = ['redirect_loop', 'too_many_redirects']

export const redirectChecks = defineChecks('redirects', [
  {
    id: 'redirect-chain',
    name: 'Redirect chain',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The URL reaches its page through two or more redirects.',
    docs: {
      what: 'A redirect leads to another redirect.',
      why: 'Every step costs a request. Crawlers stop after a few steps, and assistants that fetch a page live have no time for them.',
      how: 'Redirect every old URL directly to the final one.',
      example: `/a → /b → /c
/a → /c, /b → /c`,
    },
    ofPage({ redirects, problem }) {
      return !isEndless(problem) && redirects.slice(1).map(({ url }) => url)
    },
  },
  {
    id: 'redirect-loop',
    name: 'Redirect loop',
    issue_type: 'error',
    severity: 'high',
    description: 'The URL redirects in a loop, or too many times.',
    docs: {
      what: 'The redirects return to a URL already visited, or exceed the limit.',
      why: 'No one reaches the page: browsers show an error, and engines remove the URL.',
      how: 'Break the loop. Often two rules conflict, for example about the trailing slash or www, and about https.',
      example: '/shop → /shop/ → /shop',
    },
    ofPage({ redirects, problem }) {
      return isEndless(problem) && redirects.map(({ url }) => url)
    },
  },
  {
    id: 'redirect-to-error',
    name: 'Redirect to a broken page',
    issue_type: 'error',
    severity: 'high',
    description: 'The URL redirects to an error or to an unreachable page.',
    docs: {
      what: 'The last URL returns 4xx or 5xx, returns no page, is unreachable, or is invalid.',
      why: 'The page loses the old URL’s links and mentions, and engines that follow an old citation find nothing.',
      how: 'Redirect to a page that exists, or return 410.',
      example: '/old → 301 → /new → 404',
    },
    ofPage(facts) {
      const { redirects, response, problem } = facts
      const last = redirects.at(-1)
      const isError = (response?.status ?? 0) >= 400 || isUnexpectedResponse(facts)
      const fails = isError || isUnreachable(facts) || problem?.kind === 'invalid_url'
      return last !== undefined && fails && (last.to === undefined || [last.to])
    },
  },
  {
    id: 'temporary-redirect',
    name: 'Temporary redirect',
    issue_type: 'warning',
    severity: 'low',
    description: 'The URL redirects with a temporary status.',
    docs: {
      what: 'A step of the redirect has status 302, 303 or 307.',
      why: 'Engines keep the old URL and continue to request it, so they learn the new URL late or never.',
      how: 'Use 301 or 308 for permanent moves. Keep it if the target really changes, such as by language.',
      example: `/docs → 302 → /documentation
/docs → 301 → /documentation`,
    },
    ofPage({ redirects }) {
      return redirects.filter(({ status }) => temporary.includes(status)).map(({ url }) => url)
    },
  },
  {
    id: 'meta-refresh',
    name: 'Page redirects in the browser',
    issue_type: 'warning',
    severity: 'medium',
    description: 'A meta refresh, a script or a Refresh header redirects visitors.',
    docs: {
      what: 'The page returns 200 and then redirects within a few seconds. The audit runs no other checks on it, because no one reads it.',
      why: 'Many AI crawlers ignore a refresh, and hardly any run scripts. They index the nearly empty page.',
      how: 'Redirect on the server with 301 or 308 instead.',
      example: `<meta http-equiv="refresh" content="0; url=/new/">
HTTP/1.1 301 Moved Permanently`,
    },
    ofPage(facts) {
      const target = refreshTarget(facts)
      return target !== null && facts.response?.status === 200 && [target]
    },
  },
])

const isEndless = (problem: PageFacts['problem']): boolean =>
  problem !== null && endless.includes(problem.kind)
