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
 * Makes a finder of all names, aliases and domains of the entities. What counts as a mention:
 *
 * - the name in any letter case, with or without diacritics, its separators (space, dash, dot) written as any other
 *   separator or left out, its "&" as "and", between word boundaries (`word-boundary.ts`, `folding.ts`, `name-patterns.ts`);
 * - the domain, also below a subdomain; but no name inside the domain of another site or an e-mail address (`host-name.ts`);
 * - no chip of a source (`source-chips.ts`);
 * - of overlapping mentions the leftmost, of those the longest; entities with the same name are all mentioned.
 *
 * One pass over the text, whatever the number of names: the letters go through one Aho-Corasick automaton, in which
 * separators change nothing; what stood between the letters is looked at where a name ends.
 */
export function compileMentionFinder(entities: readonly FinderEntity[]): MentionFinder {
  const byUnits = patternsByUnits(entities)
  if (byUnits.size === 0) return () => []
  const automaton = buildAutomaton([...byUnits.keys()])
  const symbolOf = symbolTable(automaton)
  const candidates = candidateReader([...byUnits.values()], automaton)
  const { transitions, next, symbols, pause } = automaton

  /** Takes all units of one code point; only after the last of them may a name end. */
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
    return leftmostLongest(outsideChips(text, withInflected(found)))
  }
}

/** All hits; a word that is another entity's name is no other case of one. */
function withInflected({ hits, inflected }: { hits: Hit[]; inflected: Hit[] }): Hit[] {
  if (inflected.length === 0) return hits
  const names = new Set(hits.map(({ start, end }) => `${start} ${end}`))
  return [...hits, ...inflected.filter(({ start, end }) => !names.has(`${start} ${end}`))]
}

/** The hits that stand in no chip of a source. */
function outsideChips(text: string, hits: Hit[]): Hit[] {
  if (hits.length === 0 || !text.includes('+')) return hits
  const inChip = new Set<number>()
  for (const { start, end } of sourceChips(text)) for (let i = start; i < end; i++) inChip.add(i)
  return hits.filter(({ start, end }) => !inChip.has(start) && !inChip.has(end - 1))
}

/** Of overlapping hits the leftmost, of those the longest; all entities that share its very place. */
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

/** For each UTF-16 unit of a text, the symbol that the automaton takes. */
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
