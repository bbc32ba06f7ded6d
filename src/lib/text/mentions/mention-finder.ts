import { type Automaton, buildAutomaton } from '../automaton.ts'
import { candidateReader, type Hit } from './candidates.ts'
import { foldCodePoint, foldTables, SEVERAL, UNIT } from './folding.ts'
import { type FinderEntity, patternsByUnits } from './name-patterns.ts'
import { sourceChips } from './source-chips.ts'

export type { Hit } from './candidates.ts'
export type { FinderEntity } from './name-patterns.ts'

/** Finds the mentions in a visible text, ordered by start, then entity. */
export type MentionFinder = (text: string) => Hit[]

/**
 * Creates a finder of all names, aliases and domains of the entities. What counts as a mention:
 *
 * - the name in any letter case, with or without diacritics, with other separators (space, dash, dot) or
 *   none, its "&" as "and", between word boundaries (`word-boundary.ts`, `folding.ts`, `name-patterns.ts`);
 * - the domain, also with a subdomain; no name in another domain or an email address (`host-name.ts`);
 * - no source chips (`source-chips.ts`), and nothing inside a phrase that the entity excludes;
 * - of overlapping mentions the leftmost, then the longest; if entities have the same name, all of them.
 *
 * Scans the text once, whatever the number of names: its letters drive one Aho-Corasick automaton, which
 * separators do not change; the text between the letters is checked where a name ends.
 */
export function compileMentionFinder(entities: readonly FinderEntity[]): MentionFinder {
  const byUnits = patternsByUnits(entities)
  if (byUnits.size === 0) return () => []
  const automaton = buildAutomaton([...byUnits.keys()])
  const symbolOf = symbolTable(automaton)
  const candidates = candidateReader([...byUnits.values()], automaton)
  const { transitions, next, symbols, pause } = automaton

  /** Consumes all units of a code point; a name can only end after the last one. */
  const nextOfSeveral = (position: number, codePoint: number): number => {
    const units = foldCodePoint(codePoint)
    let reached = position
    for (let i = 0; i < units.length; i++) {
      reached = next(reached < 0 ? ~reached : reached, symbols.get(units.charCodeAt(i)) ?? 0)
    }
    return reached
  }

  return (text) => {
    const found = candidates(text)
    const rows = transitions
    const rowsEnd = transitions.length
    const symbolAt = symbolOf
    const length = text.length
    let position = 0
    for (let i = 0; i < length; i++) {
      const symbol = symbolAt[text.charCodeAt(i)] as number
      position = position < rowsEnd ? (rows[position + symbol] as number) : next(position, symbol)
      if (position >= 0) continue
      position = ~position
      if (symbol === pause) {
        const codePoint = text.codePointAt(i) as number
        position = nextOfSeveral(position, codePoint)
        if (codePoint > 0xffff) i++
        if (position >= 0) continue
        position = ~position
      }
      found.endAt(i + 1, position)
    }
    return leftmostLongest(outsideChips(text, outsideExcluded(withInflected(found))))
  }
}

/** All hits. A word that is another entity's name does not count as an inflected form. */
function withInflected({ hits, inflected }: { hits: Hit[]; inflected: Hit[] }): Hit[] {
  if (inflected.length === 0) return hits
  const names = new Set(hits.map(({ start, end }) => `${start} ${end}`))
  return [...hits, ...inflected.filter(({ start, end }) => !names.has(`${start} ${end}`))]
}

/** The hits outside the phrases that their entities exclude. */
function outsideExcluded(hits: Hit[]): Hit[] {
  const excluded = hits.filter(({ entity }) => entity < 0)
  if (excluded.length === 0) return hits
  const places = new Set<string>()
  for (const { entity, start, end } of excluded) for (let i = start; i < end; i++) places.add(`${-entity} ${i}`)
  const isExcluded = ({ entity, start, end }: Hit) =>
    places.has(`${entity} ${start}`) && places.has(`${entity} ${end - 1}`)
  return hits.filter((hit) => hit.entity > 0 && !isExcluded(hit))
}

function outsideChips(text: string, hits: Hit[]): Hit[] {
  if (hits.length === 0 || !text.includes('+')) return hits
  const inChip = new Set<number>()
  for (const { start, end } of sourceChips(text)) for (let i = start; i < end; i++) inChip.add(i)
  return hits.filter(({ start, end }) => !inChip.has(start) && !inChip.has(end - 1))
}

/** Of overlapping hits the leftmost, then the longest; with all entities at the same place. */
function leftmostLongest(hits: Hit[]): Hit[] {
  if (hits.length < 2) return hits
  hits.sort((a, b) => a.start - b.start || b.end - a.end || a.entity - b.entity)
  const kept: Hit[] = []
  let last: Hit | undefined
  for (const hit of hits) {
    const isApart = last === undefined || hit.start >= last.end
    const isShared = hit.start === last?.start && hit.end === last.end && hit.entity !== last.entity
    if (!isApart && !isShared) continue
    kept.push(hit)
    last = hit
  }
  return kept
}

/** The automaton's symbol for each UTF-16 unit of a text. */
function symbolTable({ symbols, stay, pause }: Automaton): Uint16Array {
  const { kinds, foldedUnits } = foldTables()
  const symbolOf = new Uint16Array(0x10000)
  const ofUnit = new Uint16Array(0x10000)
  for (const [unit, symbol] of symbols) ofUnit[unit] = symbol
  for (let unit = 0; unit < 0x10000; unit++) {
    const folded = foldedUnits[unit] as number
    if (kinds[unit] !== UNIT) symbolOf[unit] = stay
    else symbolOf[unit] = folded === SEVERAL ? pause : (ofUnit[folded] as number)
  }
  return symbolOf
}
