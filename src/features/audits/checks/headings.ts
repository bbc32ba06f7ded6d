import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

const maxWordsWithoutSubheadings = 600

export const headingChecks = defineChecks('headings', {
  'h1-missing'(facts) {
    const headings = contentOf(facts)?.headings
    const hasMain = headings?.first.some(({ level, text }) => level === 1 && text !== '')
    return headings !== undefined && !hasMain && (headings.counts[0] === 0 || headings.empty > 0)
  },
  'h1-several': (facts) => (contentOf(facts)?.headings.counts[0] ?? 0) > 1,
  'heading-empty': (facts) => (contentOf(facts)?.headings.empty ?? 0) > 0,
  'heading-levels-skipped'(facts) {
    const levels = contentOf(facts)?.headings.first.map(({ level }) => level) ?? []
    return levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1)
  },
  'long-text-without-subheadings'(facts) {
    const document = contentOf(facts)
    const below = document?.headings.counts.slice(1).reduce((sum, count) => sum + count, 0)
    return document !== undefined && below === 0 && document.words > maxWordsWithoutSubheadings
  },
})
