import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readAnthropicMessage } from './read.ts'
import { protocol } from './request.ts'

export const anthropic = defineProvider({
  kind: 'anthropic',
  keyPrefix: 'sk-ant-',
  name: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  engines: ['claude'],
  choices: ['city'],
  protocol,
  formats: {
    'anthropic-messages': {
      read: readAnthropicMessage,
      textAt: ['content.*.text'],
      engine: 'claude',
    },
  },
  prices,
})
