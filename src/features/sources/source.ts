import { isIP } from 'node:net'
import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { nameText, secretField, trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import type { ResourceRef } from '../../kernel/operation.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { priceFields } from '../../lib/providers/prices.ts'
import { providerFacts } from '../../lib/providers/provider-facts.ts'
import { type ProviderKind, providerKinds } from '../../lib/providers/provider-kinds.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { SourcesTable } from './tables.ts'

export type Source = Selectable<SourcesTable>

const kind = z.enum(providerKinds)
const price = z
  .strictObject(priceFields)
  .describe('Prices in US dollars as a JSON object, in place of those of the list')

export const sourceFields = {
  kind: kind.describe('The provider'),
  name: nameText(200),
  api_key: secretField.describe('Its key'),
  base_url: trimmedText(1, 2000).describe('The address that its paths are put behind; its own by default'),
  model: trimmedText(1, 200).describe('The model to ask; vendors that watch an engine take none'),
  concurrency: z
    .int()
    .min(1)
    .max(100)
    .describe(
      'Questions asked at once, 4 by default: as many answers at most are bought in vain where the program is killed',
    ),
  requests_per_minute: z.int().min(1).max(100_000).describe('60 by default'),
  price,
  terms_confirmed: z
    .boolean()
    .describe('Whether somebody has read the provider’s terms and found that its answers may be analysed'),
}

export const sourceId = { source_id: uuid }

export const sourceSchema = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  kind,
  name: z.string(),
  base_url: z.string(),
  model: z.string(),
  engines: z.array(z.string()).describe('Engines whose answers it gives'),
  concurrency: z.int(),
  requests_per_minute: z.int(),
  price,
  terms_confirmed: z.boolean(),
  terms: z
    .string()
    .nullable()
    .describe('What has to be read and confirmed before it is asked; null where nothing has'),
  needs_api_key: z
    .boolean()
    .describe('Whether its key has to be given again: it was encrypted with a key that is not here'),
  failures: z.int().describe('Failures in a row'),
  closed_until: utcTimestamp
    .nullable()
    .describe('Nothing is asked before this time, as it has failed; null while it works'),
  paused_reason: z.string().nullable().describe('Why nothing is asked of it; null where it works'),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
})

/** How it fares changes by itself; its key is not shown. */
export const sourceVersion = defineVersioned('source', [
  'id',
  ...Object.keys(sourceFields).filter((field) => field !== 'api_key'),
])

export function serializeSource({ secrets, now }: Services, source: Source): z.input<typeof sourceSchema> {
  const {
    api_key: _key,
    tokens: _tokens,
    tokens_at: _at,
    closed_until,
    created_at,
    updated_at,
    ...shown
  } = source
  const { engines, terms = null } = factsOf(source)
  return {
    ...shown,
    kind: source.kind as ProviderKind,
    engines: [...engines],
    terms,
    closed_until: closed_until !== null && closed_until > now() ? closed_until.toISOString() : null,
    needs_api_key: secrets.open(source.api_key, source.id) === undefined,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

export const factsOf = ({ kind }: Pick<Source, 'kind'>) => providerFacts[kind as ProviderKind]

/**
 * The key of a source.
 * @throws ApiError conflict where it was encrypted with a key that is not here
 */
export function apiKeyOf({ secrets }: Services, { id, name, api_key }: Source): string {
  const key = secrets.open(api_key, id)
  if (key === undefined) throw conflict(`source ${name} needs its API key again: sightline update-source`)
  return key
}

/** @throws ApiError not_found */
export function findSource(db: PostgresLike, id: string): Promise<Source> {
  const sources = db.selectFrom('sources').selectAll().where('id', '=', id)
  return sources.executeTakeFirstOrThrow(() => notFound('source'))
}

/**
 * Looks whether what a source is made of fits together.
 * @throws ApiError invalid_request
 */
export function checkSource({
  kind,
  base_url,
  model,
}: Pick<Insertable<SourcesTable>, 'kind' | 'base_url' | 'model'>) {
  const { defaultModel, modelMeans } = providerFacts[kind as ProviderKind]
  if (model === '' && defaultModel !== '') throw invalidRequest(`model is required for ${kind}`)
  if (model !== '' && defaultModel === '' && modelMeans === undefined)
    throw invalidRequest(`model: ${kind} asks the engine itself, and takes no model`)
  checkBaseUrl(base_url)
}

/** The key goes there with each request, so nobody may listen on the way: http only to a machine that is named by its address. */
function checkBaseUrl(text: string): void {
  const url = URL.parse(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isWeb || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw invalidRequest(
      'base_url must be a web address without user, password, query and fragment, such as https://api.openai.com/v1',
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && host !== 'localhost' && isIP(host) === 0)
    throw invalidRequest('base_url must be an https address, as the API key is sent there')
}

/** As paths are put behind it. */
export const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** It leads to its workspace. */
export const sourceRef: ResourceRef = {
  field: 'source_id',
  name: 'source',
  table: 'sources',
  seenBy: 'editor',
}
