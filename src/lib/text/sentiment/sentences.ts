import { isBeyondLetters, isDigit, isLetter, isLower, isStar, isUpper, startsEmoji } from './characters.ts'
import { evidenceOfLetters } from './language.ts'
import { readScore, readStars } from './scores.ts'
import { type Cell, type EntitySpan, mark, type Sentence, type Stretch } from './sentence.ts'
import { entityWord, lookUp, lookUpEmoji, numberWord, role, sense, unknownWord, type Word } from './vocabulary.ts'

const apostrophe = 0x27
const curlyApostrophe = 0x2019

/** Splits longer sentences, so that the work stays linear for text without full stops. */
const maxSentenceLength = 160

interface Scanner {
  text: string
  position: number
  mentions: readonly EntitySpan[]
  nextMention: number
  sites: readonly Stretch[]
  nextSite: number
  cells: readonly Cell[]
  nextCell: number
  sentence: Sentence
  /** The start of the current token. */
  tokenStart: number
  pendingMarks: number
  nameGoesOn: boolean
  report: (sentence: Sentence) => void
}

/**
 * Reads the text once and reports its sentences in order. The reported object is valid only during the call.
 * @param sites names of sites, ordered by start, of which only the mentions are read
 */
export function readSentences(
  text: string,
  mentions: readonly EntitySpan[],
  sites: readonly Stretch[],
  cells: readonly Cell[],
  report: (sentence: Sentence) => void,
): void {
  const sentence: Sentence = {
    place: { start: 0, end: 0 },
    words: [],
    marks: [],
    entities: [],
    length: 0,
    mentions: 0,
    colon: 0,
    lastColon: 0,
    dash: 0,
    language: 0,
    startsBlock: true,
    isBlock: false,
    end: '',
    isListing: false,
    cues: 0,
    cell: undefined,
  }
  const scanner: Scanner = {
    text,
    position: 0,
    mentions,
    nextMention: 0,
    sites,
    nextSite: 0,
    cells,
    nextCell: 0,
    sentence,
    tokenStart: 0,
    pendingMarks: 0,
    nameGoesOn: false,
    report,
  }
  while (scanner.position < text.length) step(scanner)
  endSentence(scanner, '', true)
}

function step(scanner: Scanner): void {
  scanner.tokenStart = scanner.position
  if (readMention(scanner) || skipSite(scanner)) return
  const code = scanner.text.charCodeAt(scanner.position)
  if (isLetter(code) || isDigit(code)) readWord(scanner, code)
  else if (readEmoji(scanner, code)) return
  else readPunctuation(scanner)
}

function readMention(scanner: Scanner): boolean {
  const { mentions, position, sentence } = scanner
  let mention = mentions[scanner.nextMention]
  while (mention && !(mention.start >= position)) mention = mentions[++scanner.nextMention]
  if (mention?.start !== position) return false
  // Entities with the same name are all mentioned here. An empty span must still advance the scanner.
  let end = position + 1
  for (; mention?.start === position; mention = mentions[++scanner.nextMention]) {
    push(scanner, entityWord, 0, mention.entity)
    sentence.mentions++
    if (mention.end > end) end = mention.end
  }
  scanner.nameGoesOn = true
  scanner.position = Math.min(end, scanner.text.length)
  return true
}

/** Skips the name of a site, whose words have no sentiment, up to a mention in it. */
function skipSite(scanner: Scanner): boolean {
  const { sites, position } = scanner
  while ((sites[scanner.nextSite]?.end ?? Number.POSITIVE_INFINITY) <= position) scanner.nextSite++
  const site = sites[scanner.nextSite]
  if (site === undefined || site.start > position) return false
  scanner.position = Math.min(site.end, scanner.mentions[scanner.nextMention]?.start ?? site.end)
  scanner.nameGoesOn = false
  return true
}

/** Reads a score, which judges without words. */
function readMark(scanner: Scanner, score: { word: Word; end: number } | undefined): boolean {
  const limit = scanner.mentions[scanner.nextMention]?.start ?? Number.POSITIVE_INFINITY
  if (score === undefined || limit < score.end) return false
  push(scanner, score.word, mark.short, -1)
  scanner.position = score.end
  return true
}

