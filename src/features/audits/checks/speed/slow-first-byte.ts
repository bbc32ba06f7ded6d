import { defineCheck } from '../define-check.ts'
import { pageIf, servedDocument } from '../page-kinds.ts'

const slowMs = 800

export const slowFirstByte = defineCheck({
  id: 'slow-first-byte',
  name: 'Server is slow to answer',
  category: 'speed',
  issue_type: 'warning',
  severity: 'medium',
  description: 'It took more than 0.8 seconds until the first byte of the page came.',
  docs: {
    what: 'web.dev calls a time to first byte of up to 0.8 seconds good.',
    why: 'Assistants that fetch pages while somebody waits give each a second or two. Crawlers read slow sites less often.',
    how: 'Cache pages, speed up what makes them, or serve them from nearer to the visitor.',
    example: `2.4 s until the first byte
0.2 s from a cache`,
  },
  ofPage: (facts) =>
    pageIf(servedDocument(facts) !== undefined && (facts.response?.firstByteMs ?? 0) > slowMs),
})
