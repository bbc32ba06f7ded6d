import type { Automaton } from '../automaton.ts'
import { foldCodePoint, foldTables, SEVERAL, UNIT, unitsWithCase } from './folding.ts'
import { type HostReader, hostReader, isWholeDomain } from './host-name.ts'
import { isBehindParticle, isBehindPreposition, isJoinedBefore } from './joined-particles.ts'
import { isSpeltAlike } from './letters.ts'
import { isNameInContext } from './name-context.ts'
import { type Gap, gapMatches, gapShape, type NamePattern } from './name-patterns.ts'
import { type LanguageReader, languageReader } from './text-language.ts'
import { isWordAt, mayEnd, mayStart } from './word-boundary.ts'
import { behindDiacritics, endingAt, formAt, mayEndSo, type Word, wordEndAt } from './word-forms.ts'

/** A mention: text.slice(start, end) names the entity. */
export interface Hit {
  entity: number
  start: number
  end: number
}

interface Candidates {
  /** All hits so far at word boundaries, including overlapping ones. */
  hits: Hit[]
  /** Hits of inflected names. */
  inflected: Hit[]
  /** Checks the names that end before `end`, where the automaton is at `position`. */
  endAt(end: number, position: number): void
}

/**
 * Checks the matches of the automaton: whether their letters are a name between word boundaries.
 * @param patterns the spellings of each pattern of the automaton
 */
export function candidateReader(
  patterns: readonly (readonly NamePattern[])[],
  { patternsAt }: Automaton,
): (text: string) => Candidates {
  const lengths = Int32Array.from(patterns, (spellings) => spellings[0]?.units.length ?? 0)
  const trace: Trace = { starts: new Int32Array(lengths.reduce((a, b) => Math.max(a, b), 0) + 1), gaps: [] }

  return (text) => {
    const hits: Hit[] = []
    const inflected: Hit[] = []
    const hosts = hostReader(text)
    const languages = languageReader(text)
    return {
      hits,
      inflected,
      endAt(end, position) {
        const isInside = isInsideWord(text, end) || !mayEnd(text, end)
        const ending = isInside ? endingAt(text, end) : ''
        if (ending === undefined) return
        const found = patternsAt(position)
        if (ending !== '' && !found.some((pattern) => patterns[pattern]?.some((one) => mayEndSo(one, ending)))) return
        const last = behindDiacritics(text, end)
        const wordEnd = ending === '' ? last : wordEndAt(text, last)
        // The longest name comes first: its trace includes those of all others.
        traceBack(trace, text, end, lengths[found[0] as number] as number)
        for (const pattern of found) {
          const length = lengths[pattern] as number
          const start = trace.starts[length] as number
          if (start < 0) continue
          const isApart = mayStart(text, start)
          if (!isApart && !isJoinedBefore(text, start)) continue
          for (const spelling of patterns[pattern] as readonly NamePattern[]) {
            if (!mayEndSo(spelling, ending) || !gapsMatch(spelling, text, trace.gaps)) continue
            if (!beginsWord(spelling, text, start, isApart)) continue
            const word = { text, start, end: last, wordEnd, ending }
            const form = formAt(spelling, word, languages)
            if (form === undefined) continue
            if (form === 'plain') word.wordEnd = last
            const first = nameStart(spelling, word, hosts, languages)
            if (first < 0) continue
            const hit = { entity: spelling.entity, start: first, end: word.wordEnd }
            if (form === 'inflected') inflected.push(hit)
            else hits.push(hit)
          }
        }
      },
    }
  }
}

/** Whether a name starts at a word boundary, or after a particle that its script joins to it. */
function beginsWord(spelling: NamePattern, text: string, start: number, isApart: boolean): boolean {
  if (spelling.isWithoutArticle) return !isApart && isBehindPreposition(text, start)
  return isApart || isBehindParticle(text, start, spelling.units.length)
}

/** A fast check for most candidates: no name ends between two ASCII letters or digits. */
function isInsideWord(text: string, end: number): boolean {
  return isAsciiWord(text.charCodeAt(end)) && isAsciiWord(text.charCodeAt(end - 1))
}

