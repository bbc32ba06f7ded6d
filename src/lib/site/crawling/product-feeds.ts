import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../fetching/fetcher.ts'
import { followRedirects } from '../../fetching/follow-redirects.ts'
import { crawlAddress } from '../crawl-address.ts'
import { readProductFeed } from '../products/product-feed.ts'
import { isSuccess, isUndecided, outcomeOf } from './outcome.ts'
import type { ProductFeedFacts } from './site-facts.ts'

const maxFeeds = 5
const limits = { maxBytes: 10 * 1024 * 1024, maxRedirects: 5, timeoutMs: 60_000 }
const type =
  /\stype\s*=\s*["']?(?:application\/(?:rss\+xml|atom\+xml|xml|json)|text\/(?:xml|csv|tab-separated-values))\b(?!\+)/i

/** The feeds that a page declares by `<link rel="alternate">`: of products, or of news. */
export const declaredFeeds = ({ body, url }: FetchedPage): string[] =>
  [...body.toString().matchAll(/<link\s[^<>]{1,2000}>/gi)].flatMap(([tag]) => {
    const href = /\shref\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/i.exec(tag)?.slice(1).find(Boolean) ?? ''
    return /\srel\s*=\s*["']?alternate\b/i.test(tag) && type.test(tag)
      ? (crawlAddress(href.replaceAll('&amp;', '&'), url) ?? [])
      : []
  })

/** Reads the feeds of products among up to five feeds. */
export async function readProductFeeds(fetcher: Fetcher, urls: readonly string[], signal: AbortSignal) {
  const feeds: ProductFeedFacts[] = []
  for (const url of [...new Set(urls)].slice(0, maxFeeds)) {
    const followed = await followRedirects(fetcher, url, { ...limits, signal })
    const { end } = followed
    const isRead = !(end instanceof FetchProblem) && isSuccess(end.status)
    const items = isRead ? readProductFeed(end.body.toString(), end.url, new Date()) : []
    const outcome = outcomeOf(followed)
    // The last item of a feed that was cut off can lack its end.
    if (isRead && end.truncated !== false) items.pop()
    if (items.length > 0 || isUndecided(outcome)) feeds.push({ ...outcome, url, items })
  }
  return feeds
}
