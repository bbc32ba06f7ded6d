import { factLimits } from './page-facts.ts'
import { cleanText, pushWithin } from './texts.ts'

/** Words of a paragraph that engines quote as an answer; longer ones hold the answer somewhere. */
const maxAnswerWords = 120
const maxBylineLength = 80
/** “By Ada Lovelace”: nothing but a name of two to four words follows. */
const byline = /^(?:By|Written by|Posted by|Von|Por|Par)[:\s]\s*(\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]*){1,3})$/u
const month =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
const date = new RegExp(
  `^(?:(?:Published|Updated|Last updated|Posted)(?: on)?:?\\s*)?((?:${month})\\.? \\d{1,2}, \\d{4}|\\d{1,2} (?:${month}) \\d{4}|\\d{4}-\\d\\d-\\d\\d)$`,
)
/** Lists of articles have one byline each. */
const maxBylines = 1

/** Finds question headings with late answers, and a visible byline, in the order of the document. */
export function createBylineReader() {
  const lateAnswers: string[] = []
  const authors: string[] = []
  const dates: string[] = []
  let heading = ''
  let question = ''
  let paragraph = ''
  let isInHeading = false
  let isInParagraph = false
  let isLinked = false
  /** The text before, as names are often links. */
  let before = ''

  function endParagraph() {
    if (isInParagraph && question !== '') {
      if (paragraph.split(/\s+/).filter(Boolean).length > maxAnswerWords) pushWithin(lateAnswers, question, 20)
      question = ''
    }
    isInParagraph = false
    paragraph = ''
  }

  return {
    open(name: string) {
      if (name === 'p') {
        endParagraph()
        isInParagraph = true
      } else if (/^(?:ul|ol|dl|table|pre|blockquote|h[1-6])$/.test(name)) {
        endParagraph()
        question = ''
      }
      if (name === 'p') isInHeading = false
      if (!/^h[1-6]$/.test(name)) return
      isInHeading = true
      heading = ''
    },
    /** @param isAuthor a link with rel=author */
    link(isAuthor: boolean) {
      isLinked = isAuthor
    },
    close(name: string) {
      if (name === 'a') isLinked = false
      if (name === 'p') endParagraph()
      if (/^h[1-6]$/.test(name) && isInHeading) {
        isInHeading = false
        question = /[?？؟]\s*$/.test(heading) ? cleanText(heading, factLimits.headingLength) : ''
      }
    },
    text(piece: string) {
      const shown = piece.slice(0, maxBylineLength + 1).trim()
      if (shown === '') return
      if (isInHeading) heading += piece.slice(0, 1000)
      else if (!isInParagraph) question = ''
      else if (question !== '' && paragraph.length < 20_000) paragraph += `${piece} `
      const [last, line] = [before, /^(?:by|von|por|par)$/i.test(before) ? `By ${shown}` : shown]
      before = shown
      if (isInHeading || shown.length > maxBylineLength || last === shown) return
      const name = isLinked ? shown : byline.exec(line)?.[1]
      if (name !== undefined) pushWithin(authors, name, 20)
      const day = date.exec(shown)?.[1]
      if (day !== undefined) pushWithin(dates, day, 20)
    },
    facts() {
      endParagraph()
      const [author] = new Set(authors)
      const isOne = author !== undefined && new Set(authors).size <= maxBylines
      const [day] = dates
      return {
        ...(lateAnswers.length > 0 && { lateAnswers }),
        ...(isOne && { byline: { author, ...(day !== undefined && { date: day }) } }),
      }
    },
  }
}
