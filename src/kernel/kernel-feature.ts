import { defineFeature } from './feature.ts'
import { forgetOldResponses } from './idempotency.ts'

/** What the kernel itself has of the things that features have. */
export const kernel = defineFeature({ name: 'kernel', jobs: [forgetOldResponses] })
