import { defineCheck } from '../define-check.ts'

export const robotsTxtUnknownLines = defineCheck({
  id: 'robots-txt-unknown-lines',
  name: 'robots.txt has lines that nobody understands',
  category: 'indexability',
  issue_type: 'warning',
  severity: 'low',
  description: 'Some lines of robots.txt are no record, so that crawlers pass over them.',
  docs: {
    what: 'A line has no colon, or a field that is not known, often from a typing error or an HTML page in place of the file.',
    why: 'A rule with a typing error is no rule: what should be open may be closed to AI crawlers, or the reverse.',
    how: 'Correct the lines, or make comments of them with #.',
    example: `Disalow: /private
Disallow: /private`,
  },
  ofSite({ robots }) {
    const lines = robots.unknownLines.map(({ line }) => `${robots.url}#line-${line}`)
    return robots.unknownLineCount > 0 ? [{ url: robots.url, evidence: lines }] : []
  },
})
