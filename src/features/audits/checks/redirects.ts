import type { FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { isUnexpectedResponse, isUnreachable, refreshTarget } from './page-kinds.ts'

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

const isEndless = (problem: PageFacts['problem']): boolean =>
  problem !== null && endless.includes(problem.kind)
