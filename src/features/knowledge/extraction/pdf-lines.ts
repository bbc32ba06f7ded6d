import { inReadingOrder, type TextItem } from './reading-order.ts'

export interface Line {
  text: string
  page: number
  /** Letter height in points. */
  size: number
  x: number
  y: number
}

/** Joins the text items of a page to lines, in drawing order. */
export function linesOf(items: readonly TextItem[], page: number): Line[] {
  const lines: Line[] = []
  let pieces: TextItem[] = []
  const finish = () => {
    const line = lineOf(pieces, page)
    if (line !== undefined) lines.push(line)
    pieces = []
  }
  for (const item of items) {
    const last = pieces.at(-1)
    if (last !== undefined && item.str !== '' && !isSameLine(last, item)) finish()
    if (item.str !== '') pieces.push(item)
    if (item.hasEOL) finish()
  }
  finish()
  return lines
}

const place = ({ transform }: TextItem) => ({ x: transform[4] ?? 0, y: transform[5] ?? 0 })

/** Superscripts and subscripts belong to the line; rotated text has its lines side by side. */
function isSameLine(last: TextItem, item: TextItem): boolean {
  const heights = [last.height, item.height].filter((height) => height > 0)
  const size = Math.min(...heights, 100)
  const [along = 1, rotated = 0] = item.transform
  const [a, b] = [place(last), place(item)]
  return Math.abs(rotated) > Math.abs(along) ? Math.abs(a.x - b.x) < size * 0.6 : Math.abs(a.y - b.y) < size * 0.6
}

/** Whether there is a gap between two items, in either order; letters of a logo can overlap. */
function areApart(a: TextItem, b: TextItem): boolean {
  const [left, right] = place(a).x <= place(b).x ? [a, b] : [b, a]
  const gap = place(right).x - (place(left).x + left.width)
  const size = Math.max(b.height, 4)
  return gap > size * 0.25 || gap < -size * 0.5
}

function lineOf(pieces: readonly TextItem[], page: number): Line | undefined {
  const first = pieces[0]
  if (first === undefined) return undefined
  const texts: string[] = []
  let last: TextItem | undefined
  const sizes = new Map<number, number>()
  for (const item of inReadingOrder(pieces)) {
    if (last !== undefined && areApart(last, item)) texts.push(' ')
    texts.push(item.str)
    last = item
    if (item.str.trim() !== '') sizes.set(item.height, (sizes.get(item.height) ?? 0) + item.str.trim().length)
  }
  const trimmed = texts.join('').replace(/\s+/g, ' ').trim()
  if (trimmed === '') return undefined
  return { text: trimmed, page, size: mostOf(sizes), ...place(first) }
}

/** The key with the greatest count. */
export function mostOf(counts: ReadonlyMap<number, number>): number {
  let most: [key: number, count: number] = [0, -1]
  for (const [key, count] of counts) if (count > most[1]) most = [key, count]
  return most[0]
}

/** Minimum pages with a line at the same height to treat it as a running line. */
const minRunningPages = 4

/**
 * Removes headers and footers: first and last lines at the same height on at least half of the pages, apart from the
 * text. They would interrupt sentences.
 */
export function withoutRunningLines(pages: readonly Line[][]): Line[][] {
  const filled = pages.filter((lines) => lines.length > 2)
  const heads = runningHeights(filled, 0, 1)
  const feet = runningHeights(filled, -1, -2)
  return pages.map((lines) => {
    const isRunning = (line: Line | undefined, heights: ReadonlySet<number>) =>
      line !== undefined && lines.length > 2 && heights.has(Math.round(line.y))
    return lines.slice(isRunning(lines[0], heads) ? 1 : 0, isRunning(lines.at(-1), feet) ? -1 : undefined)
  })
}

function runningHeights(pages: readonly Line[][], edge: number, neighbor: number): Set<number> {
  const apart = new Map<number, number>()
  for (const lines of pages) {
    const [line, next] = [lines.at(edge) as Line, lines.at(neighbor) as Line]
    const height = Math.round(line.y)
    if (Math.abs(line.y - next.y) > line.size * 1.8) apart.set(height, (apart.get(height) ?? 0) + 1)
  }
  const minPages = Math.max(minRunningPages, pages.length / 2)
  return new Set([...apart].filter(([, count]) => count >= minPages).map(([height]) => height))
}
