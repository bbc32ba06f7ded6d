import type { Noise } from './noise.ts'
import { isSourceLabel, maxLabelLength } from './source-label.ts'

/** A label with the number of further sources: on two lines, as a link, or joined to it after a sentence. */
const numbered =
  /(?:(?<=\n)([^\n+]{2,60}?) ?\r?\n\+[1-9]\d?(?=[ \t\r]*(?:\n|$))|\[([^\]\n+]{2,60})\+[1-9]\d?\]\(|(?<=[^\d\s][.!?…)”] |\+\d)([^\s.!?+][^\n.!?+]{1,59})\+[1-9]\d?(?=$|\n|\p{Lu}))/gu

/** A quick check, as few texts have labels. */
const mayBeNumbered = /\+[1-9]\d?(?:\s|\]\(|\p{Lu}|$)/u

/** The last words of a line after the end of a sentence. */
const lastWords = /(?<=[.!…)”] )((?:[^\s.!?:;+"]|\.(?=\p{L}))(?:[^\n.!?:;+)”»"]|\.(?=\p{L})){1,59})$/u

/** A line that can be a label. */
const wholeLine = /^(?:[^\s.!?:;+"]|\.(?=\p{L}))(?:[^.!?:;+)”»"]|\.(?=\p{L})){1,59}$/u

/** The end of a line of prose, other than a list item or heading. Words of four letters are rarely abbreviations. */
const prose = /(?:^|\n)(?![ \t]*(?:[-*•#>|]|\d{1,3}[.)]))[^\n]{50,}\p{L}{4}[^\p{L}\s]{1,3} $/u

/** How many paragraphs end with a label in a text that has none with a number. */
const minRepetitions = 2

interface LineEnd {
  label: string
  start: number
  end: number
  isLine: boolean
  /** Whether the line before ends with one space, as only copies of a page do, or is another label. */
  isAfterSpace: boolean
  isHost: boolean
  /** Whether the next line is the number of further sources. */
  hasNumber: boolean
  /** Whether the next line continues the sentence with a comma or full stop, or repeats the label. */
  goesOn: boolean
  endsParagraph: boolean
}

/**
 * The labels of single sources in copies of a page, which have no number: `… by voice. Habr`, or `Habr` on its own
 * line. A text shows that it is such a copy by labels with numbers (`Habr+2`). In others, labels count that end
 * several paragraphs, that are within a sentence (`for beginners \nMedium\n, with`), and several hosts on their own
 * lines.
 */
export function bareLabels(source: string): Noise[] {
  const known = new Set<string>()
  for (const [, line, link, joined] of mayBeNumbered.test(source) ? source.matchAll(numbered) : []) {
    const label = (line ?? link ?? joined ?? '').trim()
    if (isSourceLabel(label)) known.add(label)
  }
  const ends = lineEnds(source)
  const hasHosts = ends.filter(({ isHost, goesOn }) => isHost && goesOn).length > 1
  const isAfterProse = ({ start }: LineEnd) => prose.test(`${source.slice(Math.max(0, start - 400), start).trimEnd()} `)
  const repeated = Map.groupBy(ends, (end) => (end.endsParagraph && isAfterProse(end) ? end.label : ''))
  const labels = ends.filter((end) => {
    const { label, isLine, isAfterSpace, isHost, hasNumber, goesOn, endsParagraph } = end
    if (hasNumber || (isLine && isHost && hasHosts) || (isAfterSpace && goesOn)) return true
    if (known.size > 0) return isAfterSpace || (isLine && known.has(label)) || isAfterProse(end)
    return endsParagraph && (repeated.get(label)?.length ?? 0) >= minRepetitions && isAfterProse(end)
  })
  return labels.map(({ start, end }) => ({ start, end, isHidden: true }))
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
    if (line.to === line.from || /[.,:;!?]/.test(source.charAt(line.to - 1))) continue
    const end = lineEnd(source, line, ends.at(-1))
    if (end !== undefined) ends.push(end)
  }
  return ends
}

/** The end of the line before: one space (two break the line in Markdown), or a number of sources. */
const spaceBefore = /(?:[^\s#|*] |\u200b|\n\+\d{1,2})\r?\n$/
const hostName = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/

function lineEnd(source: string, { from, to }: { from: number; to: number }, last?: LineEnd): LineEnd | undefined {
  const text = source.slice(Math.max(from, to - maxLabelLength - 12), to)
  const before = source.slice(Math.max(0, from - 6), from)
  const follows = /\S[ \t\u200b]*\r?\n$/.test(before)
  const isLine = follows && to - from < maxLabelLength + 12 && wholeLine.test(text.trimStart())
  const label = isLine ? text.trimStart() : lastWords.exec(text)?.[1]
  if (label === undefined || !isSourceLabel(label)) return undefined
  const lineFeed = from - (source.charAt(from - 2) === '\r' ? 2 : 1)
  const start = isLine ? lineFeed : to - label.length
  const number = /^ ?\r?\n\+[1-9]\d?(?=[ \t\r]*(?:\n|$))/.exec(source.slice(to, to + 12))
  const end = to + (number?.[0].length ?? 0)
  const isChained = last?.isLine === true && last.end === lineFeed && last.isAfterSpace
  return {
    ...{ label, start, end, isLine },
    isAfterSpace: isLine && (isChained || spaceBefore.test(before)),
    isHost: hostName.test(label),
    hasNumber: number !== null,
    goesOn: isLine && continues(source.slice(to, to + maxLabelLength + 12), label),
    endsParagraph: /^[ \t\r]*(?:\n[ \t\r]*(?:\n|$)|$)/.test(source.slice(end, end + 80)),
  }
}

function continues(behind: string, label: string): boolean {
  const [, next = ''] = /^[ \t]*\r?\n[ \t]*([^\n]*)/.exec(behind) ?? []
  return /^[.,;]/.test(next) || next.trim() === label
}
