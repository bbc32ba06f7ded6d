import { randomUUID } from 'node:crypto'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { providerOf } from '../../lib/providers/providers.ts'
import { checkPrice, newerPrices } from './listed-prices.ts'
import { checkSource, serializeSource, sourceFields, sourceSchema, withoutSlash } from './source.ts'

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
