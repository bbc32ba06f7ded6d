import { defineProvider } from '../provider.ts'
import actors from './actors.json' with { type: 'json' }
import prices from './prices.json' with { type: 'json' }
import { readScrapeless, textFields } from './read.ts'
import { protocol } from './request.ts'

export const scrapeless = defineProvider({
  kind: 'scrapeless',
  name: 'Scrapeless',
  baseUrl: 'https://api.scrapeless.com/api/v2/scraper',
  engines: Object.keys(actors),
  defaultModel: '',
  protocol,
  formats: {
    scrapeless: {
      read: readScrapeless,
      textAt: textFields.map((field) => `task_result.${field}`),
    },
  },
  prices,
})
