import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

export const cutOffResponse = defineCheck({
  id: 'cut-off-response',
  name: 'Page ends in the middle',
  category: 'status',
  issue_type: 'error',
  severity: 'medium',
  description: 'The connection ended, or the compression broke, before the end of the page.',
  docs: {
    what: 'Fewer bytes came than were announced, or the compressed page cannot be unpacked to its end.',
    why: 'An engine either throws the page away or reads the first part only, so that facts in the rest are missing from its answers.',
    how: 'Look for processes that are killed while they write, wrong Content-Length headers, and pages that are compressed twice.',
    example: 'Content-Length: 48210, but 16384 bytes came',
  },
  ofPage({ redirects, response }) {
    const truncated = response?.truncated ?? false
    return pageIf(redirects.length === 0 && truncated !== false && truncated !== 'too_large')
  },
})
