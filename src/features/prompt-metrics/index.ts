import { defineFeature } from '../../kernel/feature.ts'
import { getPrompt } from './get-prompt.ts'
import { listPrompts } from './list-prompts.ts'

export const promptMetrics = defineFeature({
  name: 'prompt-metrics',
  operations: [listPrompts, getPrompt],
})
