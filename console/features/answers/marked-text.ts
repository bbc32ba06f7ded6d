/** A piece of an answer's text: plain, a name, or the place of a source. Offsets are UTF-16 units. */
export interface Piece {
  start: number
  end: number
  text: string
  entityId: string | undefined
  /** Numbers of the sources that stand for it, at its end. */
  sources: readonly number[]
}

export interface Mark {
  start: number
  end: number
  entityId: string
}

export interface SourceMark {
  number: number
  end: number
}

/** Places in UTF-16 units of those that are counted in code points. */
export function toUnits(text: string, codePoints: readonly number[]): number[] {
  const wanted = new Set(codePoints)
  const found = new Map<number, number>()
  let point = 0
  let unit = 0
  for (const character of text) {
    if (wanted.has(point)) found.set(point, unit)
    point++
    unit += character.length
  }
  return codePoints.map((at) => found.get(at) ?? unit)
}

/** Cuts a text where names begin and end and where sources stand, so that each piece is shown in one way. */
export function piecesOf(text: string, marks: readonly Mark[], sources: readonly SourceMark[]): Piece[] {
  const inText = (at: number) => at > 0 && at < text.length
  const cuts = new Set([0, text.length])
  for (const { start, end } of marks) for (const at of [start, end]) if (inText(at)) cuts.add(at)
  for (const { end } of sources) if (inText(end)) cuts.add(end)
  const places = [...cuts].sort((a, b) => a - b)
  return places.slice(0, -1).map((start, i) => {
    const end = places[i + 1] as number
    return {
      start,
      end,
      text: text.slice(start, end),
      entityId: marks.find((mark) => mark.start <= start && end <= mark.end)?.entityId,
      sources: sources.filter((source) => source.end === end).map(({ number }) => number),
    }
  })
}
