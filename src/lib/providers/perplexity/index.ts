import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readPerplexityAgent } from './read-agent.ts'
import { readPerplexitySonar } from './read-sonar.ts'
import { protocol } from './request.ts'

export const perplexity = defineProvider({
  kind: 'perplexity',
  name: 'Perplexity',
  baseUrl: 'https://api.perplexity.ai/v1',
  engines: ['perplexity'],
  defaultModel: 'perplexity/sonar',
  protocol,
  format: 'perplexity-agent',
  formats: {
    'perplexity-agent': {
      read: readPerplexityAgent,
      textAt: ['output.*.content.*.text', 'output.*.content.*.refusal'],
      engine: 'perplexity',
    },
    'perplexity-sonar': {
      read: readPerplexitySonar,
      textAt: ['choices.*.message.content.*.text', 'choices.*.message.refusal'],
      engine: 'perplexity',
    },
  },
  prices,
})
