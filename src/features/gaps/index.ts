import { defineFeature } from '../../kernel/feature.ts'
import { getMentionGaps } from './get-mention-gaps.ts'

export { getMentionGaps, promptGapSchema } from './get-mention-gaps.ts'

export const gaps = defineFeature({ name: 'gaps', operations: [getMentionGaps] })
