import type { VisitedPage } from '../../../lib/site/visit-site.ts'
import { type LinkedDataEntity, textsOf, thingsOf } from './linked-data.ts'

const organizations =
  /(?:Organization|Corporation|Business|Store|Shop|NGO|Airline|Restaurant|Hotel|Agency|Service|Dealer|Brand)$/
const productTypes =
  /^(?:Product|ProductGroup|ProductModel|IndividualProduct|Vehicle|Car|SoftwareApplication|WebApplication|MobileApplication|VideoGame|FinancialProduct)$/
const serviceTypes = /^(?:Service|FinancialService|FoodService|TaxiService|BroadcastService)$/
/** Limits the entities per site; hostile pages can have any number. */
const max = { organizations: 30, sites: 5, products: 200 }

export interface OwnEntities {
  organizations: LinkedDataEntity[]
  sites: LinkedDataEntity[]
  products: LinkedDataEntity[]
}

/** Finds the entities on a brand's site that are the brand itself or its products. */
export function findOwnEntities(names: readonly string[], pages: readonly VisitedPage[]): OwnEntities {
  const hosts = new Set(pages.map(({ url }) => hostOf(url)))
  const own: OwnEntities = { organizations: [], sites: [], products: [] }
  for (const [index, { html }] of pages.entries())
    for (const thing of thingsOf(html)) {
      if (own.organizations.length < max.organizations && isOwn(thing, index === 0, names, hosts))
        own.organizations.push(thing)
      if (own.products.length < max.products && isOwnProduct(thing, names, hosts)) own.products.push(thing)
      const isSite = thing.isTop && thing.types.includes('WebSite')
      if (isSite && own.sites.length < max.sites) own.sites.push(thing)
    }
  return own
}

const hostOf = (url: string) => (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')

export const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text contains one of the names as whole words. */
export const isNamed = (names: readonly string[], text: string) =>
  names.some((name) => ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `))

/** Whether a text equals one of the names, ignoring case and signs. */
const isName = (names: readonly string[], text: string) =>
  names.some((name) => wordsOf(name).join(' ') === wordsOf(text).join(' '))

export const isOrganizationType = (type: string) => organizations.test(type)
export const isServiceType = (type: string) => serviceTypes.test(type)

/**
 * Whether an entity is the site's organization. Its name equals a known name; or contains one and the entity has the
 * site's URL or is top-level on the home page; or the entity has both of the latter.
 */
function isOwn(
  thing: LinkedDataEntity,
  isOnHome: boolean,
  names: readonly string[],
  hosts: ReadonlySet<string>,
): boolean {
  if (!thing.types.some(isOrganizationType) || thing.types.some(isServiceType)) return false
  const { node } = thing
  const entityNames = ['name', 'legalName', 'alternateName'].flatMap((property) => textsOf(node, property))
  if (entityNames.some((text) => isName(names, text))) return true
  const hasSiteUrl = ['url', '@id'].some((property) => {
    const address = node[property]
    return typeof address === 'string' && hosts.has(hostOf(address))
  })
  const isTopOnHome = thing.isTop && isOnHome
  return entityNames.some((text) => isNamed(names, text)) ? hasSiteUrl || isTopOnHome : hasSiteUrl && isTopOnHome
}

/** Excludes other makers' products, as in reviews, comparisons and shops. */
function isOwnProduct(
  { types, node, isTop }: LinkedDataEntity,
  names: readonly string[],
  hosts: ReadonlySet<string>,
): boolean {
  if (!types.some((type) => productTypes.test(type) || isServiceType(type))) return false
  const url = typeof node.url === 'string' ? hostOf(node.url) : ''
  if (url !== '' && !hosts.has(url)) return false
  const makers = ['brand', 'manufacturer', 'provider'].flatMap((property) => textsOf(node, property))
  return makers.length === 0 ? isTop || url !== '' : makers.some((maker) => isNamed(names, maker))
}
