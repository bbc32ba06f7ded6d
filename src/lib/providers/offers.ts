import type { ProviderAd, ProviderProduct } from './provider-answer.ts'
import { isObject } from './shape.ts'

const maxEntries = 1000

/** The objects in a list. Ignores everything else, as offers are not measured. */
export const records = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, maxEntries).filter(isObject) : []

/** The first of the fields that has a text or number. */
export function firstText(record: Record<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = record[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/**
 * Reads a product of any vendor. Field names differ, and most are known only from documentation.
 * @returns undefined if it has no name
 */
export function productOf(record: Record<string, unknown>): ProviderProduct | undefined {
  const price = isObject(record.price) ? record.price : record
  const amount = firstText(price, ['displayed_price', 'price', 'current', 'extracted_price', 'value'])
  const currency = firstText(price, ['currency'])
  const name = firstText(record, ['title', 'name', 'product_name', 'label'])
  if (name === '') return undefined
  return {
    name,
    url: firstText(record, ['url', 'product_link', 'link', 'productUrl']),
    seller: firstText(record, ['seller', 'merchant', 'merchants', 'source', 'store', 'domain']),
    price: /^[\d.,]+$/.test(amount) && currency !== '' ? `${amount} ${currency}` : amount,
  }
}

export const productsOf = (...lists: readonly unknown[]): ProviderProduct[] =>
  lists.flatMap((entries) => records(entries).flatMap((record) => productOf(record) ?? []))

/**
 * Reads the advertisements in an entry of any vendor: each of its cards, or the entry itself.
 * @returns an empty list if advertiser, title and URL are all missing
 */
export function adsOf(record: Record<string, unknown>): ProviderAd[] {
  const advertiser = advertiserOf(record)
  const shown = record.is_rendered ?? record.rendered
  const isShown = typeof shown === 'boolean' ? shown : null
  const cards = records(record.cards ?? record.carousel_cards)
  const ads = (cards.length > 0 ? cards : [record]).map((card) => ({
    advertiser,
    title: firstText(card, ['title', 'headline', 'name', 'text']),
    url: firstText(card, ['url', 'link', 'target_url', 'targetUrl']) || firstText(record, ['url', 'link']),
    isShown,
  }))
  return ads.filter((ad) => ad.advertiser + ad.title + ad.url !== '')
}

function advertiserOf(record: Record<string, unknown>): string {
  const { advertiser, brand } = record
  for (const value of [advertiser, brand]) if (isObject(value)) return firstText(value, ['name', 'title'])
  return firstText(record, ['advertiser', 'brand', 'website_name', 'source', 'name'])
}
