import { alternatesOf } from '../alternates.ts'
import { defineCheck } from '../define-check.ts'
import { elements } from '../page-kinds.ts'

export const hreflangConflict = defineCheck({
  id: 'hreflang-conflict',
  name: 'One language, several versions',
  category: 'language',
  issue_type: 'error',
  severity: 'low',
  description: 'The page names different addresses for the same language. The evidence names them.',
  docs: {
    what: 'Two hreflang elements have the same code and different addresses.',
    why: 'Engines cannot choose between them and pass over both.',
    how: 'Keep one address for each language and region.',
    example: `hreflang="de" href="/de/"
hreflang="de" href="/at/"`,
  },
  ofPage(facts) {
    const byLang = Map.groupBy(alternatesOf(facts), ({ lang }) => lang.toLowerCase())
    const versions = [...byLang.values()].map((same) => new Set(same.map(({ url }) => url)))
    return elements(versions.filter(({ size }) => size > 1).flatMap((urls) => [...urls]))
  },
})
