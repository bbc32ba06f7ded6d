/** A stretch of a text: UTF-16 units. */
export interface CharRange {
  start: number
  end: number
}

/** A name in an answer. */
export interface Mark extends CharRange {
  entityId: string
}

/** A sentence that judges somebody. */
export interface Tone extends CharRange {
  /** Whom, with what: shown to who points at it. */
  about: string
  isGood: boolean
}

/** The number of a source at the end of what it stands for. */
export interface SourceMark {
  number: number
  end: number
}

/** What of a text’s Markdown is not shown, and what it makes of it. */
export interface MarkdownMarks {
  hidden: readonly CharRange[]
  headings: readonly CharRange[]
}

/** A piece of an answer’s text that is shown in one way. */
export interface Piece extends CharRange {
  text: string
  entityId: string | undefined
  tones: readonly Tone[]
  isHeading: boolean
  /** Numbers of the sources that stand for it, at its end. */
  sources: readonly number[]
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

/** Stretches in UTF-16 units of those that are counted in code points. */
export function toStretches(
  text: string,
  places: readonly { offset: number; length: number }[],
): CharRange[] {
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

/** Cuts a text where anything begins or ends, so that each piece is shown in one way. What is hidden has no piece. */
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

/** Asked for rising places, tells which stretches hold each. */
function covering<T extends CharRange>(stretches: readonly T[]): (at: number) => T[] {
  const waiting = stretches.toSorted((a, b) => a.start - b.start)
  let next = 0
  let open: T[] = []
  return (at) => {
    open = open.filter(({ end }) => end > at)
    for (let one = waiting[next]; one !== undefined && one.start <= at; one = waiting[++next])
      if (one.end > at) open.push(one)
    return open
  }
}

const link = /\[([^\][\n]{1,300})\]\((https?:\/\/[^\s()]{1,2000})(?: "[^"\n]{0,300}")?\)/g

/**
 * What a reader does not see of Markdown: the marks of headings and bold text, and the targets of links to sources that have a
 * number. Whatever else there is stays as it came.
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

/** By which the same page is known whatever an engine hangs on to its address. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  for (const name of [...parsed.searchParams.keys()])
    if (name.startsWith('utm_')) parsed.searchParams.delete(name)
  return `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`
}