function readWord(scanner: Scanner, first: number): void {
  const { text, position } = scanner
  if (isDigit(first) && readMark(scanner, readScore(text, position))) return
  const limit = Math.min(scanner.mentions[scanner.nextMention]?.start ?? text.length, text.length)
  let end = position
  let lower = 0
  let upper = 0
  let curly = false
  for (; end < limit; end++) {
    const code = text.charCodeAt(end)
    if (isLower(code)) lower++
    else if (isUpper(code)) upper++
    else if (code === apostrophe || code === curlyApostrophe) {
      if (!isLetter(text.charCodeAt(end + 1)) || end + 1 >= limit) break
      if (code === curlyApostrophe) curly = true
    } else if (!isDigit(code) && !isLetter(code)) break
  }
  scanner.position = end
  if (isDigit(first)) {
    push(scanner, numberWord, mark.short | (lower > 0 ? measureMark(text.slice(position, end)) : 0), -1)
    return
  }
  let word = text.slice(position, end)
  if (upper > 0) word = word.toLowerCase()
  if (curly) word = word.replaceAll('’', "'")
  let marks = end - position < 4 ? mark.short : 0
  if (isUpper(first)) marks |= mark.capitalised
  if (lower > 0) marks |= upper > 0 ? 0 : mark.lower
  else if (upper > 1) marks |= mark.allCaps
  const known = lookUp(word)
  if (known.language > 0 || marks & mark.lower) scanner.sentence.language += known.language
  if (known === unknownWord && lower + upper < word.length)
    scanner.sentence.language += evidenceOfLetters(word, upper > 0)
  push(scanner, known, marks, -1)
}

/** Whether the text is a measure: "4mm", but not "1st" or "30k". */
function measureMark(text: string): number {
  return lookUp(text.replace(/^[0-9]+/, '')).senses & sense.unit ? mark.measure : 0
}

function push(scanner: Scanner, word: Word, marks: number, entity: number): void {
  const { sentence } = scanner
  if (sentence.length >= maxSentenceLength) endSentence(scanner, '', false, scanner.tokenStart)
  // "... of movies. Cons: ..." in text without line breaks.
  const labels = word.roles & (role.praiseLabel | role.blameLabel)
  if (labels && sentence.length > 0 && scanner.text[scanner.position] === ':' && marks & mark.capitalised) {
    endSentence(scanner, '', false, scanner.tokenStart)
  }
  if (sentence.length === 0 && scanner.cells.length > 0) sentence.cell = cellHere(scanner)
  const at = sentence.length++
  if (scanner.nameGoesOn && entity < 0) marks |= nameMark(scanner, word, marks)
  sentence.words[at] = word
  sentence.cues |= word.cues
  sentence.marks[at] = marks | scanner.pendingMarks
  sentence.entities[at] = entity
  scanner.pendingMarks = 0
}

function cellHere(scanner: Scanner): Cell | undefined {
  const { cells, position } = scanner
  while ((cells[scanner.nextCell]?.start ?? Number.POSITIVE_INFINITY) <= position) scanner.nextCell++
  const cell = cells[scanner.nextCell - 1]
  return cell !== undefined && cell.row >= 0 ? cell : undefined
}

/** Whether the token belongs to the name that an entity's mention began: "Calphalon Classic Nonstick". */
function nameMark(scanner: Scanner, word: Word, marks: number): number {
  const speaks = word.roles & (role.negation | role.direction | role.goesOn | role.but | role.compares | role.clause)
  const shouts = (marks & mark.allCaps) !== 0 && word.valence !== 0
  const named = (marks & mark.capitalised) !== 0 || word === numberWord
  if (named && !speaks && !shouts && (scanner.pendingMarks & ~mark.hyphen) === 0) return mark.name
  scanner.nameGoesOn = false
  return 0
}

function readEmoji(scanner: Scanner, code: number): boolean {
  if (isStar(code) && readMark(scanner, readStars(scanner.text, scanner.position))) return true
  if (!startsEmoji(code)) return false
  const codePoint = scanner.text.codePointAt(scanner.position) ?? code
  scanner.position += codePoint > 0xffff ? 2 : 1
  scanner.nameGoesOn = false
  const word = lookUpEmoji(codePoint)
  if (word !== unknownWord) push(scanner, word, mark.short, -1)
  return true
}

