import { defineFeature } from '../../kernel/feature.ts'
import { createSource } from './create-source.ts'
import { deleteSource } from './delete-source.ts'
import { listSources } from './list-sources.ts'
import { listModels, updatePrices } from './update-prices.ts'
import { updateSource } from './update-source.ts'
import './tables.ts'

export { pricesNeeded, unpricedEngines } from './listed-prices.ts'
export { apiKeyOf, checkBaseUrl, factsOf, findSource, type Source, sourceRef } from './source.ts'

export const sources = defineFeature({
  name: 'sources',
  operations: [createSource, updateSource, deleteSource, listSources, updatePrices, listModels],
  tables: { postgres: ['sources', 'list_prices'] },
  sealed: [{ kind: 'source keys', table: 'sources', column: 'api_key', ownerOf: (id) => id }],
})
