import { bareLabels } from './bare-labels.ts'
import type { Noise } from './noise.ts'
import { isSourceLabel, maxLabelLength } from './source-label.ts'

/**
 * What copies of engines' pages and answers of self-hosted models contain that is not their text, in order:
 *
 * - the label of a source on its own line after a sentence (`… goals. \nAP NEWS\n Pelé …`);
 * - the heading of a copied conversation, with the card of a source (`ChatGPT said:\nChatGPT\n…`);
 * - reasoning in `<think>`;
 * - the interface's own text after an answer of Google's AI Mode;
 * - labels of single sources, in texts that show them by others;
 * - marks of citations and names in exports of ChatGPT (`【9†source】`), and who published a video;
 * - numbers of sources joined to a word (`Google126.`), if several words show that the text has them.
 */
export function findNoise(source: string): Noise[] {
  const noise: Noise[] = []
  const start = openingEnd(source)
  if (start > 0) noise.push({ start: 0, end: start, isHidden: true })
  noise.push(...sourceLabels(source, start), ...footers(source), ...joinedNumbers(source, start))
  noise.push(...bareLabels(source), ...citationMarks(source))
  return noise.sort((a, b) => a.start - b.start)
}

const conversation =
  /^\s*(?:ChatGPT|Claude|Copilot|Gemini|Grok|Perplexity) said:\s*\n(?:(?:ChatGPT|Claude|Copilot|Gemini|Grok|Perplexity)[^\n]{0,20}\n)?/
const cardOfSource = /^(?:[^\n]+\n)?(?:[a-z\d-]+\.)+[a-z]{2,}\n(?:[^\n]+\n)*/

/** The end of the reasoning or heading that a source starts with; 0 if it has none. */
function openingEnd(source: string): number {
  const closing = /<\/think(?:ing)?>/.exec(source)
  const opening = /<think(?:ing)?>/.exec(source)
  const isFirst = opening !== null && source.slice(0, opening.index).trim() === ''
  if (isFirst) return closing === null ? source.length : closing.index + closing[0].length
  // Templates of some models contain the opening tag, so the answer only has the closing one.
  if (
    closing !== null &&
    opening === null &&
    /\n\s*$/.test(source.slice(Math.max(closing.index - 9, 0), closing.index))
  )
    return closing.index + closing[0].length
  const heading = conversation.exec(source)
  if (heading === null) return 0
  const end = heading[0].length
  return end + (cardOfSource.exec(source.slice(end, end + 2000))?.[0].length ?? 0)
}

const link = (text: string) => `\\[?${text}(?:\\]\\([^)\\s]*\\))?`
/** After the notice at the end of an answer come its buttons, on one line or several. */
const footer = new RegExp(
  `AI responses may include mistakes\\.\\s*(?:For [^.\\n]{1,60} advice, consult a professional\\.\\s*)?${link('Learn more')}` +
    `(?:\\s*Thank you\\s*Your feedback helps Google[^\\n]*(?:\\n\\s*(?:Share more feedback|Report a problem|Close|To save your)[^\\n]*)*|\\s*$)`,
  'g',
)

const footers = (source: string): Noise[] =>
  [...source.matchAll(footer)].map(({ index, 0: text }) => ({ start: index, end: index + text.length, isHidden: true }))

/**
 * By a character that each contains: marks of citations in private characters, of which only a marked name is text
 * (its prefix is the first group); marks in brackets; and the site of a video with its date, in the card of an overview.
 */
const marks: readonly (readonly [contains: string, mark: RegExp])[] = [
  [
    '\ue200',
    /\ue200(?:(entity\ue202\["[^"\ue200-\ue202]{0,60}","|url\ue202)([^"\ue200-\ue202]{1,200})(?=["\ue201\ue202])(?!\ue202http)|(?:file)?cite|image_group|navlist)[^\ue200\ue201]{0,4000}\ue201/g,
  ],
  ['†', /【\d{1,4}[:\d]{0,9}†[^【】\n]{0,200}】/g],
  ['](', /(?<=\n)[\p{L}\d]{1,40} ?[·•] \d{1,2} \p{L}{3,9}\.? \d{4}(?=\]\()/gu],
]

/** Sources in parentheses whose list was not copied: `([Reuters][1], [BBC][2])`. Others are links. */
const withoutList = /\((?:\[[^\]\n]{2,60}\]\[\d{1,3}\][,; ]{0,2})+\)/g

