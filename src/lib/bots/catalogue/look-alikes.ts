import type { LookAlike } from '../bot.ts'

export const lookAlikes: readonly LookAlike[] = [
  { token: '//www.exabot.com', reason: 'Exalead’s Exabot, a search engine of the 2000s, not Exa’s ExaBot' },
]
