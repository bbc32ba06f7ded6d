import { isDigit } from './characters.ts'
import { type Word, wordOfValence } from './vocabulary.ts'

/** A score that is written out, and where it ends. */
interface Score {
  word: Word
  end: number
}

/** Where a good mark begins and a bad one ends, as shares of the best. Between them a mark says nothing. */
const goodFrom = 0.7
const badBelow = 0.58
const slope = 8
/** Scores of a share are one word each, so that no score makes a new object. */
const wordsOfShare = Array.from({ length: 101 }, (_, percent) => wordOfValence(valenceOf(percent / 100)))

const ofBest = /(\d{1,3}(?:[.,]\d{1,2})?)( ?\/ ?| out of )(5|10|100)(?!\d|[.,/:-]\d|\p{L}|[%"″°])/uy
const inStars =
  /([0-5](?:[.,]\d{1,2})?)[ -]stars?\b(?! ?-?(?:hotel|resort|accommodation|propert|luxur|establish|restaurant|dining|general))/y
const asRating =
  /([1-5]\.\d)(?= (?:average )?(?:rating|on (?:the )?(?:App Store|Google Play|Trustpilot|G2|Capterra|Amazon)))/y
const afterRating =
  /([1-5]\.\d)(?!\d|%|[./]\d| ?(?:k?wh?|hp|v|a|ah|amps?|volts?|tons?|tonnes?|l|kg|lbs?|mm|cm|m|inch(?:es)?|db|million|gpm)\b)/iy
const ratingBefore = /(?:rated|rating of|rating:|score of|averages|averaging)(?: only| just)? $/i
/** "On 4/10", "Windows 8/10" are no scores, nor is a number of which only the end is seen. */
const otherBefore =
  /(?:[\p{L}\p{N}.,$£€/:-]|\b(?:on|by|since|until|till|before|after|from|dated|windows|version|android|ios|python|page|part|level|chapter|step) ?)$/iu
/** "9 out of 10 dentists", "3/5 of its owners" count people. */
const counted =
  /^ (?!stars?\b|points?\b|for\b|in\b|on\b|from\b|and\b|with\b|based\b|rating\b|overall\b|across\b|but\b|at\b|by\b|due\b|because\b|as\b|when\b|while\b|is\b|was\b|to\b|or\b|despite\b)[a-z]/
const ofThem = /^ of\b/

/** The mark that begins at a position, as in `4.5/5`, `3 out of 10`, `82/100`, `4.8 stars`; undefined for other numbers. */
export function readScore(text: string, position: number): Score | undefined {
  if (!mayBeScore(text, position)) return undefined
  const before = text.slice(Math.max(position - 14, 0), position)
  const marked = matchAt(ofBest, text, position)
  if (marked) {
    const rest = text.slice(position + marked[0].length, position + marked[0].length + 12)
    const isCount = marked[2] === ' out of ' ? counted.test(rest) : ofThem.test(rest)
    return isCount || otherBefore.test(before) ? undefined : scoreOf(marked, Number(marked[3]), position)
  }
  const stars = matchAt(inStars, text, position) ?? matchAt(asRating, text, position)
  if (stars) return otherBefore.test(before) ? undefined : scoreOf(stars, 5, position)
  if (!ratingBefore.test(before)) return undefined
  const rated = matchAt(afterRating, text, position)
  return rated && scoreOf(rated, 5, position)
}

/** Passes over most numbers at little cost: prices, years, sizes. */
function mayBeScore(text: string, position: number): boolean {
  let end = position + 1
  while (end < position + maxNumberLength && isPartOfNumber(text.charCodeAt(end))) end++
  const next = text.charCodeAt(end)
  if (end < text.length - 1 && followers[next]?.includes(text.charAt(end + 1))) return true
  return (
    end === position + 3 &&
    text.charCodeAt(position + 1) === fullStop &&
    text.charCodeAt(position - 1) === space
  )
}

const maxNumberLength = 6
const space = 0x20
const fullStop = 0x2e
/** What may go on a score after a slash, a hyphen ("5-star") and a space ("out of", "stars", "rating", "on the App Store"). */
const followers: Readonly<Record<number, string>> = { 47: ' 15', 45: 's', 32: '/osra' }

function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === fullStop || code === 0x2c
}

const filled = new Set(['⭐', '★'])

/** A row of two or more stars, of five where no empty ones stand behind them. */
export function readStars(text: string, position: number): Score | undefined {
  let end = position
  while (filled.has(text.charAt(end))) end++
  const full = end - position
  while (text.charAt(end) === '☆') end++
  const best = end - position > full ? end - position : 5
  if (full === 0 || full > best || (full < 2 && best === 5)) return undefined
  return { word: wordsOfShare[Math.round((100 * full) / best)] as Word, end }
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position
  return pattern.exec(text) ?? undefined
}

function scoreOf(match: RegExpExecArray, best: number, position: number): Score | undefined {
  const share = Number((match[1] as string).replace(',', '.')) / best
  if (!(share <= 1)) return undefined
  return { word: wordsOfShare[Math.round(100 * share)] as Word, end: position + match[0].length }
}

function valenceOf(share: number): number {
  if (share >= goodFrom) return slope * (share - goodFrom) + 0.4
  return share < badBelow ? slope * (share - badBelow) * 0.75 - 0.2 : 0
}
