import { probedBots } from '../bots.ts'
import { defineCheck } from '../define-check.ts'

export const aiBotsRefused = defineCheck({
  id: 'ai-bots-refused',
  name: 'The server refuses AI bots',
  category: 'ai_access',
  issue_type: 'critical',
  severity: 'high',
  description: 'The home page answers with an error when it is asked under the name of an AI bot.',
  docs: {
    what: 'The same request works for this audit and fails under the name of the bots that the evidence names.',
    why: 'A firewall or hosting provider blocks them, often without the owner knowing. robots.txt cannot mend that.',
    how: 'Look for bot rules at the CDN, the firewall and the hosting provider, and allow these bots there.',
    example: 'User-Agent: compatible; PerplexityBot → 403',
  },
  ofSite: (site) =>
    probedBots(site, ({ isChallenge, status }) => !isChallenge && (status === null || status >= 400)),
})
