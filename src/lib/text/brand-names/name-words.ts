import type { VisibleText } from '../markdown/visible-text.ts'
import { sourceChips } from '../mentions/source-chips.ts'

/** Consecutive words written like names: `The North Face Freedom`, `De'Longhi`, `686`. */
export interface Run {
  words: string[]
  /** Whether the answer lists, emphasizes or links it. */
  isHead: boolean
  /** Whether a colon follows, so that it may be a label (`Battery life:`) instead of a name. */
  isLabel: boolean
  /** Whether it starts a sentence, so that its capital is not evidence of a name. */
  opensSentence: boolean
}

/** The words of an answer that matter for names. */
interface NameWords {
  runs: Run[]
  /** Words without a capital. */
  small: string[]
}

interface OpenRun extends Run {
  /** Whether a mark shows where it starts. */
  isMarked: boolean
}

const wordPattern =
  /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’+-](?=[\p{L}\p{N}])|\.(?=[\p{Ll}\p{N}])|(?<=\p{Lu})\.(?=\p{Lu})|&(?=\p{Lu}))*\+?/gu
/** Lowercase words within names. */
const connectors = new Set(['and', 'of', 'the', 'de', 'la'])
const maxWords = 6
/** Characters after a name to search for a colon. */
const maxLabel = 40
/** Characters to check before a word. */
const maxMark = 16

/** The start of a listed, emphasized or linked text in Markdown. */
const mark =
  /(?:\*\*|__|\[|(?:^|\n)[ \t>]*(?:[-*+•▪◦‣●]|\d{1,3}[.)])[ \t]+(?:\[[ x]\] )?(?:\*\*|__|\[)?)(?:(?:\p{Emoji_Presentation}|\ufe0f)+ ?)?["“'‘]?$/u
/** A mark that also shows where its text ends. */
const emphasis = /[*_[]\S{0,3}$/u
/** A link in brackets after a sentence, or next to such a link, is a source. */
const sourceLink = /[(\])],?\s*\[$/u
/** The text before the first word of a line, in copies of pages without line breaks. */
const glue = /(?:[\p{Ll}\p{N})\]”"][.!?:)\]”"]+|\u00a0)$/u
/** The text after a label, or after the first word of one. */
const label = /^(?: [\p{Ll}\p{N}'’/-]+){0,4}\s?:/u
const sentenceStart = /(?:^|[.!?:;…|\n)\]”"*_#>|\u00a0-])\s*["“'‘(*_]*$/u

/** A capital anywhere, or a number that can start a name (`iPad`, `1Password`, `686`). */
const isNameWord = (text: string) => /\p{Lu}|^\p{N}/u.test(text)

/** Reads the runs of an answer, except in table heads and source chips. */
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

const opensMark = (source: string, at: number) => / (?:\*\*|__|\[)$/.test(source.slice(Math.max(0, at - 3), at))

const goesOn = ({ words }: Run, parted: string, word: string): boolean =>
  words.length < maxWords && (parted === ' ' || parted === ' & ') && (isNameWord(word) || connectors.has(word))

/** @param last the index of its last character in the source */
function closed({ isMarked, ...run }: OpenRun, behind: string, source: string, last: number): Run {
  while (connectors.has(run.words.at(-1) as string)) run.words.pop()
  const word = run.words.pop() as string
  run.words.push(word.replace(/['’]s$/u, ''))
  // A sentence rather than a name: "Why it is great", "Look for a warranty".
  const isSentence =
    !isMarked && !run.words.some((one) => /\d/.test(one)) && /^ \p{Ll}{2}/u.test(source.slice(last + 1, last + 4))
  return { ...run, isHead: run.isHead && !isSentence, isLabel: label.test(behind) }
}
