import { blockedBots } from '../bots.ts'
import { defineCheck } from '../define-check.ts'

export const aiFetchBotsBlocked = defineCheck({
  id: 'ai-fetch-bots-blocked',
  name: 'AI assistants are blocked by robots.txt',
  category: 'ai_access',
  issue_type: 'error',
  severity: 'high',
  description:
    'robots.txt keeps assistants from the home page that fetch pages while somebody asks about them.',
  docs: {
    what: 'Bots that read a page or act on it at the moment of a question may not read the home page. The evidence names them.',
    why: 'When people ask an assistant about your site, it cannot look, and answers from hearsay.',
    how: 'Allow these bots in robots.txt.',
    example: `User-agent: ChatGPT-User
Disallow: /

User-agent: ChatGPT-User
Allow: /`,
  },
  ofSite: (site) => blockedBots(site, ['fetch', 'agent']),
})
