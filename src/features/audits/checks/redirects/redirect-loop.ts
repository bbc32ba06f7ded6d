import { defineCheck } from '../define-check.ts'

export const redirectLoop = defineCheck({
  id: 'redirect-loop',
  name: 'Redirects that never end',
  category: 'redirects',
  issue_type: 'error',
  severity: 'high',
  description: 'The address redirects in a circle, or so often that everybody gives up.',
  docs: {
    what: 'Following the redirects leads back to an address that was already visited, or to no end.',
    why: 'There is no page for anybody: browsers show an error, and engines remove the address.',
    how: 'Break the circle. Often two rules disagree, one about the closing slash or www. and one about https.',
    example: '/shop → /shop/ → /shop',
  },
  ofPage({ redirects, problem }) {
    const isEndless = problem?.kind === 'redirect_loop' || problem?.kind === 'too_many_redirects'
    return isEndless ? redirects.map(({ url }) => url) : undefined
  },
})
