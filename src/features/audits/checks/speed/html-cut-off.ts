import { factLimits } from '../../../../lib/site/pages/page-facts.ts'
import { defineCheck } from '../define-check.ts'
import { pageIf, servedDocument } from '../page-kinds.ts'

export const htmlCutOff = defineCheck({
  id: 'html-cut-off',
  name: 'HTML is longer than crawlers read',
  category: 'speed',
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
    return pageIf(servedDocument(facts) !== undefined && isLonger)
  },
})
