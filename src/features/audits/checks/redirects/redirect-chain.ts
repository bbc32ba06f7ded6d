import { defineCheck } from '../define-check.ts'

export const redirectChain = defineCheck({
  id: 'redirect-chain',
  name: 'Redirect over several steps',
  category: 'redirects',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The address leads to its page over two or more redirects.',
  docs: {
    what: 'Each redirect leads to another redirect before the page comes.',
    why: 'Every step costs a request. Crawlers give up after a few, and assistants that fetch a page live have no time for them.',
    how: 'Let every old address redirect to the final one directly.',
    example: `/a → /b → /c
/a → /c, /b → /c`,
  },
  ofPage({ redirects, problem }) {
    if (redirects.length < 2 || problem?.kind === 'redirect_loop' || problem?.kind === 'too_many_redirects')
      return undefined
    return redirects.slice(1).map(({ url }) => url)
  },
})
