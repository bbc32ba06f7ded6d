import type { FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { isUnexpectedResponse, isUnreachable, refreshTarget } from './page-kinds.ts'

const temporary = [302, 303, 307]
const endless: readonly FetchProblemKind[] = ['redirect_loop', 'too_many_redirects']

export const redirectChecks = defineChecks('redirects', [
  {
    id: 'redirect-chain',
    name: 'Redirect over several steps',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The address leads to its page over two or more redirects.',
    docs: {
      what: 'Each redirect leads to another redirect before the page comes.',
      why: 'Every step costs a request. Crawlers give up after a few, and assistants that fetch a page live have no time for them.',
      how: 'Let every old address redirect to the final one directly.',
      example: `/a → /b → /c
/a → /c, /b → /c`,
    },
    ofPage({ redirects, problem }) {
      return !isEndless(problem) && redirects.slice(1).map(({ url }) => url)
    },
  },
  {
    id: 'redirect-loop',
    name: 'Redirects that never end',
    issue_type: 'error',
    severity: 'high',
    description: 'The address redirects in a circle, or so often that everybody gives up.',
    docs: {
      what: 'Following the redirects leads back to an address that was already visited, or to no end.',
      why: 'There is no page for anybody: browsers show an error, and engines remove the address.',
      how: 'Break the circle. Often two rules disagree, one about the closing slash or www. and one about https.',
      example: '/shop → /shop/ → /shop',
    },
    ofPage({ redirects, problem }) {
      return isEndless(problem) && redirects.map(({ url }) => url)
    },
  },
  {
    id: 'redirect-to-error',
    name: 'Redirect to a page that fails',
    issue_type: 'error',
    severity: 'high',
    description: 'The address redirects, and where it leads there is an error or nothing.',
    docs: {
      what: 'The last step of the redirects answers with 4xx or 5xx or no page at all, cannot be reached, or is no address.',
      why: 'What the old address had earned in links and mentions is lost, and an engine that follows an old citation finds nothing.',
      how: 'Redirect to a page that exists, or answer with 410 where there is none.',
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
    description: 'The address redirects with a status that says it is only for now.',
    docs: {
      what: 'A step of the redirect has status 302, 303 or 307.',
      why: 'Engines keep the old address and go on asking it, so that the new page is known late or not by its own address.',
      how: 'Use 301 or 308 for what has moved for good. Leave it where it truly changes, such as by language of the visitor.',
      example: `/docs → 302 → /documentation
/docs → 301 → /documentation`,
    },
    ofPage({ redirects }) {
      return redirects.filter(({ status }) => temporary.includes(status)).map(({ url }) => url)
    },
  },
  {
    id: 'meta-refresh',
    name: 'Page redirects by itself after it was loaded',
    issue_type: 'warning',
    severity: 'medium',
    description: 'A meta refresh or a script in the page, or a Refresh header, sends visitors on.',
    docs: {
      what: 'The page is served with status 200 and then leads elsewhere, within a few seconds. What else it lacks is not listed: nobody reads it.',
      why: 'Many AI crawlers follow no refresh, and hardly any runs a script. They take the nearly empty page for the content.',
      how: 'Redirect on the server with 301 or 308 in place of the refresh.',
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
