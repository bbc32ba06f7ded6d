import { defineFeature } from '../../kernel/feature.ts'
import { acceptDataLoss } from './accept-data-loss.ts'
import { checkData } from './check-data.ts'
import { checkStoredData } from './check-stored-data.ts'
import { rotateSecrets } from './rotate-secrets.ts'

export { checkAtStart, checkStoredData } from './check-stored-data.ts'

export const storedData = defineFeature({
  name: 'stored-data',
  operations: [checkData, acceptDataLoss, rotateSecrets],
  jobs: [checkStoredData],
})
