import '../../lib/threads/lower-priority.ts'
import { createBrandNameFinder } from '../../lib/text/brand-names/brand-names.ts'
import { readVisibleText, type VisibleText } from '../../lib/text/markdown/visible-text.ts'
import { isCommonWord } from '../../lib/text/mentions/common-words.ts'
import { isFindable } from '../../lib/text/mentions/findable-name.ts'
import { compileMentionFinder, type FinderEntity } from '../../lib/text/mentions/mention-finder.ts'
import { createNameMatcher } from './name-matcher.ts'
import terms from './terms.json' with { type: 'json' }
import units from './units.json' with { type: 'json' }

export interface SearchedAnswer {
  id: string
  engine: string
  prompt: number
  executedAt: string
  text: string
  /** Cited sites. */
  domains: readonly string[]
}

export interface SearchTask {
  /** Newest first. */
  answers: readonly SearchedAnswer[]
  brand: { names: readonly string[]; domain: string | null }
  /** Names of competitors and of the brand's products. */
  taken: readonly string[]
}

export interface Quote {
  execution_id: string
  engine: string
  executed_at: string
  /** The sentence or line, truncated around the name. */
  text: string
}

/** A brand name in answers that is not tracked. */
export interface FoundName {
  name: string
  /** Answers that mention it, counted as for a competitor. */
  answers: number
  answersWithBrand: number
  engines: string[]
  quotes: Quote[]
  firstSeenAt: string
  lastSeenAt: string
}

export interface FoundNames {
  /**
   * Most likely competitors first: by the probability of a brand, and the share of its answers that also mention ours.
   * Substitutes are listed together.
   */
  names: FoundName[]
  answersNamingBrand: number
}

/** Maximum names to return. */
const maxNames = 200
/** Maximum candidates to count. Some are in only one answer. */
const maxCandidates = 300
const minAnswers = 2
const maxNameLength = 100
const shownQuotes = 3
/** Maximum characters of a quote before and after the name. */
const quoteReach = 130

/** Numbers with a unit: `8GB`, `13.3-inch`, `2-minute`. */
const quantity = new RegExp(`^\\d+([.,]\\d+)?[\\s-]?(${units.join('|')})s?$`, 'i')

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Technical terms that products share, also with a version: `GPS`, `USB-C`, `HDMI 2.1`. */
const isTerm = (name: string) => terms.includes(lettersOf(name).replace(/\d+$/, ''))

const brandEntity = 1
const takenEntity = 2
const firstCandidate = 3

/** Finds untracked brands in answers. Reads each answer twice: to find names and to count mentions. */
export function findNames({ answers, brand, taken }: SearchTask): FoundNames {
  const finder = createBrandNameFinder()
  for (const { text, domains } of answers) finder.add({ source: text, visible: readVisibleText(text), domains })
  const isTaken = createNameMatcher([...brand.names, ...taken])
  const spelled = new Set<string>()
  const found = finder.names(maxCandidates).filter(({ name }) => {
    // `De'Longhi` and `DeLonghi` are one name.
    const isNew = !spelled.has(lettersOf(name))
    spelled.add(lettersOf(name))
    return (
      isNew &&
      name.length <= maxNameLength &&
      isFindable(name) &&
      !quantity.test(name) &&
      !isTerm(name) &&
      !isTaken(name)
    )
  })
  const candidates = found.map(({ name }) => name)
  const entity = (number: number, names: readonly string[]): FinderEntity => ({
    ...{ entity: number, names: [...names], domain: null, caseSensitive: false },
    inContext: number >= firstCandidate && names.some(isCommonWord),
  })
  const find = compileMentionFinder([
    { ...entity(brandEntity, brand.names), domain: brand.domain },
    entity(takenEntity, taken),
    ...candidates.map((name, index) => entity(firstCandidate + index, [name])),
  ])
  const uses = candidates.map(() => [] as Use[])
  let answersNamingBrand = 0
  for (const answer of answers) {
    const visible = readVisibleText(answer.text)
    const firsts = new Map<number, { start: number; end: number }>()
    for (const hit of find(visible.text)) if (!firsts.has(hit.entity)) firsts.set(hit.entity, hit)
    const withBrand = firsts.has(brandEntity)
    if (withBrand) answersNamingBrand++
    for (const [number, hit] of firsts) {
      const name = candidates[number - firstCandidate]
      // Engines name their own service in their answers: `Google` in AI Mode.
      if (name !== undefined && !lettersOf(answer.engine).startsWith(lettersOf(name)))
        uses[number - firstCandidate]?.push({ answer, withBrand, text: quoteAt(visible, hit) })
    }
  }
  const names = found.flatMap(({ name, score }, index) =>
    summarizeUses(name, uses[index] ?? []).map((one) => ({ one, rank: (score * one.answersWithBrand) / one.answers })),
  )
  // A stable sort: names that are never mentioned with the brand stay in the order of the finder.
  const ranked = names.sort((a, b) => b.rank - a.rank).map(({ one }) => one)
  return { names: ranked.slice(0, maxNames), answersNamingBrand }
}

/** An answer that mentions a candidate. */
interface Use {
  answer: SearchedAnswer
  withBrand: boolean
  text: string
}

function summarizeUses(name: string, uses: readonly Use[]): FoundName[] {
  const [newest] = uses
  if (newest === undefined || uses.length < minAnswers) return []
  const times = uses.map(({ answer }) => answer.executedAt).sort()
  return [
    {
      name,
      answers: uses.length,
      answersWithBrand: uses.filter(({ withBrand }) => withBrand).length,
      engines: [...new Set(uses.map(({ answer }) => answer.engine))].sort(),
      quotes: quotesOf(uses),
      firstSeenAt: times[0] as string,
      lastSeenAt: times.at(-1) as string,
    },
  ]
}

/** The newest quotes, of different prompts if possible. */
function quotesOf(uses: readonly Use[]): Quote[] {
  const prompts = new Set<number>()
  const isOther = ({ answer: { prompt } }: Use) => !prompts.has(prompt) && prompts.add(prompt) !== undefined
  const [first, more] = [[] as Use[], [] as Use[]]
  for (const use of uses) (isOther(use) ? first : more).push(use)
  return [...first, ...more].slice(0, shownQuotes).map(({ answer, text }) => ({
    execution_id: answer.id,
    engine: answer.engine,
    executed_at: answer.executedAt,
    text,
  }))
}

function quoteAt({ text }: VisibleText, { start, end }: { start: number; end: number }): string {
  const before = text.slice(Math.max(0, start - quoteReach), start)
  const behind = text.slice(end, end + quoteReach)
  const opening = Math.max(
    before.lastIndexOf('\n'),
    ...[...before.matchAll(/[.!?] (?=\p{Lu})/gu)].map(({ index }) => index + 1),
  )
  const closing = /\n|[.!?](?= \p{Lu}|\s*$)/u.exec(behind)
  const isCutBefore = opening === -1 && start > quoteReach
  const isCutBehind = closing === null && end + quoteReach < text.length
  const stop = closing === null ? behind.length : closing.index + (closing[0] === '\n' ? 0 : 1)
  const quote = before.slice(opening + 1) + text.slice(start, end) + behind.slice(0, stop)
  const words = quote.replace(isCutBefore ? /^\S*\s/ : /^\s+/, '').replace(isCutBehind ? /\s\S*$/ : /\s+$/, '')
  return `${isCutBefore ? '… ' : ''}${words.trim()}${isCutBehind ? ' …' : ''}`.toWellFormed()
}
