import { z } from 'zod'
import { defineOperation, forMembers, forOperator } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { type ListPrice, listPriceSchema, listPrices, pricesIn } from '../../lib/providers/prices.ts'
import { providerKinds, providerOf } from '../../lib/providers/providers.ts'
import { newerPrices, refreshListedPrices } from './listed-prices.ts'

const maxFileBytes = 4_000_000
const kind = z.enum(providerKinds)
const fileSchema = z.array(z.object({ provider: kind }).and(z.looseObject({}))).max(10_000)

export const updatePrices = defineOperation({
  ...forOperator,
  name: 'update-prices',
  summary: 'Load list prices from a JSON file; they replace shipped prices of the same models',
  description:
    'The file is a list of {provider, model, date, source} with prices per_million_input_tokens, ' +
    'per_million_output_tokens, per_thousand_searches, per_thousand_tasks, per_thousand_credits, credits_per_task, and ' +
    'optionally typical {input_tokens, output_tokens, searches}. A model can end in *. Prices of a source take precedence.',
  takesFile: true,
  isRecorded: true,
  fields: {},
  data: z.object({
    loaded: z.int(),
    models: z.array(z.object({ provider: kind, model: z.string(), date: z.string() })),
  }),
  async run({ ctx: { services }, file }) {
    const prices = parsePrices(await readAll(file))
    const at = services.now()
    await services.db.transaction().execute(async (transaction) => {
      for (const { kind: provider, ...price } of prices)
        await transaction
          .insertInto('list_prices')
          .values({ kind: provider, model: price.model, price: JSON.stringify(price), updated_at: at })
          .onConflict((on) =>
            on.columns(['kind', 'model']).doUpdateSet({ price: JSON.stringify(price), updated_at: at }),
          )
          .execute()
      await refreshListedPrices(transaction)
    })
    const models = prices.map(({ kind: provider, model, date }) => ({ provider, model, date }))
    return { data: { loaded: prices.length, models } }
  },
})

async function readAll(file: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > maxFileBytes) throw invalidRequest('file: larger than 4 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** @throws ApiError invalid_request, naming the entry and field */
function parsePrices(text: string): ListPrice[] {
  const json = parseJson(text)
  const entries = fileSchema.safeParse(json)
  if (!entries.success) throw invalidRequest(`file: ${describe(entries.error)}`)
  return entries.data.map(({ provider, ...price }, index) => {
    const read = listPriceSchema.safeParse(price)
    if (!read.success) throw invalidRequest(`file: entry ${index + 1}: ${describe(read.error)}`)
    return { kind: provider, ...read.data }
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('file: not JSON; give a list of prices')
  }
}

const describe = ({ issues: [issue] }: z.ZodError) =>
  `${issue?.path.join('.') || 'the list'}: ${issue?.message ?? 'invalid'}`

export const listModels = defineOperation({
  ...forMembers,
  name: 'list-models',
  summary: 'List the models and tasks of each provider with a known price and its date',
  fields: { kind: kind.optional().describe('Only this provider.') },
  data: z.array(
    z.object({
      kind,
      provider: z.string(),
      model: z.string(),
      is_default: z.boolean().describe('Whether it is suggested for new sources.'),
      prices: z.record(z.string(), z.number()).describe('In US dollars.'),
      date: z.string(),
      source: z.string(),
      note: z.string().nullable(),
    }),
  ),
  async run({ ctx: { services }, input }) {
    const newer = await newerPrices(services.db)
    const isNewer = (price: ListPrice) => newer.some((one) => one.kind === price.kind && one.model === price.model)
    const all = [...newer, ...listPrices.filter((price) => !isNewer(price))]
    const shown = all.filter((price) => input.kind === undefined || price.kind === input.kind)
    return { data: shown.map(serializeModel) }
  },
})

function serializeModel(price: ListPrice) {
  const { kind: of, model, is_default = false, date, source, note = null } = price
  const provider = providerOf(of).name
  return { kind: of, provider, model, is_default, prices: pricesIn(price), date, source, note }
}
