import { defineCheck } from '../define-check.ts'
import { isLanguageTag } from '../language-tag.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const langInvalid = defineCheck({
  id: 'lang-invalid',
  name: 'Language of the page is not valid',
  category: 'language',
  issue_type: 'error',
  severity: 'low',
  description: 'The lang attribute holds what is no language tag.',
  docs: {
    what: 'The value is not of the form of BCP 47, such as en or pt-BR.',
    why: 'What cannot be read is passed over; the language is left to guessing.',
    how: 'Use a tag of the form language-REGION, with a hyphen.',
    example: `<html lang="english">
<html lang="en">`,
  },
  ofPage(facts) {
    const lang = contentOf(facts)?.lang ?? null
    return pageIf(lang !== null && !isLanguageTag(lang))
  },
})
