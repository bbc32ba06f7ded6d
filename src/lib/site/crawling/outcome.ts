import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Followed } from '../../fetching/follow-redirects.ts'
import type { Outcome } from './site-facts.ts'

export function outcomeOf({ redirects, end }: Followed): Outcome {
  return end instanceof FetchProblem
    ? { redirects, status: null, problem: end.kind }
    : { redirects, status: end.status, problem: null }
}

export const isSuccess = (status: number) => status >= 200 && status < 300

/** Whether the response does not say if the URL exists: none, or an error of the server. */
export const isUndecided = ({ status }: Pick<Outcome, 'status'>): boolean =>
  status === null || status >= 500 || status === 429