function readPunctuation(scanner: Scanner): void {
  const { text, sentence } = scanner
  const character = text[scanner.position++]
  const next = text.charCodeAt(scanner.position)
  switch (character) {
    case ' ':
    case "'":
      break
    case '\n':
      endSentence(scanner, '', true)
      break
    case '\u00a0':
      // Google's AI Mode separates parts of a flattened answer like this; units ("10 kg") are lowercase.
      if (isUpper(next) || isBeyondLetters(next)) endSentence(scanner, '', true)
      break
    case '.':
      if (endsAtFullStop(scanner, next)) endSentence(scanner, '.', false)
      break
    case '!':
      if (text[scanner.position] !== '!' && !continuesInLowerCase(scanner)) endSentence(scanner, '!', false)
      break
    case '?':
      endSentence(scanner, '?', false)
      break
    case '。':
    case '！':
      endSentence(scanner, '.', false)
      break
    case ':':
      readColon(scanner, next)
      break
    case '$':
    case '£':
    case '€':
      if (isDigit(next) && runsIntoName(scanner)) sentence.isListing = true
      breakName(scanner, mark.comma)
      break
    case ')':
      if (sentence.isListing && (isUpper(next) || isDigit(next))) endSentence(scanner, '', false)
      breakName(scanner, mark.comma)
      break
    case ',':
    case '(':
    case '•':
      breakName(scanner, mark.comma)
      break
    case '-':
      if (text[scanner.position] === ' ') breakName(scanner, mark.dash)
      else if (isWordEnd(text.charCodeAt(scanner.position - 2))) scanner.pendingMarks |= mark.hyphen
      break
    case ';':
    case '–':
    case '—':
      breakName(scanner, mark.dash)
  }
}

function isWordEnd(code: number): boolean {
  return isLetter(code) || isDigit(code)
}

function breakName(scanner: Scanner, pending: number): void {
  const { sentence } = scanner
  if (pending === mark.dash && sentence.dash + sentence.colon === 0) sentence.dash = sentence.length
  scanner.pendingMarks |= pending
  scanner.nameGoesOn = false
}

function readColon(scanner: Scanner, next: number): void {
  const { sentence, text, position } = scanner
  if (!isDigit(next) && text[position] !== '/') {
    sentence.lastColon = sentence.length
    if (sentence.colon === 0) sentence.colon = sentence.length
  }
  breakName(scanner, mark.comma)
  if (endsLine(text[position]) || text[position] === '\u00a0') endSentence(scanner, ':', true)
}

function endsLine(character: string | undefined): boolean {
  return character === undefined || character === '\n'
}

function endsAtFullStop(scanner: Scanner, next: number): boolean {
  const { text, sentence, position } = scanner
  const last = sentence.words[sentence.length - 1]
  if (sentence.length === 0) return false
  if (endsLine(text[position])) return true
  // The number of a list item.
  if (sentence.length === 1 && last === numberWord && sentence.startsBlock) return false
  const before = text.charCodeAt(position - 2)
  const isInitial = isUpper(before) && !isLetter(text.charCodeAt(position - 3))
  if (isInitial || (last && last.roles & role.abbreviation)) return false
  if (text[position] === ' ' || text[position] === '\u00a0') return !continuesInLowerCase(scanner)
  // Flattened text: "a good battery life.Coros Pace 3" and "sound.1MORE", not "4.7" or "Amazon.com".
  return isUpper(next) || (isDigit(next) && isLetter(before)) || isBeyondLetters(next)
}

function continuesInLowerCase(scanner: Scanner): boolean {
  const { text } = scanner
  const limit = scanner.position + 4
  let at = scanner.position
  while (at < limit && (text[at] === ' ' || text[at] === '"')) at++
  return isLower(text.charCodeAt(at))
}

/** "Garmin Forerunner 255$349.99" is not a sentence; "US$349" can be. */
function runsIntoName(scanner: Scanner): boolean {
  const before = scanner.text.charCodeAt(scanner.position - 2)
  const isCurrency = isUpper(before) && isUpper(scanner.text.charCodeAt(scanner.position - 3))
  return isDigit(before) || (isLetter(before) && !isCurrency)
}

function endSentence(scanner: Scanner, end: string, endsBlock: boolean, at = scanner.position): void {
  const { sentence } = scanner
  if (sentence.length > 0) {
    sentence.place.end = at
    sentence.end = end
    sentence.isBlock = sentence.startsBlock && endsBlock && (end === '' || end === ':')
    scanner.report(sentence)
    sentence.startsBlock = endsBlock
  } else if (endsBlock) sentence.startsBlock = true
  sentence.place.start = at
  sentence.length = 0
  sentence.mentions = 0
  sentence.colon = 0
  sentence.lastColon = 0
  sentence.dash = 0
  sentence.language = 0
  sentence.isListing = false
  sentence.cues = 0
  scanner.pendingMarks = 0
  scanner.nameGoesOn = false
}
