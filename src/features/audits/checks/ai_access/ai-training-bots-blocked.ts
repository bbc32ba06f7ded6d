import { blockedBots } from '../bots.ts'
import { defineCheck } from '../define-check.ts'

export const aiTrainingBotsBlocked = defineCheck({
  id: 'ai-training-bots-blocked',
  name: 'Crawlers that train models are blocked by robots.txt',
  category: 'ai_access',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'robots.txt keeps crawlers from the home page that collect pages for models and data sets.',
  docs: {
    what: 'Bots whose operators train models, or gather pages that others train on, may not read the home page. The evidence names them.',
    why: 'It is a choice many make on purpose. Its price: models learn about the brand only from what others write.',
    how: 'Allow them if being known to models matters more to you than what they take.',
    example: `User-agent: GPTBot
Disallow: /`,
  },
  ofSite: (site) => blockedBots(site, ['training', 'data', 'other']),
})
