/** A range in a text, in UTF-16 code units. */
export interface CharRange {
  start: number
  end: number
}

export interface Mark extends CharRange {
  entityId: string
}

/** A sentence with sentiment. */
export interface Tone extends CharRange {
  /** Tooltip: the entity and its sentiment. */
  about: string
  isGood: boolean
}

/** A source number at the end of the text that it supports. */
export interface SourceMark {
  number: number
  end: number
}

/** Markdown syntax to hide, and headings to format. */
export interface MarkdownMarks {
  hidden: readonly CharRange[]
  headings: readonly CharRange[]
}

/** A part of an answer’s text with uniform formatting. */
export interface Piece extends CharRange {
  text: string
  entityId: string | undefined
  tones: readonly Tone[]
  isHeading: boolean
  sources: readonly number[]
}

/** Converts code point offsets to UTF-16 offsets. */
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

export function toStretches(text: string, places: readonly { offset: number; length: number }[]): CharRange[] {
  const units = toUnits(
    text,
    places.flatMap(({ offset, length }) => [offset, offset + length]),
  )
  return places.map((_, i) => ({ start: units[2 * i] as number, end: units[2 * i + 1] as number }))
}

interface Given {
  marks: readonly Mark[]
  tones?: readonly Tone[]
  sources: readonly SourceMark[]
  look?: MarkdownMarks
}

/** Splits a text at every start and end, so that each piece has uniform formatting. Hidden text has no piece. */
export function piecesOf(
  text: string,
  { marks, tones = [], sources, look = { hidden: [], headings: [] } }: Given,
): Piece[] {
  const inText = (at: number) => at > 0 && at < text.length
  const cuts = new Set(text === '' ? [] : [0, text.length])
  for (const { start, end } of [...marks, ...tones, ...look.hidden, ...look.headings])
    for (const at of [start, end]) if (inText(at)) cuts.add(at)
  const numbers = Map.groupBy(sources, ({ end }) => end)
  for (const end of numbers.keys()) if (inText(end)) cuts.add(end)
  const markAt = covering(marks)
  const toneAt = covering(tones)
  const hiddenAt = covering(look.hidden)
  const headingAt = covering(look.headings)
  const places = [...cuts].sort((a, b) => a - b)
  const pieces = places.slice(0, -1).map((start, i) => {
    const end = places[i + 1] as number
    const isHidden = hiddenAt(start).length > 0
    return {
      start,
      end,
      text: isHidden ? '' : text.slice(start, end),
      entityId: markAt(start)[0]?.entityId,
      tones: toneAt(start),
      isHeading: headingAt(start).length > 0,
      sources: numbers.get(end)?.map(({ number }) => number) ?? [],
    }
  })
  return pieces.filter(({ text, sources }) => text !== '' || sources.length > 0)
}

/** Returns a lookup of the ranges that cover a position. Call it with increasing positions. */
function covering<T extends CharRange>(stretches: readonly T[]): (at: number) => T[] {
  const pending = stretches.toSorted((a, b) => a.start - b.start)
  let next = 0
  let open: T[] = []
  return (at) => {
    open = open.filter(({ end }) => end > at)
    for (let one = pending[next]; one !== undefined && one.start <= at; one = pending[++next])
      if (one.end > at) open.push(one)
    return open
  }
}

const link = /\[([^\][\n]{1,300})\]\((https?:\/\/[^\s()]{1,2000})(?: "[^"\n]{0,300}")?\)/g

/**
 * Finds Markdown to hide: heading and bold syntax, and targets of links to numbered sources. All other Markdown
 * stays visible.
 */
export function findMarkdownMarks(
  text: string,
  sources: readonly { url: string; position: number }[],
): MarkdownMarks & { sources: SourceMark[] } {
  const hidden: CharRange[] = []
  const found: SourceMark[] = []
  const numberOf = new Map(sources.map(({ url, position }) => [addressOf(url), position]))
  for (const { index, 0: whole, 1: label = '', 2: target = '' } of text.matchAll(link)) {
    const number = numberOf.get(addressOf(target))
    if (number === undefined) continue
    const end = index + whole.length
    hidden.push({ start: index, end: index + 1 }, { start: index + 1 + label.length, end })
    found.push({ number, end })
  }
  for (const { index } of text.matchAll(/\*\*/g)) hidden.push({ start: index, end: index + 2 })
  const headings: CharRange[] = []
  for (const { index, 0: line, 1: mark = '' } of text.matchAll(/^(#{1,6} +)\S.*$/gm)) {
    hidden.push({ start: index, end: index + mark.length })
    headings.push({ start: index + mark.length, end: index + line.length })
  }
  return { hidden, headings, sources: found }
}

/** Normalizes a URL so that tracking parameters do not matter. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  for (const name of [...parsed.searchParams.keys()]) if (name.startsWith('utm_')) parsed.searchParams.delete(name)
  return `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`
}
