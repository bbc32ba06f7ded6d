import { defineCheck } from '../define-check.ts'
import { refreshTarget } from '../page-kinds.ts'

export const metaRefresh = defineCheck({
  id: 'meta-refresh',
  name: 'Page redirects by itself after it was loaded',
  category: 'redirects',
  issue_type: 'warning',
  severity: 'medium',
  description: 'A meta refresh in the page, or a Refresh header, sends visitors on.',
  docs: {
    what: 'The page is served with status 200 and then leads elsewhere, within a few seconds.',
    why: 'Many AI crawlers do not follow a refresh. They take the nearly empty page for the content.',
    how: 'Redirect on the server with 301 or 308 in place of the refresh.',
    example: `<meta http-equiv="refresh" content="0; url=/new/">
HTTP/1.1 301 Moved Permanently`,
  },
  ofPage(facts) {
    const target = refreshTarget(facts)
    return target === null || facts.response?.status !== 200 ? undefined : [target]
  },
})
