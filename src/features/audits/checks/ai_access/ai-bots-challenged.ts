import { probedBots } from '../bots.ts'
import { defineCheck } from '../define-check.ts'

export const aiBotsChallenged = defineCheck({
  id: 'ai-bots-challenged',
  name: 'AI bots are asked to prove that they are human',
  category: 'ai_access',
  issue_type: 'critical',
  severity: 'high',
  description: 'The home page comes as a test for humans when it is asked under the name of an AI bot.',
  docs: {
    what: 'A protection such as a captcha or a script challenge stands before the page for the bots that the evidence names.',
    why: 'A bot solves no test. It reads the text of the challenge in place of your page, or nothing.',
    how: 'Exempt verified AI bots in the protection’s settings.',
    example: 'User-Agent: compatible; ClaudeBot → 403 “Just a moment…”',
  },
  ofSite: (site) => probedBots(site, ({ isChallenge }) => isChallenge),
})
