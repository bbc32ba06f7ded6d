import { blockedBots } from '../bots.ts'
import { defineCheck } from '../define-check.ts'

export const aiSearchBotsBlocked = defineCheck({
  id: 'ai-search-bots-blocked',
  name: 'Crawlers of AI search are blocked by robots.txt',
  category: 'ai_access',
  issue_type: 'critical',
  severity: 'high',
  description: 'robots.txt keeps crawlers from the home page whose index AI answers are drawn from.',
  docs: {
    what: 'Bots that build the index of an AI engine may not read the home page. The evidence names them.',
    why: 'What is not in the index of an engine is not in its answers, and others are named in your place.',
    how: 'Allow these bots in robots.txt. Blocking those that collect pages for training is another matter and may stay.',
    example: `User-agent: OAI-SearchBot
Disallow: /

User-agent: OAI-SearchBot
Allow: /`,
  },
  ofSite: (site) => blockedBots(site, ['search']),
})
