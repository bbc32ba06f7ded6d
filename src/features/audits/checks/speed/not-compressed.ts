import { defineCheck } from '../define-check.ts'
import { pageIf, servedDocument } from '../page-kinds.ts'

const smallBytes = 10_000

export const notCompressed = defineCheck({
  id: 'not-compressed',
  name: 'Page is sent without compression',
  category: 'speed',
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
    return pageIf(servedDocument(facts) !== undefined && isPlain)
  },
})
