import { defineCheck } from '../define-check.ts'

export const hreflangNoReturn = defineCheck({
  id: 'hreflang-no-return',
  name: 'Language versions that do not link back',
  category: 'language',
  issue_type: 'warning',
  severity: 'medium',
  description:
    'The page names versions in other languages that do not name it in return. The evidence names them.',
  docs: {
    what: 'The other page was read, and has no hreflang for this one.',
    why: 'Engines believe in versions only if both sides name each other. Otherwise each counts as a page of its own.',
    how: 'Name all versions on each of them, itself included.',
    example: '/en/ names /de/, but /de/ does not name /en/',
  },
  acrossPages: ({ alternates }) => ({ leadsBy: 'alternates', finish: alternates.withoutReturn }),
})
