import type { Noise } from './noise.ts'
import { isSourceLabel, maxLabelLength } from './source-label.ts'

/** The number of further sources after a label, on its line or the next one. */
const furtherSources = /\+[1-9]\d?(?=\s|$|\p{Lu}|\]\()/gu

/** A label before that number: a line, or the last words of one. */
const labelBefore = /(?:^|\n|[.!?:)\]”"»…] |\+\d|\[)((?:[^\n.!?+[\]]|\.(?=\p{L})){2,60}?) ?\n?$/u

/** The last words of a line after the end of a sentence. */
const lastWords = /(?<=[.!;)…»”"\]] )((?:[^\s.!?:;+"]|\.(?=\p{L}))(?:[^\n.!?:;+)”»"]|\.(?=\p{L})){1,59})$/u

/** A line that can be a label. */
const wholeLine = /^(?:[^\s.!?:;+"]|\.(?=\p{L}))(?:[^.!?:;+)”»"]|\.(?=\p{L})){1,59}$/u

/** The number or mark of a list item, whose first words are no label. */
const startsItem = /(?:^|\n)[ \t]*(?:\d{1,3}|\p{L})[.)][ \t]+$/u

/** A list item that is a link and nothing else. */
const linkItem = /^[ \t]*(?:[-*•]|\d{1,3}\.)[ \t]+\[([^\]\n]{2,60})\]\([^)\s]+\)[ \t\r]*$/gmu

/** How often a label ends lines in a text that has none with a number. */
const minRepetitions = 2

interface LineEnd {
  label: string
  start: number
  end: number
  /** What is before a label: a space, or a line that ends with one as in copies of a page; a sentence; or other text. */
  after: 'space' | 'sentence' | 'text'
  isLine: boolean
  isHost: boolean
  /** Whether the next line is the number of further sources. */
  hasNumber: boolean
  /** Whether the next line continues the sentence with a comma or full stop, or repeats the label. */
  goesOn: boolean
  /** Whether it ends a paragraph of prose. */
  endsProse: boolean
}

/**
 * The labels of single sources in copies of a page, which have no number: `… by voice. Habr`, or `Habr` on its own
 * line. They count in a text that has labels with numbers (`Habr+2`); without a space before them, as in other texts,
 * only if the text repeats them or has that label with a number. After the sentences of a paragraph, any label counts;
 * so does one within a sentence (`for beginners \nMedium\n, with`), and hosts on their own lines if a text has several.
 */
export function bareLabels(source: string): Noise[] {
  const known = numberedLabels(source)
  const ends = lineEnds(source)
  const counts = Map.groupBy(ends, ({ label, after }) => (after === 'space' ? label : ''))
  const hasHosts = ends.filter(({ isHost, goesOn }) => isHost && goesOn).length > 1
  const labels = ends.filter(({ label, after, isLine, isHost, hasNumber, goesOn, endsProse }) => {
    if (hasNumber || known.has(label) || (hasHosts && isHost && isLine)) return true
    if (after === 'space')
      return goesOn || known.size > 0 || (counts.get(label)?.length ?? 0) >= minRepetitions || endsProse
    return after === 'sentence' && isLine && endsProse && known.size > 0
  })
  const items = known.size === 0 ? [] : [...source.matchAll(linkItem)]
  return [
    ...labels.map(({ start, end }) => ({ start, end, isHidden: true })),
    ...items.map(({ 0: item, 1: label = '', index }) => {
      const start = index + item.indexOf('[') + 1
      return { start, end: start + label.length, isHidden: true }
    }),
  ]
}

function numberedLabels(source: string): Set<string> {
  const labels = new Set<string>()
  for (const { index } of source.matchAll(furtherSources)) {
    const label = labelBefore.exec(source.slice(Math.max(0, index - maxLabelLength - 2), index))?.[1]?.trim()
    if (label !== undefined && isSourceLabel(label)) labels.add(label)
  }
  return labels
}

/** The ends of lines that can be labels. */
function lineEnds(source: string): LineEnd[] {
  const ends: LineEnd[] = []
  for (let from = 0; from < source.length; ) {
    const feed = source.indexOf('\n', from)
    const next = feed === -1 ? source.length : feed
    const line = { from, to: from + source.slice(from, next).trimEnd().length }
    from = next + 1
    // Nearly all lines of prose end with a mark.
    if (/[.,:;!?]/.test(source.charAt(line.to - 1))) continue
    const end = lineEnd(source, line, ends.at(-1))
    if (end !== undefined) ends.push(end)
  }
  return ends
}

/** The end of the line before: after a space, a number of sources or another label, or of a sentence. */
const spaceBefore = /(?:[ \t\u200b]|\n\+\d{1,2})\r?\n$/
const sentenceBefore = /[.!;)…»”"\]]\r?\n$/
const hostName = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/

function lineEnd(source: string, { from, to }: { from: number; to: number }, last?: LineEnd): LineEnd | undefined {
  const text = source.slice(Math.max(from, to - maxLabelLength - 12), to)
  const before = source.slice(Math.max(0, from - 6), from)
  const isLine =
    /\S[ \t\u200b]*\r?\n$/.test(before) && to - from < maxLabelLength + 12 && wholeLine.test(text.trimStart())
  const label = isLine ? text.trimStart() : lastWords.exec(text)?.[1]
  if (label === undefined || !isSourceLabel(label)) return undefined
  const lineFeed = from - (source.charAt(from - 2) === '\r' ? 2 : 1)
  const start = isLine ? lineFeed : to - label.length
  if (startsItem.test(source.slice(Math.max(0, start - 9), start))) return undefined
  const number = /^ ?\r?\n\+[1-9]\d?(?=[ \t\r]*(?:\n|$))/.exec(source.slice(to, to + 12))
  const end = to + (number?.[0].length ?? 0)
  const isChained = isLine && last?.isLine === true && last.end === lineFeed && last.after === 'space'
  const isAfterSpace = !isLine || isChained || spaceBefore.test(before)
  return {
    ...{ label, start, end, isLine },
    after: isAfterSpace ? 'space' : sentenceBefore.test(before) ? 'sentence' : 'text',
    isHost: hostName.test(label),
    hasNumber: number !== null,
    goesOn: isLine && continues(source.slice(to, to + maxLabelLength + 12), label),
    endsProse: endsParagraph(source, start, end) && (!isLine || !isAfterSpace),
  }
}

function continues(behind: string, label: string): boolean {
  const [, next = ''] = /^[ \t]*\r?\n[ \t]*([^\n]*)/.exec(behind) ?? []
  return /^[.,;]/.test(next) || next.trim() === label
}

/** The end of a line of prose, other than a list item or heading. */
const prose = /(?:^|\n)(?![ \t]*(?:[-*•#>|]|\d{1,3}[.)]))[^\n]{60,}$/u

const endsParagraph = (source: string, start: number, end: number) =>
  /^[ \t\r]*(?:\n[ \t\r]*(?:\n|$)|$)/.test(source.slice(end, end + 80)) &&
  prose.test(source.slice(Math.max(0, start - 400), start))
