import { parse } from 'csv-parse/sync'
import { DomUtils, parseDocument } from 'htmlparser2'
import { crawlAddress } from '../crawl-address.ts'
import { priceOfMinor, productCode, readAvailability, readPrice } from './price.ts'

/** An item of a product feed. */
export interface FeedItem {
  id: string
  url: string
  /** Its id, GTIN and part number. */
  codes: string[]
  /** The prices that can be valid now. */
  prices: number[]
  currency: string
  availability?: string | undefined
}

const maxItems = 20_000
/** Shops switch prices at midnight of some time zone. */
const saleToleranceMs = 86_400_000

/**
 * Reads the first 20,000 items of a product feed: RSS or Atom with fields of Google Merchant Center, text with a line
 * of their names, or JSON of the Agentic Commerce Protocol. Skips items without a URL or a clear price, so other files
 * have none.
 */
export function readProductFeed(text: string, feedUrl: string, now: Date): FeedItem[] {
  const start = text.slice(0, 1000).trimStart()
  try {
    const rows = start.startsWith('<')
      ? xmlRows(text)
      : /^[[{]/.test(start)
        ? jsonRows(JSON.parse(text))
        : textRows(text)
    return rows.slice(0, maxItems).flatMap((row) => readItem(row, feedUrl, now) ?? [])
  } catch {
    // It is another file, or broken.
    return []
  }
}

/** Fields of an item by name, without prefix. */
type Row = Record<string, unknown>

const fieldName = (name: string) => name.trim().toLowerCase().replace(/^g:/, '').replaceAll(' ', '_')

function xmlRows(text: string): Row[] {
  const isItem = (name: string) => name === 'item' || name === 'entry'
  const items = DomUtils.getElementsByTagName(isItem, parseDocument(text, { xmlMode: true }), true, maxItems)
  return items.map((item) => {
    const fields = DomUtils.getElementsByTagName('*', item.children, false)
    return Object.fromEntries(
      fields.map((field) => [fieldName(field.name), field.attribs.href ?? DomUtils.textContent(field)]),
    )
  })
}

function textRows(text: string): Row[] {
  const header = text.slice(0, text.indexOf('\n') + 1)
  const delimiter = header.includes('\t') ? '\t' : ','
  const options = { bom: true, delimiter, relax_quotes: true, relax_column_count: true, to: maxItems }
  return /\bprice\b/i.test(header)
    ? parse(text, { ...options, columns: (names: string[]) => names.map(fieldName) })
    : []
}

function jsonRows(file: Row | Row[]): Row[] {
  const products = Array.isArray(file) ? file : (file.products as Row[])
  return products.flatMap(({ variants, ...product }) =>
    [variants ?? {}].flat().map((variant) => {
      const row: Row = { ...product, ...(variant as Row) }
      const { price, availability } = row as Record<string, { amount?: number; currency?: string; status?: string }>
      const minor = priceOfMinor(price?.amount, price?.currency?.toUpperCase())
      return { ...row, price: minor ?? price, availability: availability?.status ?? availability }
    }),
  )
}

function readItem(row: Row, feedUrl: string, now: Date): FeedItem | undefined {
  const field = (...names: string[]) =>
    String(names.map((name) => row[name]).find((value) => value != null) ?? '').trim()
  const url = crawlAddress(field('link', 'url'), feedUrl)
  const regular = readPrice(field('price'))
  if (field('link', 'url') === '' || url === undefined || url.length > 2048 || regular === undefined) return undefined
  const sale = field('sale_price') === '' ? regular : readPrice(field('sale_price'), regular.currency)
  if (sale === undefined) return undefined
  const state = saleState(field('sale_price_effective_date'), now)
  const id = field('id', 'item_id', 'sku').slice(0, 100)
  return {
    ...{ id, url, currency: regular.currency, availability: readAvailability(field('availability')) },
    codes: [id, field('gtin'), field('mpn')].map(productCode).filter((code) => code !== ''),
    prices: [...(state === 'on' ? [] : [regular.amount]), ...(state === 'off' ? [] : [sale.amount])],
  }
}

/** Whether a sale is on, by its dates such as `2026-11-20T00:00+0100/2026-11-30T23:59+0100`. */
function saleState(dates: string, now: Date): 'on' | 'off' | 'unclear' {
  if (dates === '') return 'on'
  const [from = Number.NaN, to = Number.NaN] = dates
    .split('/')
    .map((date) => Date.parse(date.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) - now.getTime())
  if (from < -saleToleranceMs && to > saleToleranceMs) return 'on'
  return from > saleToleranceMs || to < -saleToleranceMs ? 'off' : 'unclear'
}
