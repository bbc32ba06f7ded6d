import { defineFeature } from '../../kernel/feature.ts'
import { createSetup } from './create-setup.ts'
import { suggestSetup } from './suggest-setup.ts'

export { type Proposal, wantedPrompts } from './proposal.ts'
export type { Suggested } from './suggest-setup.ts'

export const setup = defineFeature({ name: 'setup', operations: [suggestSetup, createSetup] })
