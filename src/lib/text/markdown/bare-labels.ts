import type { Noise } from './capture-noise.ts'
import { isSourceLabel } from './source-label.ts'

/** A label with the number of further sources, on one line or two. */
const chip = /(?:^|\n|[.!?:)\]”"»…] |\+\d|\[)((?:[^\n.!?+[\]]|\.(?=\p{L})){2,60}?) ?\n?\+[1-9]\d?(?=\s|$|\p{Lu}|\]\()/gu

/**
 * The last words of a line after the end of a sentence, or a line after a space that only copies of a page have or
 * after a sentence; with the number of further sources on the next line.
 */
const lineEnd =
  /(?:(?<=[.!;)…»”"\]] )|(?<= )\r?\n|(?<=[.!;)…»”"\]])\r?\n)([^\s.!?:;+"](?:[^\n.!?:;+)”»"]|\.(?=\p{L})){1,59})( ?\r?\n\+[1-9]\d?)?(?=[ \t\r]*(?:\n|$))/gu

/** A list item that is a link and nothing else. */
const linkItem = /^[ \t]*(?:[-*•]|\d{1,3}\.)[ \t]+\[([^\]\n]{2,60})\]\([^)\s]+\)[ \t\r]*$/gmu

/** The number or mark of a list item, whose first words are no label. */
const startsItem = /(?:^|\n)[ \t]*(?:\d{1,3}|\p{L})[.)][ \t]+$/u

/** How often a label ends lines in a text that has none with a number. */
const minRepetitions = 2

/**
 * The labels of single sources in copies of a page, which have no number: `… by voice. Habr`, or `Habr` on its own
 * line. They count in a text that has labels with numbers (`Habr+2`); without a space before them, as in other texts,
 * only if the text repeats them or has that label with a number. After the sentences of a paragraph, any label counts.
 */
export function bareLabels(source: string): Noise[] {
  const known = new Set<string>()
  for (const [, label = ''] of source.matchAll(chip)) if (isSourceLabel(label.trim())) known.add(label.trim())
  const ends = [...source.matchAll(lineEnd)]
    .map(({ 0: found, 1: label = '', 2: number, index }) => ({
      label: label.trim(),
      start: index,
      end: index + found.length,
      // The line before ends with a space.
      isMarked: source.charAt(index - 1) === ' ',
      hasNumber: number !== undefined,
      endsProse: !found.startsWith('\n') && endsParagraph(source, index, index + found.length),
    }))
    .filter(({ label, start }) => isSourceLabel(label) && !startsItem.test(source.slice(Math.max(0, start - 9), start)))
  const counts = Map.groupBy(ends, ({ label, isMarked }) => (isMarked ? label : ''))
  const noise = ends.filter(
    ({ label, isMarked, hasNumber, endsProse }) =>
      hasNumber ||
      endsProse ||
      known.has(label) ||
      (isMarked && (known.size > 0 || (counts.get(label)?.length ?? 0) >= minRepetitions)),
  )
  const items = known.size === 0 ? [] : [...source.matchAll(linkItem)]
  return [
    ...noise.map(({ start, end }) => ({ start, end, isHidden: true })),
    ...items.map(({ 0: item, 1: label = '', index }) => {
      const start = index + item.indexOf('[') + 1
      return { start, end: start + label.length, isHidden: true }
    }),
  ]
}

/** The end of a line of prose, other than a list item or heading. */
const prose = /(?:^|\n)(?![ \t]*(?:[-*•#>|]|\d{1,3}[.)]))[^\n]{60,}$/u

const endsParagraph = (source: string, start: number, end: number) =>
  /^[ \t\r]*(?:\n[ \t\r]*(?:\n|$)|$)/.test(source.slice(end, end + 80)) &&
  prose.test(source.slice(Math.max(0, start - 400), start))
