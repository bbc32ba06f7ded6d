import { findableName } from '../../../kernel/name-fields.ts'
import type { VisitedPage } from '../../../lib/site/visit-site.ts'
import { type Derived, derivedSchema } from './derived.ts'
import { type LinkedDataEntity, textsOf } from './linked-data.ts'
import { findOwnEntities, isNamed, isOrganizationType, isServiceType, wordsOf } from './own-entities.ts'
import { plainText } from './page-text.ts'

export interface ReadDocument {
  title: string
  summary: string | null
  text: string
}

export interface Sources {
  /** Known names of the brand, its own first. */
  names: readonly string[]
  /** The home page first. */
  pages: readonly VisitedPage[]
  documents: readonly ReadDocument[]
}

/** Types that do not indicate an industry. */
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
 * Extracts facts that pages declare: JSON-LD of the organization and its products, Open Graph and descriptions; as a
 * fallback, summaries of documents.
 */
export function declaredFacts({ names, pages, documents }: Sources): Derived {
  const { organizations, sites, products } = findOwnEntities(names, pages)
  const entities = [...organizations, ...sites]
  const home = pages[0]?.document
  const description = plainText(home?.descriptions[0] ?? home?.social['og:description'] ?? '') || undefined
  const longest = [
    ...entities.flatMap(({ node }) => textsOf(node, 'description')),
    ...pages.slice(0, 1).map(({ document }) => plainText(document.social['og:description'] ?? '')),
  ].sort((a, b) => b.length - a.length)[0]
  const summaries = documents.flatMap(({ summary }) => summary ?? [])
  return derivedSchema.parse({
    aliases: aliasesIn(names, organizations, sites, home),
    industry: first('industry', organizations) ?? typeOf(organizations) ?? first('category', products),
    short_description: description ?? first('slogan', entities) ?? first('description', entities),
    description: longest || description || summaries[0],
    primary_audience: first('audience', [...entities, ...products]),
    main_market: first('areaServed', entities) ?? countryOf(organizations),
    key_features: featuresOf(products),
    products: productsIn(products),
  })
}

function first(property: string, things: readonly LinkedDataEntity[]): string | undefined {
  for (const { node } of things) {
    const [text] = textsOf(node, property)
    if (text !== undefined) return text
  }
  return undefined
}

const featuresOf = (products: readonly LinkedDataEntity[]) =>
  products.flatMap(({ node }) => textsOf(node, 'featureList').flatMap((list) => list.split(/[,;\n]/)))

function productsIn(things: readonly LinkedDataEntity[]): object[] {
  const products = new Map<string, object>()
  for (const { types, node } of things) {
    const [name = ''] = textsOf(node, 'name')
    if (products.has(name.toLowerCase())) continue
    const kind = types.some(isServiceType) ? 'service' : 'product'
    products.set(name.toLowerCase(), { name, kind, description: textsOf(node, 'description')[0] })
  }
  return [...products.values()]
}

/** Converts a business type to words: `ShoeStore` becomes "Shoe store". */
function typeOf(own: readonly LinkedDataEntity[]): string | undefined {
  const type = own.flatMap(({ types }) => types).find((one) => isOrganizationType(one) && !generalTypes.has(one))
  const words = type?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words === undefined ? undefined : words.charAt(0).toUpperCase() + words.slice(1)
}

function countryOf(own: readonly LinkedDataEntity[]): string | undefined {
  for (const { node } of own) {
    const [address] = [node.address].flat()
    if (typeof address !== 'object' || address === null) continue
    const [country] = textsOf(address as Record<string, unknown>, 'addressCountry')
    if (country !== undefined) return country
  }
  return undefined
}

/** Other names that the organization declares. A site name counts only if it contains a known name. */
function aliasesIn(
  names: readonly string[],
  own: readonly LinkedDataEntity[],
  sites: readonly LinkedDataEntity[],
  home: VisitedPage['document'] | undefined,
): string[] {
  const declared = own.flatMap(({ node }) => ['alternateName', 'legalName'].flatMap((name) => textsOf(node, name)))
  const titles = [
    ...[...own, ...sites].flatMap(({ node }) => textsOf(node, 'name')),
    plainText(home?.social['og:site_name'] ?? ''),
  ].filter((text) => isNamed(names, text))
  const aliases = [...declared, ...titles].filter(isAlias)
  return [...new Map(aliases.map((alias) => [alias.toLowerCase(), alias])).values()].slice(0, 50)
}

/** Whether a name is usable as an alias: at least two letters or digits. */
export const isAlias = (name: string) => wordsOf(name).join('').length > 1 && findableName(100).safeParse(name).success