function isAsciiWord(unit: number): boolean {
  const lower = unit | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

/** The positions of a name's units and gaps, traced back from its end. */
interface Trace {
  /** By number of units from the end: that unit's start, or -1 if it is not the first of its character. */
  starts: Int32Array
  /** Last to first. */
  gaps: Gap[]
}

// No name extends across a wider gap, which limits the trace.
const widestGap = 32

function traceBack(trace: Trace, text: string, end: number, wanted: number): void {
  const { kinds, foldedUnits } = foldTables()
  trace.gaps.length = 0
  let units = 0
  let gapTo = end
  for (let i = end - 1; units < wanted; i--) {
    const unit = text.charCodeAt(i)
    let count = kinds[unit] === UNIT ? 1 : 0
    let start = i
    if (count === 1 && foldedUnits[unit] === SEVERAL) {
      if ((unit & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) start--
      count = foldCodePoint(text.codePointAt(start) as number).length
    }
    if (count > 0) {
      if (gapTo > i + 1) addGap(trace, text, i + 1, gapTo, units)
      for (let within = 1; within < count; within++) trace.starts[units + within] = -1
      units += count
      trace.starts[units] = start
      gapTo = start
    } else if (i < 0 || gapTo - start > widestGap) {
      trace.starts.fill(-1, units + 1)
      return
    }
    i = start
  }
}

function addGap(trace: Trace, text: string, from: number, to: number, unitsBehind: number): void {
  const shape = gapShape(text, from, to)
  if (shape !== '') trace.gaps.push({ from, to, shape, unitsBehind })
}

function gapsMatch(pattern: NamePattern, text: string, gaps: readonly Gap[]): boolean {
  let inside = 0
  for (const gap of gaps) {
    if (gap.unitsBehind >= pattern.units.length) break
    if (!gapMatches(pattern, text, gap)) return false
    inside++
  }
  return !pattern.needsGaps || inside === pattern.gaps.size
}

/**
 * Whether a name has its letter case: as given, or if allowed with a capital first letter (`MINI` for Mini),
 * except in a heading in all capitals.
 */
function hasCase({ cased, takesCapitals }: NamePattern, { text, start, end, wordEnd }: Word): boolean {
  const written = text.slice(start, end)
  if (unitsWithCase(written) === cased) return true
  const isInHeading = /^ ?\p{Lu}{2}/u.test(text.slice(wordEnd, wordEnd + 3))
  return takesCapitals && /^\P{L}*\p{Lu}/u.test(written) && !isInHeading
}

/** The start of the name whose first unit is at `start`; -1 if it is not a name. */
function nameStart(pattern: NamePattern, word: Word, hosts: HostReader, languages: LanguageReader): number {
  const { text, start, wordEnd } = word
  if (pattern.isDomain) return isWholeDomain(text, start, wordEnd) ? start : -1
  if (pattern.cased !== undefined && !hasCase(pattern, word)) return -1
  if (pattern.units.length === 1 && isPartOfSign(text, start, wordEnd)) return -1
  if (pattern.inContext && !isNameInContext(text, start, wordEnd, languages)) return -1
  if (pattern.isShortWord && endsCompound(text, start)) return -1
  if (hosts.isInsideOther(start, wordEnd, pattern.hasDomain, pattern.hasDot)) return -1
  if (!isSpeltRight(pattern, word, languages)) return -1
  if (!pattern.leadingDot) return start
  const dot = start - 1
  return text.charAt(dot) === '.' && !isWordAt(text, dot - 1) && text.charAt(dot - 1) !== '.' ? dot : -1
}

/** A single letter is not a name if signs follow or precede it: `C++`, `F#`, `R&D`, `X-ray`. */
function isPartOfSign(text: string, start: number, end: number): boolean {
  if (/[+#]/.test(text.charAt(end))) return true
  return (
    (/[&‐‑-]/.test(text.charAt(end)) && isWordAt(text, end + 1)) ||
    (/[&‐‑-]/.test(text.charAt(start - 1)) && isWordAt(text, start - 2))
  )
}

/** A short word is not a name at the end of a compound: `Slip-On`, `hands-on`. */
function endsCompound(text: string, start: number): boolean {
  return /[‐‑-]/.test(text.charAt(start - 1)) && isWordAt(text, start - 2)
}

function isSpeltRight(
  { spelling, isExact }: NamePattern,
  { text, start, end }: Word,
  languages: LanguageReader,
): boolean {
  if (spelling === undefined) return true
  if (spelling.isAscii && isAscii(text, start, end)) return true
  return isSpeltAlike(spelling, text.slice(start, end), isExact, () => languages.languageAt(start))
}

function isAscii(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}
