import type { Noise } from './capture-noise.ts'
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
  /** Whether there is a space before the label, or at the end of the line before it. */
  isMarked: boolean
  /** Whether the next line is the number of further sources. */
  hasNumber: boolean
  /** Whether it ends a paragraph of prose. */
  endsProse: boolean
}

/**
 * The labels of single sources in copies of a page, which have no number: `… by voice. Habr`, or `Habr` on its own
 * line. They count in a text that has labels with numbers (`Habr+2`); without a space before them, as in other texts,
 * only if the text repeats them or has that label with a number. After the sentences of a paragraph, any label counts.
 */
export function bareLabels(source: string): Noise[] {
  const known = numberedLabels(source)
  const ends = lineEnds(source)
  const counts = Map.groupBy(ends, ({ label, isMarked }) => (isMarked ? label : ''))
  const labels = ends.filter(
    ({ label, isMarked, hasNumber, endsProse }) =>
      hasNumber ||
      endsProse ||
      known.has(label) ||
      (isMarked && (known.size > 0 || (counts.get(label)?.length ?? 0) >= minRepetitions)),
  )
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
    const end = lineEnd(source, line)
    if (end !== undefined) ends.push(end)
  }
  return ends
}

function lineEnd(source: string, { from, to }: { from: number; to: number }): LineEnd | undefined {
  const line = source.slice(Math.max(from, to - maxLabelLength - 2), to)
  // Copies of a page have a space before the line feed; otherwise the line before ends a sentence.
  const before = /([ .!;)…»”"\]])\r?\n$/.exec(source.slice(Math.max(0, from - 3), from))
  const isWhole = before !== null && wholeLine.test(source.slice(from, to))
  const label = isWhole ? line : lastWords.exec(line)?.[1]
  if (label === undefined || !isSourceLabel(label)) return undefined
  const start = isWhole ? from - before[0].length + 1 : to - label.length
  if (startsItem.test(source.slice(Math.max(0, start - 9), start))) return undefined
  const number = /^ ?\r?\n\+[1-9]\d?(?=[ \t\r]*(?:\n|$))/.exec(source.slice(to, to + 12))
  const end = to + (number?.[0].length ?? 0)
  return {
    ...{ label, start, end },
    isMarked: !isWhole || before[1] === ' ',
    hasNumber: number !== null,
    endsProse: !isWhole && endsParagraph(source, start, end),
  }
}

/** The end of a line of prose, other than a list item or heading. */
const prose = /(?:^|\n)(?![ \t]*(?:[-*•#>|]|\d{1,3}[.)]))[^\n]{60,}$/u

const endsParagraph = (source: string, start: number, end: number) =>
  /^[ \t\r]*(?:\n[ \t\r]*(?:\n|$)|$)/.test(source.slice(end, end + 80)) &&
  prose.test(source.slice(Math.max(0, start - 400), start))
