import { defineCheck } from '../define-check.ts'
import { indexableContent, pageIf } from '../page-kinds.ts'

const longUrl = 200

export const urlTooLong = defineCheck({
  id: 'url-too-long',
  name: 'Address is very long',
  category: 'url',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The address of the page has more than 200 characters.',
  docs: {
    what: 'Long paths or many parameters make up the address.',
    why: 'Long addresses are cut when they are cited or copied, and say little to anyone.',
    how: 'Use short paths of words.',
    example: `/shop/category/123/sub/456?session=…&sort=…
/bags/leather`,
  },
  ofPage: (facts) => pageIf(indexableContent(facts) !== undefined && facts.url.length > longUrl),
})
