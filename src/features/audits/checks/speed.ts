import { factLimits } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'

const slowMs = 800
const heavyBytes = 500_000
const smallBytes = 10_000

export const speedChecks = defineChecks('speed', [
  {
    id: 'slow-first-byte',
    ofPage: (facts) => servedDocument(facts) !== undefined && (facts.response?.firstByteMs ?? 0) > slowMs,
  },
  {
    id: 'heavy-html',
    ofPage: (facts) => servedDocument(facts) !== undefined && (facts.response?.bytes ?? 0) > heavyBytes,
  },
  {
    id: 'html-cut-off',
    ofPage(facts) {
      const { response } = facts
      const isLonger =
        response !== null && (response.truncated === 'too_large' || response.bytes > factLimits.htmlBytes)
      return servedDocument(facts) !== undefined && isLonger
    },
  },
  {
    id: 'not-compressed',
    ofPage(facts) {
      const { response } = facts
      const isPlain = response !== null && response.contentEncoding === '' && response.bytes > smallBytes
      return servedDocument(facts) !== undefined && isPlain
    },
  },
])
