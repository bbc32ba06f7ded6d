import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Followed } from '../../fetching/follow-redirects.ts'
import type { Outcome } from './site-facts.ts'

export function outcomeOf({ redirects, end }: Followed): Outcome {
  return end instanceof FetchProblem
    ? { redirects, status: null, problem: end.kind }
    : { redirects, status: end.status, problem: null }
}

export const isSuccess = (status: number) => status >= 200 && status < 300
