import elements from './elements.json' with { type: 'json' }
import { factLimits, type HeadingFacts } from './page-facts.ts'
import { cleanText, pushWithin } from './texts.ts'
import { readWords } from './words.ts'

/** Elements whose text is invisible or not text. */
const hidden = new Set(elements.invisible.split(' '))
/** Elements that repeat across pages, or are controls. */
const surroundings = new Set(elements.surroundings.split(' '))
const mainElements = new Set(elements.main.split(' '))
/** Elements that do not separate words. */
const inline = new Set(elements.inline.split(' '))

export interface TextFacts {
  words: number
  fingerprint: string | null
  /** Words outside the surroundings of the content. */
  ownWords: number
  noscriptText: string
  /** The beginning of that text. */
  beginning: string
}

const beginningLength = 4500

/**
 * Collects the text of a document in three parts: the main text, if elements mark it; other content; and
 * surroundings. Counts open elements by type, as they can be left open or closed twice.
 */
export function createTextReader() {
  const open = new Map<string, number>()
  const depth = { hidden: 0, surroundings: 0, main: 0 }
  const parts = { main: '', content: '', surroundings: '' }
  let noscriptText = ''

  function kindOf(name: string): keyof typeof depth | undefined {
    if (hidden.has(name)) return 'hidden'
    if (mainElements.has(name)) return 'main'
    return surroundings.has(name) ? 'surroundings' : undefined
  }
  function add(piece: string) {
    if (depth.surroundings > 0) parts.surroundings += piece
    else if (depth.main > 0) parts.main += piece
    else parts.content += piece
  }

  return {
    open(name: string) {
      if (!inline.has(name)) add(' ')
      const kind = kindOf(name)
      // The header of an article belongs to it.
      if (kind === undefined || (name === 'header' && depth.main > 0)) return
      open.set(name, (open.get(name) ?? 0) + 1)
      depth[kind]++
    },
    close(name: string) {
      if (!inline.has(name)) add(' ')
      const kind = kindOf(name)
      const count = open.get(name) ?? 0
      if (kind === undefined || count === 0) return
      open.set(name, count - 1)
      depth[kind]--
    },
    text(piece: string) {
      if (depth.hidden === 0) add(piece)
      else if ((open.get('noscript') ?? 0) > 0) noscriptText += piece
    },
    facts(): TextFacts {
      const main = readWords(parts.main)
      const own = main.words > 0 ? main : readWords(parts.content)
      const shown = own.words > 0 ? own : readWords(parts.surroundings)
      const beginning = (main.words > 0 ? parts.main : parts.content).slice(0, beginningLength)
      return { ...shown, ownWords: own.words, noscriptText, beginning }
    },
  }
}

/** Collects the headings of a document with the beginning of their text. */
export function createHeadingReader() {
  const facts: HeadingFacts = { counts: [0, 0, 0, 0, 0, 0], empty: 0, first: [] }
  let level = 0
  let text = ''

  function close() {
    if (level === 0) return
    const shown = cleanText(text, factLimits.headingLength)
    if (shown === '') facts.empty++
    pushWithin(facts.first, { level, text: shown }, factLimits.headings)
    level = 0
  }

  return {
    close,
    open(opened: number) {
      close()
      level = opened
      text = ''
      facts.counts[level - 1] = (facts.counts[level - 1] ?? 0) + 1
    },
    text(piece: string) {
      if (level > 0 && text.length < factLimits.headingLength * 4) text += piece
    },
    facts() {
      close()
      return facts
    },
  }
}