const citationMarks = (source: string): Noise[] =>
  [...marks.filter(([contains]) => source.includes(contains)).map(([, mark]) => mark)]
    .concat(source.includes('][') && !source.includes(']:') ? withoutList : [])
    .flatMap((mark) => [...source.matchAll(mark)])
    .flatMap(({ index, 0: all, 1: prefix, 2: name = '' }) => {
      const from = prefix === undefined ? index + all.length : index + 1 + prefix.length
      const to = prefix === undefined ? from : from + name.length
      return [
        { start: index, end: from, isHidden: true },
        { start: to, end: index + all.length, isHidden: true },
      ].filter((part) => part.start < part.end)
    })

/** The end of a sentence before a line feed; in copies of a page, with a space. */
const sentenceBefore = /[.!?…。！？)\]”"’':]([ \u00a0]?)\r?$/u

interface Line {
  /** Index of the line end before it, and of the line feed after it. */
  start: number
  end: number
  isInCapitals: boolean
  /** Whether the text before it ends with one space, as only copies of a page do. */
  isAfterSpace: boolean
  /** Whether the text continues after a space, or a paragraph ends. */
  goesOn: boolean
  endsParagraph: boolean
}

/** The labels of sources on their own lines. A line that may be one of a list counts if others surely are labels. */
function sourceLabels(source: string, from: number): Noise[] {
  const lines: Line[] = []
  let passed = 0
  for (let feed = source.indexOf('\n', from); feed !== -1; feed = source.indexOf('\n', feed + 1)) {
    if (feed < passed || !startsLabel(source, feed)) continue
    const sentence = sentenceBefore.exec(source.slice(Math.max(feed - 3, 0), feed))
    if (sentence === null) continue
    const run: Line[] = []
    const isAfterSpace = sentence[1] !== ''
    for (let line = lineAt(source, feed, isAfterSpace); line !== undefined; ) {
      run.push(line)
      passed = line.end
      line = lineAt(source, line.end, isAfterSpace)
    }
    // More lines are a list of what the sentence says.
    if (run.length <= (sentence[0].startsWith(':') ? 1 : 2)) lines.push(...run)
  }
  const isSure = ({ isInCapitals, isAfterSpace, goesOn, endsParagraph }: Line) =>
    goesOn ? isInCapitals || isAfterSpace : endsParagraph && isInCapitals && isAfterSpace
  const hasLabels = lines.some(isSure)
  return lines
    .filter((line) => isSure(line) || (hasLabels && line.isAfterSpace && (line.endsParagraph || line.isInCapitals)))
    .map(({ start, end }) => ({ start, end, isHidden: true }))
}

const startsLabel = (source: string, feed: number) => /[\p{L}\p{N}]/u.test(source.charAt(feed + 1))

/** The line after the line feed at an index, if its words can be the label of a source. */
function lineAt(source: string, before: number, isAfterSpace: boolean): Line | undefined {
  if (!startsLabel(source, before)) return undefined
  const feed = source.indexOf('\n', before + 1)
  const end = feed === -1 ? source.length : feed
  const label = source.slice(before + 1, Math.min(end, before + maxLabelLength + 2)).trim()
  if (label.length > maxLabelLength || !isSourceLabel(label)) return undefined
  const next = source.slice(end + 1, end + 4)
  return {
    start: source.charAt(before - 1) === '\r' ? before - 1 : before,
    end,
    isInCapitals: /\p{Lu}{2}/u.test(label) && !/\p{Ll}/u.test(label),
    isAfterSpace,
    goesOn: /^ [^\s*+•\d-]/.test(next),
    endsParagraph: /^[ \t\r]*(?:\n|$)/.test(source.slice(end + 1, end + 80)),
  }
}

/** Digits at the end of a word. */
const joinedNumber = /[1-9]{1,5}(?=[.,;:!?)\]"'”’]*(?:\s|$))/gu

const isAscending = (digits: string) => [...digits].every((digit, i) => i === 0 || digit > digits.charAt(i - 1))

/** Numbers of sources that are joined to the word before them, in a text whose ordinary words have them. */
function joinedNumbers(source: string, from: number): Noise[] {
  const numbers: Noise[] = []
  const words = new Set<string>()
  let longest = 0
  for (const { index, 0: digits } of source.matchAll(joinedNumber)) {
    const before = source.slice(Math.max(index - 20, 0), index)
    if (!/\p{L}{2}(?:\*{1,2}|_)?$/u.test(before) || !isAscending(digits)) continue
    if (index >= from) numbers.push({ start: index, end: index + digits.length, isHidden: false })
    const word = /(?<![\p{L}\p{N}])\p{Ll}{4,}$/u.exec(before)
    if (word === null) continue
    words.add(word[0])
    longest = Math.max(longest, digits.length)
  }
  return words.size < 2 || longest < 2 ? [] : numbers
}
