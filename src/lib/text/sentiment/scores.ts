import { isDigit } from './characters.ts'
import { type Word, wordOfValence } from './vocabulary.ts'

interface Score {
  word: Word
  end: number
}

/** Minimum share of a good score, and upper bound of a bad one. Scores between them are neutral. */
const goodFrom = 0.7
const badBelow = 0.58
const slope = 8
/** One shared word per percentage, so that scores create no objects. */
const wordsOfShare = Array.from({ length: 101 }, (_, percent) => wordOfValence(valenceOf(percent / 100)))

const ofBest = /(\d{1,3}(?:[.,]\d{1,2})?)( ?\/ ?| out of )(5|10|100)(?!\d|[.,/:-]\d|\p{L}|[%"″°])/uy
const inStars =
  /([0-5](?:[.,]\d{1,2})?)[ -]stars?\b(?! ?-?(?:hotel|resort|accommodation|propert|luxur|establish|restaurant|dining|general))/y
const asRating =
  /([1-5]\.\d)(?= (?:average )?(?:rating|on (?:the )?(?:App Store|Google Play|Trustpilot|G2|Capterra|Amazon)))/y
const afterRating =
  /([1-5]\.\d)(?!\d|%|[./]\d| ?(?:k?wh?|hp|v|a|ah|amps?|volts?|tons?|tonnes?|l|kg|lbs?|mm|cm|m|inch(?:es)?|db|million|gpm)\b)/iy
const ratingBefore = /(?:rated|rating of|rating:|score of|averages|averaging)(?: only| just)? $/i
/** "On 4/10" and "Windows 8/10" are not scores, nor is the end of a longer number. */
const otherBefore =
  /(?:[\p{L}\p{N}.,$£€/:-]|\b(?:on|by|since|until|till|before|after|from|dated|windows|version|android|ios|python|page|part|level|chapter|step) ?)$/iu
/** "9 out of 10 dentists", "3/5 of its owners" count people. */
const counted =
  /^ (?!stars?\b|points?\b|for\b|in\b|on\b|from\b|and\b|with\b|based\b|rating\b|overall\b|across\b|but\b|at\b|by\b|due\b|because\b|as\b|when\b|while\b|is\b|was\b|to\b|or\b|despite\b)[a-z]/
const ofThem = /^ of\b/

/** The score at a position, such as `4.5/5`, `3 out of 10`, `4.8 stars`; undefined for other numbers. */
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

/** Quickly excludes most numbers: prices, years, sizes. */
function mayBeScore(text: string, position: number): boolean {
  let end = position + 1
  while (end < position + maxNumberLength && isPartOfNumber(text.charCodeAt(end))) end++
  const next = text.charCodeAt(end)
  if (end < text.length - 1 && followers[next]?.includes(text.charAt(end + 1))) return true
  return end === position + 3 && text.charCodeAt(position + 1) === fullStop && text.charCodeAt(position - 1) === space
}

const maxNumberLength = 6
const space = 0x20
const fullStop = 0x2e
/** Possible continuations after a slash, a hyphen ("5-star") and a space ("out of", "stars"). */
const followers: Readonly<Record<number, string>> = { 47: ' 15', 45: 's', 32: '/osra' }

function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === fullStop || code === 0x2c
}

const filled = new Set(['⭐', '★'])

/** A row of two or more stars; out of five if no empty ones follow. */
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
