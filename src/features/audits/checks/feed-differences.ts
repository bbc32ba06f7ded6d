import type { PageOffer } from '../../../lib/site/pages/page-offers.ts'
import type { FeedItem } from '../../../lib/site/products/product-feed.ts'
import { contentOf } from './page-kinds.ts'
import { afterLastPage, type CrossPageCheck, type SitePages } from './site-pages.ts'

/** Returns both values if no item agrees with any offer. Undefined if some agree, or a value is unknown. */
type Difference = (items: FeedItem[], offers: PageOffer[]) => [feed: unknown[], page: unknown[]] | undefined

export const priceDifference: Difference = (items, offers) => {
  const currency = items[0]?.currency
  const prices = items.flatMap((item) => (item.currency === currency ? item.prices : []))
  const shown = offers.filter((offer) => offer.currency === currency)
  const isUnclear = shown.length === 0 || offers.some((offer) => offer.currency === undefined)
  const agrees = ({ low = 0, high = Infinity }: PageOffer) => prices.some((price) => low <= price && price <= high)
  if (isUnclear || shown.some(agrees)) return undefined
  const ranges = shown.map(({ low, high = 'more' }) => (low === high ? low : `${low} to ${high}`))
  return [prices.map((price) => `${price} ${currency}`), ranges.map((range) => `${range} ${currency}`)]
}

export const availabilityDifference: Difference = (items, offers) => {
  const [inFeed, onPage] = [items.map(availabilityOf), offers.map(availabilityOf)]
  const agrees = inFeed.some((value) => onPage.includes(value))
  return agrees || [...inFeed, ...onPage].includes(undefined) ? undefined : [inFeed, onPage]
}

const availabilityOf = ({ availability }: FeedItem | PageOffer) => availability?.replaceAll('_', ' ')

/** Finds pages whose offers differ from the site’s product feeds. The evidence is the feed with item and values. */
export const differingFromFeeds = (differenceOf: Difference) => ({
  acrossPages(pages: SitePages): CrossPageCheck {
    const feeds = pages.site.productFeeds ?? []
    let itemsByPage: Map<number, FeedItem[]>[] | undefined
    return afterLastPage(
      (facts) => (feeds.length > 0 ? contentOf(facts)?.structuredData.offers : undefined),
      (offers, page) => {
        itemsByPage ??= feeds.map(({ items }) => byPage(items, pages))
        const evidence = feeds.flatMap(({ url }, feed) =>
          comparable(itemsByPage?.[feed]?.get(pages.endOf(pages.url(page))) ?? [], offers).flatMap((some) => {
            const [inFeed, onPage] =
              differenceOf(...some)?.map((all) => [...new Set(all)].slice(0, 5).join(' or ')) ?? []
            const text = `${some[0][0]?.id}: ${inFeed} in the feed, ${onPage} on the page`
            return inFeed === undefined ? [] : [`${url}#${encodeURIComponent(text)}`]
          }),
        )
        return evidence.length === 0 || pages.isCopy(page) ? undefined : evidence
      },
    )
  },
})

/** The items that lead to each page. Links to variants of a product can have parameters that the page does not need. */
function byPage(items: readonly FeedItem[], pages: SitePages): Map<number, FeedItem[]> {
  const found = new Map<number, FeedItem[]>()
  for (const item of items)
    for (const page of new Set([item.url, item.url.replace(/\?.*/, '')].map(pages.endOf)))
      if (page !== 0) found.getOrInsertComputed(page, () => []).push(item)
  return found
}

/** Pairs items with the offers that have their code. A page can show any of the variants in a feed: the rest is one. */
function comparable(items: readonly FeedItem[], offers: readonly PageOffer[]): [FeedItem[], PageOffer[]][] {
  const sharing = <T extends { codes: string[] }>(all: readonly T[], { codes }: FeedItem) =>
    all.filter((one) => one.codes.some((code) => codes.includes(code)))
  const known = items.filter((item) => sharing(items, item).length === 1 && sharing(offers, item).length > 0)
  const rest = items.filter((item) => !known.includes(item))
  const others = offers.filter((offer) => !known.some((item) => sharing([offer], item).length > 0))
  const pairs = known.map((item): [FeedItem[], PageOffer[]] => [[item], sharing(offers, item)])
  return rest.length > 0 && others.length > 0 ? [...pairs, [rest, others]] : pairs
}
