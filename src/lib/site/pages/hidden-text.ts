import type { Attributes } from './html-reader.ts'
import { cleanText, pushWithin } from './texts.ts'

const tiny =
  /(?:^|;)\s*(?:font-size\s*:\s*0(?:px|em|rem|%|pt)?|text-indent\s*:\s*-\d{3,}[a-z]*)\s*(?:!important)?\s*(?:;|$)/i
const aside = /(?:^|;)\s*(?:left|right|top|margin-left|margin-top)\s*:\s*-\d{4,}px/i
const colour = /(?:^|;)\s*color\s*:\s*([^;!]+)/i
const background = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/i
/** Quick check whether a page may hold such text: most do not and need no detailed check. */
export const mayHide = (html: string): boolean =>
  /style\s*=\s*["'][^"'<>]{0,500}(?:font-size\s*:\s*0|text-indent\s*:\s*-\d{3}|:\s*-\d{4,}px|background)/i.test(html)

/** Screen reader labels and icon texts are shorter. */
const minWords = 20
const maxTexts = 20
const maxTextLength = 2000
const shownLength = 60
/** Elements whose content is not text of the page, or that are empty and never close. */
const skippedElements = new Set(
  'area base br col embed hr img input link meta script source style track wbr'.split(' '),
)

/**
 * Finds text that an element’s own style hides permanently: by zero size, a position far outside the
 * page, or the color of its background. Excludes text that a script may show later (`display: none`).
 */
export function createHiddenTextReader() {
  const found: string[] = []
  let element = ''
  let depth = 0
  let text = ''

  return {
    open(name: string, attributes: Attributes) {
      if (depth > 0) {
        if (name === element) depth++
      } else if (!skippedElements.has(name) && hides(attributes.get('style') ?? '')) {
        element = name
        depth = 1
        text = ''
      }
    },
    close(name: string) {
      if (depth === 0 || name !== element || --depth > 0) return
      const shown = cleanText(text, maxTextLength)
      if (shown.split(' ').length >= minWords) pushWithin(found, shown.slice(0, shownLength), maxTexts)
    },
    text(piece: string) {
      if (depth > 0 && text.length < maxTextLength) text += piece
    },
    /** The beginnings of invisible texts. */
    texts: () => found,
  }
}

function hides(style: string): boolean {
  const [, ink = ''] = colour.exec(style) ?? []
  const [, paper = ''] = background.exec(style) ?? []
  const isSame = ink.trim() !== '' && plainColor(ink) === plainColor(paper)
  return tiny.test(style) || aside.test(style) || isSame
}

/** White has several names. */
function plainColor(text: string): string {
  const name = text.trim().toLowerCase().replace(/\s+/g, '')
  const [, short] = /^#([0-9a-f]{3})$/.exec(name) ?? []
  const full = short === undefined ? name : `#${[...short].map((digit) => digit + digit).join('')}`
  return { white: '#ffffff', black: '#000000', 'rgb(255,255,255)': '#ffffff', 'rgb(0,0,0)': '#000000' }[full] ?? full
}
