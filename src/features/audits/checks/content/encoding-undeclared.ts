import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const encodingUndeclared = defineCheck({
  id: 'encoding-undeclared',
  name: 'Page does not declare its encoding',
  category: 'content',
  issue_type: 'warning',
  severity: 'low',
  description: 'Neither the Content-Type header nor the page says how its characters are encoded.',
  docs: {
    what: 'There is no charset in the header and none in the first 1024 bytes of the page.',
    why: 'Readers guess, and guess wrong at times. Special letters then come out broken.',
    how: 'Declare UTF-8 in the header, in the page, or in both.',
    example: '<meta charset="utf-8">',
  },
  ofPage: (facts) => pageIf(contentOf(facts)?.encoding.source === 'guess'),
})
