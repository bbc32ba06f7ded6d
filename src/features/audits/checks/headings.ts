import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

const maxWordsWithoutSubheadings = 600

export const headingChecks = defineChecks('headings', [
  {
    id: 'h1-missing',
    ofPage(facts) {
      const headings = contentOf(facts)?.headings
      const hasMain = headings?.first.some(({ level, text }) => level === 1 && text !== '')
      return headings !== undefined && !hasMain && (headings.counts[0] === 0 || headings.empty > 0)
    },
  },
  {
    id: 'h1-several',
    ofPage: (facts) => (contentOf(facts)?.headings.counts[0] ?? 0) > 1,
  },
  {
    id: 'heading-empty',
    ofPage: (facts) => (contentOf(facts)?.headings.empty ?? 0) > 0,
  },
  {
    id: 'heading-levels-skipped',
    ofPage(facts) {
      const levels = contentOf(facts)?.headings.first.map(({ level }) => level) ?? []
      return levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1)
    },
  },
  {
    id: 'long-text-without-subheadings',
    ofPage(facts) {
      const document = contentOf(facts)
      const below = document?.headings.counts.slice(1).reduce((sum, count) => sum + count, 0)
      return document !== undefined && below === 0 && document.words > maxWordsWithoutSubheadings
    },
  },
])
