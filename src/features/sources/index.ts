import { defineFeature } from '../../kernel/feature.ts'
import { createSource, deleteSource, listSources, updateSource } from './sources.ts'
import { listModels, updatePrices } from './update-prices.ts'

export { pricesNeeded, unpricedEngines } from './listed-prices.ts'
export { apiKeyOf, checkBaseUrl, factsOf, findSource, type Source, settingsOf, sourceRef } from './source.ts'

export const sources = defineFeature({
  name: 'sources',
  operations: [createSource, updateSource, deleteSource, listSources, updatePrices, listModels],
  tables: { postgres: ['sources', 'list_prices'] },
  sealed: [{ kind: 'source keys', table: 'sources', column: 'api_key', ownerOf: (id) => id }],
})
