import { isIP } from 'node:net'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { nameText, secretField, trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import type { ResourceRef } from '../../kernel/operation.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { type ListPrice, type Prices, priceFields } from '../../lib/providers/prices.ts'
import { type ProviderKind, providerKinds, providerOf } from '../../lib/providers/providers.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { unpricedEngines } from './listed-prices.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'sources.kind': ProviderKind
    'sources.search': z.output<typeof search>
    'sources.price': Prices
    /** A copy of the provider’s `list_prices`. */
    'sources.listed_prices': ListPrice[]
    'list_prices.kind': ProviderKind
    'list_prices.price': ListPrice
  }
}

export type Source = Row<'sources'>

const kind = z.enum(providerKinds)
const search = z.enum(['forced', 'free'])
const price = z.strictObject(priceFields).describe('Prices in US dollars as a JSON object, instead of list prices.')

export const sourceFields = {
  kind: kind.describe('The provider.'),
  name: nameText(200),
  api_key: secretField.describe('The provider’s API key.'),
  base_url: trimmedText(1, 2000).describe('Base URL of the provider’s API. Defaults to the provider’s own.'),
  model: trimmedText(1, 200).describe('The model. Not for vendors that monitor an engine.'),
  search: search.describe('Whether the model must search the web, or decides: free. Defaults to forced.'),
  city: trimmedText(0, 100).describe(
    'Market and city to ask from, such as DE:Hamburg. Empty for whole markets, as are all other markets.',
  ),
  concurrency: z
    .int()
    .min(1)
    .max(100)
    .describe('Maximum concurrent requests, and so the maximum of paid answers lost in a crash. Defaults to 4.'),
  requests_per_minute: z.int().min(1).max(100_000).describe('Defaults to 60.'),
  price,
  terms_confirmed: z
    .boolean()
    .describe('Whether the operator confirms that the provider’s terms allow analyzing its answers.'),
}

export const sourceId = { source_id: uuid }

export const sourceSchema = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  kind,
  name: z.string(),
  base_url: z.string(),
  model: z.string(),
  engines: z.array(z.string()).describe('Engines that the provider supports.'),
  search: search.nullable().describe('Null if the provider leaves no choice.'),
  city: z.string(),
  choices: z.array(z.enum(['search', 'city'])).describe('Which of search and city the provider lets a source choose.'),
  concurrency: z.int(),
  requests_per_minute: z.int(),
  price,
  unpriced_engines: z
    .array(z.string())
    .describe('Engines without a known price; plans need one, set with update-source --price.'),
  terms_confirmed: z.boolean(),
  terms: z.string().nullable().describe('Terms to read and confirm before use. Null if there are none.'),
  needs_api_key: z
    .boolean()
    .describe('Whether the key must be set again, as it was encrypted with an encryption key that is missing.'),
  failures: z.int().describe('Consecutive failures.'),
  closed_until: utcTimestamp.nullable().describe('End of a pause after failures (UTC). Null if not paused.'),
  paused_reason: z.string().nullable().describe('Why the source is stopped. Null if it is not.'),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
})

/** Excludes status fields, which change automatically, and the key. */
export const sourceVersion = defineVersioned('source', [
  'id',
  ...Object.keys(sourceFields).filter((field) => field !== 'api_key'),
])

export function serializeSource({ secrets, now }: Services, source: Source) {
  const { engines, choices = [], terms = null } = factsOf(source)
  const { closed_until: until } = source
  return showRow(sourceSchema, {
    ...source,
    engines: [...engines],
    choices: [...choices],
    search: choices.includes('search') ? source.search : null,
    unpriced_engines: unpricedEngines(source),
    terms,
    closed_until: until !== null && until > now() ? until : null,
    needs_api_key: secrets.open(source.api_key, source.id) === undefined,
  })
}

/** What a source adds to a question in a market. */
export const settingsOf = ({ model, search, city }: Source, market: string) => ({
  model,
  city: city.startsWith(`${market}:`) ? city.slice(market.length + 1) : '',
  isSearchFree: search === 'free',
})

export const factsOf = ({ kind }: Pick<Source, 'kind'>) => providerOf(kind)

/**
 * The key of a source.
 * @throws ApiError conflict if its encryption key is missing
 */
export function apiKeyOf({ secrets }: Services, { id, name, api_key }: Source): string {
  const key = secrets.open(api_key, id)
  if (key === undefined) throw conflict(`source ${name} needs its API key again; run update-source --api-key-env`)
  return key
}

/** @throws ApiError not_found */
export function findSource(db: PostgresLike, id: string): Promise<Source> {
  const sources = db.selectFrom('sources').selectAll().where('id', '=', id)
  return sources.executeTakeFirstOrThrow(() => notFound('source'))
}

/**
 * Checks that the fields of a source are consistent.
 * @throws ApiError invalid_request
 */
export function checkSource({
  kind,
  base_url,
  model,
  search,
  city,
}: Pick<Source, 'kind' | 'base_url' | 'model' | 'search' | 'city'>) {
  const { defaultModel, modelMeans, hasCustomerUrls, baseUrl, choices = [] } = providerOf(kind)
  if (search === 'free' && !choices.includes('search')) throw invalidRequest(`search: ${kind} leaves no choice`)
  if (city !== '' && !choices.includes('city')) throw invalidRequest(`city: ${kind} takes no city`)
  if (!/^(?:[A-Z]{2}:\S.*)?$/.test(city)) throw invalidRequest('city must be a market and a city, such as DE:Hamburg')
  if (hasCustomerUrls && base_url === baseUrl)
    throw invalidRequest(`base_url is required for ${kind}: your endpoint, such as ${baseUrl}`)
  if (model === '' && defaultModel !== '')
    throw invalidRequest(`model is required for ${kind}${modelMeans ? `: ${modelMeans}` : ''}`)
  if (model !== '' && defaultModel === '' && modelMeans === undefined)
    throw invalidRequest(`model: ${kind} does not support models`)
  checkBaseUrl(base_url)
}

/**
 * The key is sent there with each request: requires https, except to localhost and IP addresses.
 * @throws ApiError invalid_request
 */
export function checkBaseUrl(text: string): void {
  const url = URL.parse(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isWeb || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw invalidRequest(
      'base_url must be a URL without user, password, query or fragment, such as https://api.openai.com/v1',
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && host !== 'localhost' && isIP(host) === 0)
    throw invalidRequest('base_url must use https, as the API key is sent there')
}

export const withoutSlash = (url: string) => url.replace(/\/+$/, '')

export const sourceRef: ResourceRef = {
  field: 'source_id',
  name: 'source',
  table: 'sources',
  seenBy: 'editor',
}
