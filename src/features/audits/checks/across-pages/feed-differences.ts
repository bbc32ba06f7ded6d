import type { PageOffer } from '../../../../lib/site/products/page-offers.ts'
import type { FeedItem } from '../../../../lib/site/products/product-feed.ts'
import { contentOf } from '../page-kinds.ts'
import { afterLastPage, type CrossPageCheck, type SitePages } from '../site-pages.ts'

/** @returns both values, if no item agrees with any of the offers, and all of them are known */
type Difference = (items: readonly FeedItem[], offers: readonly PageOffer[]) => [feed: string, page: string] | undefined

export const priceDifference: Difference = (items, offers) => {
  const known = items.flatMap((item) => {
    const shown = offers.filter(({ currency }) => currency === item.currency)
    return shown.length > 0 ? [{ item, shown }] : []
  })
  const isUnclear = known.length === 0 || offers.some(({ currency }) => currency === undefined)
  const agrees = ({ item, shown }: (typeof known)[number]) =>
    item.prices.some((price) => shown.some(({ low = 0, high = Infinity }) => low <= price && price <= high))
  if (isUnclear || known.some(agrees)) return undefined
  const amounts = (shown: readonly PageOffer[]) =>
    shown.map(({ low, high = 'more', currency }) =>
      low === high ? `${low} ${currency}` : `${low} to ${high} ${currency}`,
    )
  const texts = known.flatMap(({ item }) => item.prices.map((price) => `${price} ${item.currency}`))
  return [listed(texts), listed(known.flatMap(({ shown }) => amounts(shown)))]
}

export const availabilityDifference: Difference = (items, offers) => {
  const [inFeed, onPage] = [items, offers].map((all) => all.map(({ availability }) => availability))
  const all = [...(inFeed ?? []), ...(onPage ?? [])]
  const isUnclear = all.includes(undefined) || inFeed?.some((value) => onPage?.includes(value))
  return isUnclear ? undefined : [listed(inFeed ?? []), listed(onPage ?? [])]
}

const listed = (values: readonly (string | undefined)[]) =>
  [...new Set(values)].slice(0, 5).join(' or ').replaceAll('_', ' ')

/** Finds pages whose offers differ from the site’s product feeds. The evidence is the feed with the item and both values. */
export const differingFromFeeds = (differenceOf: Difference) => ({
  acrossPages(pages: SitePages): CrossPageCheck {
    const feeds = pages.site.productFeeds ?? []
    let itemsByPage: Map<number, FeedItem[]>[] | undefined
    return afterLastPage(
      (facts) => (feeds.length > 0 ? contentOf(facts)?.structuredData.offers : undefined),
      (offers, page) => {
        if (pages.isCopy(page)) return undefined
        itemsByPage ??= feeds.map(({ items }) => byPage(items, pages))
        const own = pages.endOf(pages.url(page))
        const evidence = feeds.flatMap(({ url }, index) =>
          comparable(itemsByPage?.[index]?.get(own) ?? [], offers).flatMap(({ items, offers }) => {
            const values = differenceOf(items, offers)
            const text = values && `${items[0]?.id}: ${values[0]} in the feed, ${values[1]} on the page`
            return text === undefined ? [] : [`${url}#${encodeURIComponent(text)}`]
          }),
        )
        return evidence.length > 0 ? evidence : undefined
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

/**
 * Pairs items with the offers that have their code. The others are compared as a whole, as a page can show any of
 * the variants in a feed.
 */
function comparable(items: readonly FeedItem[], offers: readonly PageOffer[]) {
  const sharing = <T extends { codes: string[] }>(all: readonly T[], { codes }: FeedItem) =>
    all.filter((one) => one.codes.some((code) => codes.includes(code)))
  const pairs = items.flatMap((item) => {
    const own = sharing(offers, item)
    return own.length > 0 && sharing(items, item).length === 1 ? [{ items: [item], offers: own }] : []
  })
  const rest = {
    items: items.filter((item) => !pairs.some((pair) => pair.items.includes(item))),
    offers: offers.filter((offer) => !pairs.some((pair) => pair.offers.includes(offer))),
  }
  return rest.items.length > 0 && rest.offers.length > 0 ? [...pairs, rest] : pairs
}
