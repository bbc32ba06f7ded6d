import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineChange, defineOperation, forAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { providerOf } from '../../lib/providers/providers.ts'
import { checkPrice, newerPrices } from './listed-prices.ts'
import {
  checkSource,
  factsOf,
  findSource,
  serializeSource,
  sourceFields,
  sourceId,
  sourceRef,
  sourceSchema,
  sourceVersion,
  withoutSlash,
} from './source.ts'

export const listSources = defineOperation({
  name: 'list-sources',
  summary: 'List the sources of a workspace, newest first',
  on: 'workspace',
  access: 'operator',
  role: 'editor',
  shows: sourceVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(sourceSchema),
  async run({ ctx: { services, workspace }, page }) {
    const sources = services.db.selectFrom('sources').selectAll().where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(sources, 'sources', page)
    return { data: rows.map((source) => serializeSource(services, source)), next }
  },
})

export const createSource = defineChange({
  name: 'create-source',
  summary: 'Add a provider as a source, with its API key',
  description:
    'Stores the key encrypted and never shows it. --api-key-env reads it from an environment variable, --api-key-file ' +
    'from a file; a key in the flags would show in the process list.',
  ...forAdmins,
  fields: {
    kind: sourceFields.kind,
    name: sourceFields.name,
    api_key: sourceFields.api_key,
    base_url: sourceFields.base_url.optional(),
    model: sourceFields.model.optional(),
    search: sourceFields.search.default('forced'),
    city: sourceFields.city.default(''),
    concurrency: sourceFields.concurrency.default(4),
    requests_per_minute: sourceFields.requests_per_minute.default(60),
    price: sourceFields.price.default({}),
    terms_confirmed: sourceFields.terms_confirmed.default(false),
  },
  data: sourceSchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const id = randomUUID()
    const at = services.now()
    const { baseUrl, defaultModel = '' } = providerOf(input.kind)
    const { api_key, price, ...columns } = input
    const row = {
      ...columns,
      id,
      workspace_id: workspace.id,
      base_url: withoutSlash(input.base_url ?? baseUrl),
      model: input.model ?? defaultModel,
      api_key: services.secrets.seal(api_key, id),
      paused_reason: null,
      tokens_at: null,
      closed_until: null,
      created_at: at,
      updated_at: at,
    }
    checkSource(row)
    const listed_prices = await newerPrices(transaction, row.kind)
    checkPrice({ ...row, price, listed_prices })
    const insert = transaction.insertInto('sources').values({
      ...row,
      price: JSON.stringify(price),
      listed_prices: JSON.stringify(listed_prices),
    })
    const made = await insert
      .onConflict((on) => on.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made === undefined) throw conflict(`name: the workspace already has a source ${input.name}`)
    const data = serializeSource(services, made)
    return { data, audit: { before: null, after: data } }
  },
})

export const updateSource = defineChange({
  name: 'update-source',
  summary: 'Update a source and resume it if paused; omitted fields stay unchanged',
  description: 'Changing kind or base_url requires api_key, so that no key is sent to an address it was not set for.',
  ...forAdmins,
  resourceRef: sourceRef,
  changes: sourceVersion,
  fields: { ...sourceId, ...z.object(sourceFields).partial().shape },
  data: sourceSchema,
  async change({ ctx: { services }, input: { source_id, api_key, price, ...given }, transaction }) {
    // Locks the row, so that a key is never combined with a different address.
    await transaction.selectFrom('sources').select('id').where('id', '=', source_id).forUpdate().execute()
    const before = await findSource(transaction, source_id)
    const kind = given.kind ?? before.kind
    const isOther = kind !== before.kind
    const { baseUrl, defaultModel = '' } = factsOf({ kind })
    const base_url = withoutSlash(given.base_url ?? (isOther ? baseUrl : before.base_url))
    const model = given.model ?? (isOther ? defaultModel : before.model)
    const search = given.search ?? (isOther ? 'forced' : before.search)
    const city = given.city ?? (isOther ? '' : before.city)
    checkSource({ kind, base_url, model, search, city })
    if ((isOther || base_url !== before.base_url) && api_key === undefined)
      throw invalidRequest('api_key is required if kind or base_url changes')
    const listed_prices = await newerPrices(transaction, kind)
    if (isOther || model !== before.model || price !== undefined)
      checkPrice({ kind, model, price: price ?? before.price, listed_prices })
    const changed = await transaction
      .updateTable('sources')
      .set({
        ...given,
        ...{ base_url, model, search, city },
        listed_prices: JSON.stringify(listed_prices),
        ...(api_key === undefined ? {} : { api_key: services.secrets.seal(api_key, source_id) }),
        ...(price === undefined ? {} : { price: JSON.stringify(price) }),
        paused_reason: null,
        failures: 0,
        losses: 0,
        closed_until: null,
        updated_at: services.now(),
      })
      .where('id', '=', source_id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        throw (error as { code?: string }).code === '23505'
          ? conflict(`name: the workspace already has a source ${given.name}`)
          : error
      })
    // Task ids are invalid at another provider, so end their slots as for a deleted source.
    if (isOther)
      await transaction
        .updateTable('collection_slots')
        .set({ source_id: null })
        .where('source_id', '=', source_id)
        .where('state', 'in', ['reserved', 'submitted'])
        .execute()
    const data = serializeSource(services, changed)
    const audit = { before: serializeSource(services, before), after: data, workspaceId: before.workspace_id }
    return { data, audit }
  },
})

export const deleteSource = defineChange({
  name: 'delete-source',
  summary: 'Delete a source and its key; stops plans that use it and keeps its answers',
  ...forAdmins,
  resourceRef: sourceRef,
  changes: sourceVersion,
  fields: sourceId,
  data: sourceSchema,
  async change({ ctx: { services }, input: { source_id }, transaction }) {
    const source = await transaction
      .deleteFrom('sources')
      .where('id', '=', source_id)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('source'))
    const data = serializeSource(services, source)
    return { data, audit: { before: data, after: null, workspaceId: source.workspace_id } }
  },
})
