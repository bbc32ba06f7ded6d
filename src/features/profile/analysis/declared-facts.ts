import { trimmedText } from '../../../core/fields.ts'
import { findableName } from '../../answers/index.ts'
import type { VisitedPage } from '../../technical/index.ts'
import { type Derived, type DerivedProduct, derivedSchema, within } from './derived.ts'
import { type Thing, textsOf, thingsOf } from './linked-data.ts'
import { plainText } from './page-text.ts'

/** A document as an analysis reads it. */
export interface ReadDocument {
  title: string
  summary: string | null
  text: string
}

export interface Sources {
  /** Names that the brand is known by already, its own first. */
  names: readonly string[]
  /** The home page first. */
  pages: readonly VisitedPage[]
  documents: readonly ReadDocument[]
}

const organizations =
  /(?:Organization|Corporation|Business|Store|Shop|NGO|Airline|Restaurant|Hotel|Agency|Service|Dealer|Brand)$/
const productTypes =
  /^(?:Product|ProductGroup|ProductModel|IndividualProduct|Vehicle|Car|SoftwareApplication|WebApplication|MobileApplication|VideoGame|FinancialProduct)$/
const serviceTypes = /^(?:Service|FinancialService|FoodService|TaxiService|BroadcastService)$/
/** Types that say nothing of what somebody does. */
const generalTypes = new Set([
  'Organization',
  'Corporation',
  'LocalBusiness',
  'OnlineBusiness',
  'Brand',
  'OnlineStore',
  'Store',
])

/**
 * What pages declare of themselves: JSON-LD of the organization and its products, Open Graph, descriptions; and where
 * these say nothing, summaries of documents.
 */
export function declaredFacts({ names, pages, documents }: Sources): Derived {
  const things = pages.flatMap(({ html }, index) =>
    thingsOf(html).map((thing) => ({ ...thing, isOnHome: index === 0 })),
  )
  const hosts = new Set(pages.map(({ url }) => hostOf(url)))
  const own = things.filter((thing) => isOwn(thing, names, hosts))
  const sites = things.filter(({ types, isTop }) => isTop && types.includes('WebSite'))
  const speakers = [...own, ...sites]
  const productThings = things.filter((thing) => isOwnProduct(thing, names, hosts))
  const first = (property: string, from: readonly Thing[] = speakers) =>
    from.flatMap(({ node }) => textsOf(node, property))[0]
  const home = pages[0]?.document
  const description = plainText(home?.descriptions[0] ?? home?.social['og:description'] ?? '') || undefined
  const longest = [
    ...speakers.flatMap(({ node }) => textsOf(node, 'description')),
    ...pages.slice(0, 1).map(({ document }) => plainText(document.social['og:description'] ?? '')),
  ].sort((a, b) => b.length - a.length)[0]
  const summaries = documents.flatMap(({ summary }) => summary ?? [])
  return derivedSchema.parse({
    aliases: aliasesIn(names, own, sites, home),
    industry: field(first('industry', own) ?? typeOf(own) ?? first('category', productThings), 200),
    short_description: field(description ?? first('slogan') ?? first('description'), 1000),
    description: field(longest || description || summaries[0], 5000),
    primary_audience: field(first('audience') ?? first('audience', productThings), 200),
    main_market: field(first('areaServed') ?? countryOf(own), 100),
    key_features: productThings
      .flatMap(({ node }) => textsOf(node, 'featureList').flatMap((text) => text.split(/\s*[,;\n]\s*/)))
      .flatMap((text) => field(text, 200) ?? [])
      .slice(0, 50),
    products: productsIn(productThings),
  })
}

/** A text that a field takes; null for what none does. */
function field(text: string | undefined, most: number): string | null {
  const { data = '' } = trimmedText(0, most).safeParse(within(text ?? '', most))
  return data === '' ? null : data
}

const hostOf = (url: string) => (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const isNamed = (names: readonly string[], text: string) =>
  names.some((name) => ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `))

const isOrganization = ({ types }: Thing) => types.some((type) => organizations.test(type))

/** The organization whose site it is: by its name or address, or because the home page speaks of no other. */
function isOwn(
  thing: Thing & { isOnHome: boolean },
  names: readonly string[],
  hosts: ReadonlySet<string>,
): boolean {
  if (!isOrganization(thing) || thing.types.some((type) => serviceTypes.test(type))) return false
  const { node } = thing
  if (
    ['name', 'legalName', 'alternateName'].some((name) =>
      textsOf(node, name).some((text) => isNamed(names, text)),
    )
  )
    return true
  const isSites = ['url', '@id'].some((property) => hosts.has(hostOf(String(node[property] ?? ''))))
  return thing.isTop && thing.isOnHome && isSites
}

/** Products of others are spoken of in reviews, comparisons and shops. */
function isOwnProduct(
  { types, node, isTop }: Thing,
  names: readonly string[],
  hosts: ReadonlySet<string>,
): boolean {
  if (!types.some((type) => productTypes.test(type) || serviceTypes.test(type))) return false
  const url = typeof node.url === 'string' ? hostOf(node.url) : ''
  if (url !== '' && !hosts.has(url)) return false
  const makers = ['brand', 'manufacturer', 'provider'].flatMap((property) => textsOf(node, property))
  return makers.length === 0 ? isTop || url !== '' : makers.some((maker) => isNamed(names, maker))
}

function productsIn(things: readonly Thing[]): DerivedProduct[] {
  const products = new Map<string, DerivedProduct>()
  for (const { types, node } of things) {
    const name = field(textsOf(node, 'name')[0], 200)
    if (name === null || products.has(name.toLowerCase()) || products.size >= 100) continue
    const kind = types.some((type) => serviceTypes.test(type)) ? 'service' : 'product'
    products.set(name.toLowerCase(), {
      name,
      kind,
      description: field(textsOf(node, 'description')[0], 1000),
    })
  }
  return [...products.values()]
}

/** What a kind of business is called: `ShoeStore` is a shoe store. */
function typeOf(own: readonly Thing[]): string | undefined {
  const type = own
    .flatMap(({ types }) => types)
    .find((one) => isOrganization({ types: [one], node: {}, isTop: true }) && !generalTypes.has(one))
  const words = type?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words === undefined ? undefined : words.charAt(0).toUpperCase() + words.slice(1)
}

function countryOf(own: readonly Thing[]): string | undefined {
  for (const { node } of own) {
    const [address] = [node.address].flat()
    if (typeof address !== 'object' || address === null) continue
    const [country] = textsOf(address as Record<string, unknown>, 'addressCountry')
    if (country !== undefined) return country
  }
  return undefined
}

/** Other names that the organization declares. The name of a site counts only where it holds the brand's own. */
function aliasesIn(
  names: readonly string[],
  own: readonly Thing[],
  sites: readonly Thing[],
  home: VisitedPage['document'] | undefined,
): string[] {
  const declared = own.flatMap(({ node }) =>
    ['alternateName', 'legalName'].flatMap((name) => textsOf(node, name)),
  )
  const titles = [
    ...[...own, ...sites].flatMap(({ node }) => textsOf(node, 'name')),
    plainText(home?.social['og:site_name'] ?? ''),
  ].filter((text) => isNamed(names, text))
  const aliases = [...declared, ...titles].filter(isAlias)
  return [...new Map(aliases.map((alias) => [alias.toLowerCase(), alias])).values()].slice(0, 50)
}

/** Whether answers can be searched for a name: not for signs alone, or one letter. */
export const isAlias = (name: string) =>
  wordsOf(name).join('').length > 1 && findableName(100).safeParse(name).success
