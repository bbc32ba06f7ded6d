import { alternatesOf } from '../alternates.ts'
import { defineCheck } from '../define-check.ts'
import { isLanguageTag } from '../language-tag.ts'
import { elements } from '../page-kinds.ts'

export const hreflangInvalid = defineCheck({
  id: 'hreflang-invalid',
  name: 'Language versions with an invalid code',
  category: 'language',
  issue_type: 'error',
  severity: 'medium',
  description:
    'The page names versions in other languages by a code that does not exist. The evidence names them.',
  docs: {
    what: 'An hreflang value is neither a language, with a region or script, nor x-default.',
    why: 'Engines pass over such a version, and answer readers of that language with another one or not at all.',
    how: 'Use codes such as de, de-AT or x-default. The United Kingdom is GB, not UK.',
    example: `hreflang="en-UK"
hreflang="en-GB"`,
  },
  ofPage(facts) {
    const wrong = alternatesOf(facts).filter(
      ({ lang }) => lang.toLowerCase() !== 'x-default' && !isLanguageTag(lang),
    )
    return elements(wrong.map(({ url }) => url))
  },
})
