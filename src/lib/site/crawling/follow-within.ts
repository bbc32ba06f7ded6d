import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher, FetchOptions } from '../../fetching/fetcher.ts'
import { type Followed, followRedirects } from '../../fetching/follow-redirects.ts'

export interface FollowOptions extends FetchOptions {
  maxRedirects?: number
  /** Whether an address may be asked for. */
  includes(url: string): boolean
}

/**
 * Requests an address and follows where it leads, as far as `includes` goes. What leads out of it ends with the redirect
 * itself: the last step says where to.
 */
export async function followWithin(fetcher: Fetcher, url: string, options: FollowOptions): Promise<Followed> {
  const { includes, ...request } = options
  const outside = new FetchProblem('invalid_url', 'it is not of this site')
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
