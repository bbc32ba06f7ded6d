import { productCode, readAvailability, readPrice } from '../products/price.ts'
import { schemaVocabulary } from './structured-data-values.ts'

type Node = Record<string, unknown>

/** An offer of the product that a page is about. */
export interface PageOffer {
  /** SKUs, GTINs and part numbers of the offer and its product. */
  codes: string[]
  /** Missing if its price is unclear. */
  currency?: string
  low?: number
  /** Missing for “from” prices. */
  high?: number | undefined
  availability?: string | undefined
}

/** Properties that lead to other products than that of the page. */
const related = new Set(
  'isRelatedTo isSimilarTo isAccessoryOrSparePartFor isConsumableFor itemReviewed itemListElement makesOffer'.split(
    ' ',
  ),
)
const codeProperties = ['sku', 'mpn', 'productID', 'gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14']
const maxOffers = 200

/** Reads the offers of a page’s own product and its variants. Empty for pages of several products, or of many nodes. */
export function readOffers(blocks: readonly unknown[], pageUrl: string, maxNodes: number): PageOffer[] {
  const byId = new Map<unknown, Node>()
  const products: Node[] = []
  let main = 0
  const left = blocks.filter(isObject).map((node) => ({ node, isVariant: false }))
  for (let nodes = 0, next = left.pop(); next !== undefined; next = left.pop()) {
    if (++nodes > maxNodes) return []
    const { node, isVariant } = next
    const isReference = Object.keys(node).every((key) => key === '@id' || key === '@type')
    if (!isReference && node['@id'] !== undefined) byId.set(node['@id'], node)
    if (!isReference && isKindOf(node, 'Product') && isOfPage(node, pageUrl)) {
      products.push(node)
      if (!isVariant && node.isVariantOf === undefined && node.inProductGroupWithID === undefined) main++
    }
    for (const [key, child] of Object.entries(node))
      if (!related.has(key) && isObject(child)) left.push({ node: child, isVariant: isVariant || key === 'hasVariant' })
  }
  const nodesIn = (value: unknown) =>
    [value]
      .flat()
      .slice(0, maxOffers)
      .filter(isObject)
      .map((node) => byId.get(node['@id']) ?? node)
  const offers = products.flatMap((product) =>
    nodesIn(product.offers)
      .flatMap((offer) => [offer, ...nodesIn(offer.offers)])
      .map((offer) => readOffer(offer, [...codesOf(product), ...codesOf(offer)], nodesIn(offer.priceSpecification))),
  )
  return main > 1 ? [] : offers.slice(0, maxOffers)
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null

const isKindOf = (node: Node, kind: string): boolean =>
  [node['@type']].flat().some((type) => schemaVocabulary().isKindOf(String(type).replace(/^.*[/:]/, ''), kind))

/** Whether a product has no other page. */
function isOfPage({ url }: Node, pageUrl: string): boolean {
  const path = (text: string) => URL.parse(text, pageUrl)?.pathname.replace(/\/$/, '')
  return typeof url !== 'string' || path(url) === path(pageUrl)
}

const codesOf = (node: Node): string[] =>
  codeProperties.flatMap((name) => (node[name] === undefined ? [] : [productCode(String(node[name]))]))

function readOffer(offer: Node, codes: string[], specifications: readonly Node[]): PageOffer {
  const availability = readAvailability(String(offer.availability ?? ''))
  const [specified = {}, ...others] = specifications.filter(
    ({ priceType, validForMemberTier }) => !/List|SRP|Strike/.test(String(priceType)) && !validForMemberTier,
  )
  const price = (name: string) =>
    readPrice(String(offer[name] ?? specified[name] ?? ''), String(offer.priceCurrency ?? specified.priceCurrency))
  const single = price('price')
  const low = price('lowPrice') ?? single
  // Prices can depend on the quantity.
  if (low === undefined || others.length > 0) return { codes, availability }
  const high = offer.highPrice === undefined ? single : price('highPrice')
  return { codes, availability, currency: low.currency, low: low.amount, high: high?.amount }
}
