import { factLimits } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'

const slowMs = 800
const heavyBytes = 500_000
const smallBytes = 10_000

export const speedChecks = defineChecks('speed', [
  {
    id: 'slow-first-byte',
    name: 'Server is slow to answer',
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
    ofPage: (facts) => servedDocument(facts) !== undefined && (facts.response?.firstByteMs ?? 0) > slowMs,
  },
  {
    id: 'heavy-html',
    name: 'HTML of the page is large',
    issue_type: 'warning',
    severity: 'low',
    description: 'The HTML alone has more than 500 kB.',
    docs: {
      what: 'Inline images, styles, scripts or data make the document heavy.',
      why: 'Engines read the beginning of a large document, and the text may come after it.',
      how: 'Move styles, scripts and images into files of their own, and divide endless lists.',
      example: '<img src="data:image/png;base64,…900 kB…">',
    },
    ofPage: (facts) => servedDocument(facts) !== undefined && (facts.response?.bytes ?? 0) > heavyBytes,
  },
  {
    id: 'html-cut-off',
    name: 'HTML is longer than crawlers read',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page is so long that only its first 2 MB were read.',
    docs: {
      what: 'The HTML has more than 2 MB. This audit stops there, as crawlers do at limits of their own.',
      why: 'What stands later does not exist for them.',
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
    name: 'Page is sent without compression',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The HTML has more than 10 kB and is sent as it is, though smaller forms were asked for.',
    docs: {
      what: 'The response has no Content-Encoding such as gzip, br or zstd.',
      why: 'It takes several times longer over the network than it needs to, for each visit of each crawler.',
      how: 'Switch compression of HTML on in the server.',
      example: 'Content-Encoding: br',
    },
    ofPage(facts) {
      const { response } = facts
      const isPlain = response !== null && response.contentEncoding === '' && response.bytes > smallBytes
      return servedDocument(facts) !== undefined && isPlain
    },
  },
])
