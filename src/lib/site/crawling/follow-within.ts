import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher, FetchOptions } from '../../fetching/fetcher.ts'
import { type Followed, followRedirects } from '../../fetching/follow-redirects.ts'

export interface FollowOptions extends FetchOptions {
  maxRedirects?: number
  /** Whether a URL can be requested. */
  includes(url: string): boolean
}

/**
 * Requests a URL and follows redirects within `includes`. A redirect out of it is the end, as the last step.
 */
export async function followWithin(fetcher: Fetcher, url: string, options: FollowOptions): Promise<Followed> {
  const { includes, ...request } = options
  const outside = new FetchProblem('invalid_url', 'it is not on this site')
  let last: FetchedPage | undefined
  const within: Fetcher = {
    ...fetcher,
    async get(address, step) {
      if (!includes(address)) throw outside
      last = await fetcher.get(address, step)
      return last
    },
  }
  const followed = await followRedirects(within, url, request)
  return followed.end === outside && last !== undefined ? { ...followed, end: last } : followed
}
