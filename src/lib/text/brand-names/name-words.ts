import type { VisibleText } from '../markdown/visible-text.ts'
import { sourceChips } from '../mentions/source-chips.ts'

/** Words in a row that are written as names are: `The North Face Freedom`, `De'Longhi`, `686`. */
export interface Run {
  words: string[]
  /** Whether it is what an answer lists, marks or links. */
  isHead: boolean
  /** Whether a colon follows: it may be a label (`Battery life:`) and no name. */
  isLabel: boolean
  /** Whether its capital says nothing, as that of each sentence's first word. */
  opensSentence: boolean
}

/** The words of an answer as far as names are looked for among them. */
interface NameWords {
  runs: Run[]
  /** Words without a capital. */
  small: string[]
}

interface OpenRun extends Run {
  /** Whether a mark shows where it begins. */
  isMarked: boolean
}

const wordPattern =
  /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’+-](?=[\p{L}\p{N}])|\.(?=[\p{Ll}\p{N}])|(?<=\p{Lu})\.(?=\p{Lu})|&(?=\p{Lu}))*\+?/gu
/** Small words within names. */
const connectors = new Set(['and', 'of', 'the', 'de', 'la'])
const maxWords = 6
/** Characters behind a name in which a colon is looked for. */
const maxLabel = 40
/** Characters before a word that are looked at. */
const maxMark = 16

/** What opens something that is listed, marked or linked, in Markdown. */
const mark =
  /(?:\*\*|__|\[|(?:^|\n)[ \t>]*(?:[-*+•▪◦‣●]|\d{1,3}[.)])[ \t]+(?:\[[ x]\] )?(?:\*\*|__|\[)?)(?:(?:\p{Emoji_Presentation}|\ufe0f)+ ?)?["“'‘]?$/u
/** A mark that also shows where what it opens ends. */
const emphasis = /[*_[]\S{0,3}$/u
/** A link in brackets behind a sentence, or beside such a one, is a source. */
const sourceLink = /[(\])],?\s*\[$/u
/** What stands before a word that was a line's first, in copies of pages that lost their line ends. */
const glue = /(?:[\p{Ll}\p{N})\]”"][.!?:)\]”"]+|\u00a0)$/u
/** What follows a label, or the first word of one. */
const label = /^(?: [\p{Ll}\p{N}'’/-]+){0,4}\s?:/u
const sentenceStart = /(?:^|[.!?:;…|\n)\]”"*_#>|\u00a0-])\s*["“'‘(*_]*$/u

/** A capital anywhere, or a number with which a name may begin (`iPad`, `1Password`, `686`). */
const isNameWord = (text: string) => /\p{Lu}|^\p{N}/u.test(text)

/** Reads the runs of an answer; those in the head of a table or the chip of a source are none. */
export function readNameWords(source: string, { text, offsets, cells }: VisibleText): NameWords {
  const read: NameWords = { runs: [], small: [] }
  const chips = text.includes('+') ? sourceChips(text) : []
  let run: OpenRun | undefined
  let end = 0
  const close = () => {
    if (run !== undefined)
      read.runs.push(closed(run, text.slice(end, end + maxLabel), source, offsets[end - 1] as number))
    run = undefined
  }
  let cell = -1
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    while ((cells[cell + 1]?.start ?? text.length) <= index) cell++
    const place = cells[cell]
    const parted = text.slice(end, index)
    const at = offsets[index] as number
    if (run !== undefined && (opensMark(source, at) || !goesOn(run, parted, word))) close()
    if (run !== undefined) run.words.push(...(parted === ' & ' ? ['and', word] : [word]))
    else if (!isNameWord(word)) read.small.push(word)
    else if (place?.row !== 0 && !chips.some((chip) => index >= chip.start && index < chip.end)) {
      const before = source.slice(Math.max(0, at - maxMark), at)
      run = opened(word, before, place?.row !== -1 && place?.column === 0 && place.start === index)
    }
    end = index + word.length
    if (/['’]s$/u.test(word)) close()
  }
  close()
  return read
}

function opened(word: string, before: string, opensRow: boolean): OpenRun {
  return {
    words: [word],
    isHead: opensRow || (mark.test(before) && !sourceLink.test(before)) || glue.test(before),
    isLabel: false,
    opensSentence: sentenceStart.test(before),
    isMarked: opensRow || emphasis.test(before),
  }
}

const opensMark = (source: string, at: number) =>
  / (?:\*\*|__|\[)$/.test(source.slice(Math.max(0, at - 3), at))

const goesOn = ({ words }: Run, parted: string, word: string): boolean =>
  words.length < maxWords &&
  (parted === ' ' || parted === ' & ') &&
  (isNameWord(word) || connectors.has(word))

/** @param last where its last character stands in the source */
function closed({ isMarked, ...run }: OpenRun, behind: string, source: string, last: number): Run {
  while (connectors.has(run.words.at(-1) as string)) run.words.pop()
  const word = run.words.pop() as string
  run.words.push(word.replace(/['’]s$/u, ''))
  // A sentence that begins in its place: "Why it is great", "Look for a warranty".
  const isSentence =
    !isMarked &&
    !run.words.some((one) => /\d/.test(one)) &&
    /^ \p{Ll}{2}/u.test(source.slice(last + 1, last + 4))
  return { ...run, isHead: run.isHead && !isSentence, isLabel: label.test(behind) }
}
