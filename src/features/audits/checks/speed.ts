import { factLimits } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'

const slowMs = 800
const heavyBytes = 500_000
const smallBytes = 10_000

export const speedChecks = defineChecks('speed', [
  {
    id: 'slow-first-byte',
    name: 'Slow server response',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The first byte of the page took more than 0.8 seconds.',
    docs: {
      what: 'web.dev rates a time to first byte of up to 0.8 seconds as good.',
      why: 'Assistants that fetch pages live allow a second or two per page. Crawlers read slow sites less often.',
      how: 'Cache pages, speed up rendering, or use a CDN.',
      example: `2.4 s until the first byte
0.2 s from a cache`,
    },
    ofPage: (facts) => servedDocument(facts) !== undefined && (facts.response?.firstByteMs ?? 0) > slowMs,
  },
  {
    id: 'heavy-html',
    name: 'Large HTML',
    issue_type: 'warning',
    severity: 'low',
    description: 'The HTML is larger than 500 kB.',
    docs: {
      what: 'Inline images, styles, scripts or data make the document large.',
      why: 'Engines read only the beginning of a large document and may miss the text.',
      how: 'Move styles, scripts and images to separate files, and paginate long lists.',
      example: '<img src="data:image/png;base64,…900 kB…">',
    },
    ofPage: (facts) => servedDocument(facts) !== undefined && (facts.response?.bytes ?? 0) > heavyBytes,
  },
  {
    id: 'html-cut-off',
    name: 'HTML exceeds crawler limits',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page is so long that the audit read only its first 2 MB.',
    docs: {
      what: 'The HTML is larger than 2 MB. The audit stops there; crawlers have similar limits.',
      why: 'Crawlers do not see the rest.',
      how: 'Put the text first, and move data, styles and scripts out of the page.',
      example: 'A page of 6 MB with its data in a script at the top',
    },
    ofPage(facts) {
      const { response } = facts
      const isLonger =
        response !== null && (response.truncated === 'too_large' || response.bytes > factLimits.htmlBytes)
      return servedDocument(facts) !== undefined && isLonger
    },
  },
  {
    id: 'not-compressed',
    name: 'Page is not compressed',
    issue_type: 'opportunity',
    severity: 'low',
    description:
      'The HTML is larger than 10 kB and sent uncompressed, although the audit accepts compression.',
    docs: {
      what: 'The response has no Content-Encoding such as gzip, br or zstd.',
      why: 'Every transfer to every crawler takes several times longer than necessary.',
      how: 'Enable HTML compression on the server.',
      example: 'Content-Encoding: br',
    },
    ofPage(facts) {
      const { response } = facts
      const isPlain = response !== null && response.contentEncoding === '' && response.bytes > smallBytes
      return servedDocument(facts) !== undefined && isPlain
    },
  },
])
