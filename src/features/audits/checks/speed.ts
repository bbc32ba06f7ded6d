import { factLimits } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'

const slowMs = 800
const heavyBytes = 500_000
const smallBytes = 10_000

export const speedChecks = defineChecks('speed', {
  'slow-first-byte': (facts) =>
    servedDocument(facts) !== undefined && (facts.response?.firstByteMs ?? 0) > slowMs,
  'heavy-html': (facts) => servedDocument(facts) !== undefined && (facts.response?.bytes ?? 0) > heavyBytes,
  'html-cut-off'(facts) {
    const { response } = facts
    const isLonger =
      response !== null && (response.truncated === 'too_large' || response.bytes > factLimits.htmlBytes)
    return servedDocument(facts) !== undefined && isLonger
  },
  'not-compressed'(facts) {
    const { response } = facts
    const isPlain = response !== null && response.contentEncoding === '' && response.bytes > smallBytes
    return servedDocument(facts) !== undefined && isPlain
  },
})
