import { defineCheck } from '../define-check.ts'
import { elements, isUnreachable, wholePage } from '../page-kinds.ts'

export const redirectToError = defineCheck({
  id: 'redirect-to-error',
  name: 'Redirect to a page that fails',
  category: 'redirects',
  issue_type: 'error',
  severity: 'high',
  description: 'The address redirects, and where it leads there is an error or nothing.',
  docs: {
    what: 'The last step of the redirects answers with 4xx or 5xx, cannot be reached, or is no address.',
    why: 'What the old address had earned in links and mentions is lost, and an engine that follows an old citation finds nothing.',
    how: 'Redirect to a page that exists, or answer with 410 where there is none.',
    example: '/old → 301 → /new → 404',
  },
  ofPage(facts) {
    const { redirects, response, problem } = facts
    const last = redirects.at(-1)
    if (last === undefined) return undefined
    const fails = (response?.status ?? 0) >= 400 || isUnreachable(facts) || problem?.kind === 'invalid_url'
    return fails ? (elements(last.to === undefined ? [] : [last.to]) ?? wholePage) : undefined
  },
})
