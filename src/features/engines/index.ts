import { defineFeature } from '../../kernel/feature.ts'
import { config } from './config.ts'
import { listEngines } from './list-engines.ts'

export { engineFinder, knownEngines } from './engines.ts'

export const engines = defineFeature({
  name: 'engines',
  operations: [listEngines],
  config,
})
