import { createTextReader } from './document-text.ts'
import type { HtmlHandler } from './html-reader.ts'

/** Whether a page may have such text: most do not and need no detailed check. */
export const mayForbidSnippets = (html: string): boolean => /\sdata-nosnippet[\s=>/]/i.test(html)

/** Counts the words of the main text in elements with `data-nosnippet` (Google’s documentation of robots meta tags). */
export function createUnquotableReader(): HtmlHandler & { words(): number } {
  const texts = createTextReader()
  let element = ''
  let depth = 0
  return {
    open(name, attributes) {
      texts.open(name)
      if (depth > 0) depth += name === element ? 1 : 0
      else if (attributes.has('data-nosnippet') && ['div', 'section', 'span'].includes(name)) {
        element = name
        depth = 1
      }
    },
    close(name) {
      texts.close(name)
      if (depth > 0 && name === element) depth -= 1
    },
    text(piece) {
      if (depth > 0) texts.text(piece)
    },
    words: () => texts.facts().ownWords,
  }
}
