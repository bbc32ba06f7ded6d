import type { VisitedPage } from '../../../lib/site/visit-site.ts'
import { type LinkedDataEntity, textsOf, thingsOf } from './linked-data.ts'

const organizations =
  /(?:Organization|Corporation|Business|Store|Shop|NGO|Airline|Restaurant|Hotel|Agency|Service|Dealer|Brand)$/
const productTypes =
  /^(?:Product|ProductGroup|ProductModel|IndividualProduct|Vehicle|Car|SoftwareApplication|WebApplication|MobileApplication|VideoGame|FinancialProduct)$/
const serviceTypes = /^(?:Service|FinancialService|FoodService|TaxiService|BroadcastService)$/
/** More of a site's own things say nothing new; hostile pages have any number of them. */
const max = { organizations: 30, sites: 5, products: 200 }

export interface OwnEntities {
  organizations: LinkedDataEntity[]
  sites: LinkedDataEntity[]
  products: LinkedDataEntity[]
}

/** What the pages of a brand's site say of the brand itself, and of its products. */
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

/** Whether a text holds one of the names, as whole words. */
export const isNamed = (names: readonly string[], text: string) =>
  names.some((name) => ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `))

/** Whether a text is one of the names, but for case and signs. */
const isName = (names: readonly string[], text: string) =>
  names.some((name) => wordsOf(name).join(' ') === wordsOf(text).join(' '))

export const isOrganizationType = (type: string) => organizations.test(type)
export const isServiceType = (type: string) => serviceTypes.test(type)

/**
 * The organization whose site it is: one of the brand's very name, or one of the site's address that is named after it, or
 * that the home page speaks of as such. Others are named after it as well, and their names are not the brand's.
 */
function isOwn(
  thing: LinkedDataEntity,
  isOnHome: boolean,
  names: readonly string[],
  hosts: ReadonlySet<string>,
): boolean {
  if (!thing.types.some(isOrganizationType) || thing.types.some(isServiceType)) return false
  const { node } = thing
  const called = ['name', 'legalName', 'alternateName'].flatMap((property) => textsOf(node, property))
  if (called.some((text) => isName(names, text))) return true
  const isSites = ['url', '@id'].some((property) => {
    const address = node[property]
    return typeof address === 'string' && hosts.has(hostOf(address))
  })
  const isHomes = thing.isTop && isOnHome
  return called.some((text) => isNamed(names, text)) ? isSites || isHomes : isSites && isHomes
}

/** Products of others are spoken of in reviews, comparisons and shops. */
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
