import { sql } from 'kysely'
import { invalidRequest } from '../../lib/errors.ts'
import { costOf, type ListPrice } from '../../lib/providers/prices.ts'
import { type ProviderKind, providerOf } from '../../lib/providers/providers.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'

export async function newerPrices(db: PostgresLike, kind?: ProviderKind): Promise<ListPrice[]> {
  const rows = await db
    .selectFrom('list_prices')
    .select(['kind', 'price'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as ProviderKind))
    .orderBy('kind')
    .orderBy('model')
    .execute()
  return rows.map(({ kind, price }) => ({ ...price, kind }))
}

export const refreshListedPrices = (db: PostgresLike) =>
  sql`update sources set listed_prices = coalesce(
    (select jsonb_agg(price || jsonb_build_object('kind', list_prices.kind) order by model)
      from list_prices where list_prices.kind = sources.kind), '[]')`.execute(db)

type Priced = Pick<Row<'sources'>, 'kind' | 'model' | 'price' | 'listed_prices'>

/** Engines of a source whose maximum cost is unknown, so that it cannot collect for them. */
export function unpricedEngines({ kind, model, price, listed_prices }: Priced): string[] {
  const { engines, protocol } = providerOf(kind)
  return engines.filter((engine) => {
    const question = { id: '', engine, prompt: 'x', country: 'US', language: 'en', model }
    const usage = protocol.maxUsage(question)
    return costOf(kind, protocol.pricedAs(question), usage, price, listed_prices) === null
  })
}

/** The fields that a provider charges by, for messages. */
export function pricesNeeded({ kind, model }: Pick<Priced, 'kind' | 'model'>): string {
  const { engines, protocol } = providerOf(kind)
  const [engine = ''] = engines
  const usage = protocol.maxUsage({ id: '', engine, prompt: 'x', country: 'US', language: 'en', model })
  return typeof usage.outputTokens === 'number'
    ? '{"per_million_input_tokens":1,"per_million_output_tokens":8,"per_thousand_searches":10}'
    : '{"per_thousand_tasks":2}'
}

/** @throws ApiError invalid_request if no engine of a source has a price */
export function checkPrice(source: Priced): void {
  if (unpricedEngines(source).length === providerOf(source.kind).engines.length)
    throw invalidRequest(
      `price: no price is known for ${source.model || source.kind}; set one in US dollars, such as ${pricesNeeded(source)}`,
    )
}
