/** A `TextItem` of pdf.js. */
export interface TextItem {
  str: string
  /** Matrix whose last two numbers are the start of the baseline, from the bottom left. */
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

type Direction = 'ltr' | 'rtl'

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Undefined for spaces and marks, which take the surrounding direction. */
function directionOf({ str }: TextItem): Direction | undefined {
  if (rightToLeft.test(str)) return 'rtl'
  return /[\p{L}\p{N}]/u.test(str) ? 'ltr' : undefined
}

const xOf = ({ transform }: TextItem) => transform[4] ?? 0

/**
 * Returns the pieces of a line in reading order. pdf.js reverses the text of each Arabic or Hebrew piece but keeps the
 * drawing order, which some programs start from the left, so the last word comes first. This reverses the display
 * order of the Unicode Bidirectional Algorithm (UAX #9, L2).
 */
export function inReadingOrder(pieces: readonly TextItem[]): readonly TextItem[] {
  const directions = pieces.map(directionOf)
  if (!directions.includes('rtl') || !areDrawnFromLeft(pieces, directions)) return pieces
  const base = baseOf(pieces)
  const resolved = resolve(directions, base)
  const runs: { direction: Direction; pieces: TextItem[] }[] = []
  for (const [index, piece] of pieces.entries()) {
    const direction = resolved[index] as Direction
    const run = runs.at(-1)
    if (run?.direction === direction) run.pieces.push(piece)
    else runs.push({ direction, pieces: [piece] })
  }
  for (const run of runs) if (run.direction === 'rtl') run.pieces.reverse()
  if (base === 'rtl') runs.reverse()
  return runs.flatMap((run) => run.pieces)
}

/** Neutral pieces take the direction shared by both sides (rule N1), or else that of the line. */
function resolve(directions: readonly (Direction | undefined)[], base: Direction): Direction[] {
  let last: Direction | undefined
  const next = directions
    .toReversed()
    .map((direction) => {
      last = direction ?? last
      return last
    })
    .reverse()
  let before: Direction | undefined
  return directions.map((direction, index) => {
    before = direction ?? before
    return before !== undefined && before === next[index] ? before : base
  })
}

/** The direction of most letters in a line. */
function baseOf(pieces: readonly TextItem[]): Direction {
  const letters =
    pieces
      .map(({ str }) => str)
      .join('')
      .match(/\p{L}/gu) ?? []
  return letters.filter((letter) => rightToLeft.test(letter)).length * 2 >= letters.length ? 'rtl' : 'ltr'
}

function areDrawnFromLeft(pieces: readonly TextItem[], directions: readonly (Direction | undefined)[]): boolean {
  const drawn = pieces.filter((_, index) => directions[index] !== undefined).map(xOf)
  const steps = drawn.slice(1).map((x, index) => Math.sign(x - (drawn[index] as number)))
  return steps.reduce((sum, step) => sum + step, 0) > 0
}
