import type { VisibleText } from '../markdown/visible-text.ts'
import { isCommonWord } from '../mentions/common-words.ts'
import { isFunctionWord } from '../mentions/text-language.ts'
import { addRun, foldWord, isInSentence, type NameNode, newNode, spellingOf } from './name-tree.ts'
import { readNameWords } from './name-words.ts'

/** An answer that names are looked for in. */
export interface NamedAnswer {
  source: string
  visible: VisibleText
  /** Sites that it cites, as of `siteDomain`. */
  domains: readonly string[]
}

/** A name that answers list and that may be a brand's. */
export interface BrandName {
  name: string
  /** Answers that list, mark or link it. */
  answers: number
  score: number
}

export interface BrandNameFinder {
  add(answer: NamedAnswer): void
  /** What was found in all answers until now, the likeliest brands first. */
  names(limit: number): BrandName[]
}

/** Function words that names begin with. */
const articles = new Set([
  'the',
  'le',
  'la',
  'les',
  'el',
  'los',
  'las',
  'il',
  'de',
  'der',
  'die',
  'das',
  'van',
])
/** A word of the language whose uses as a name are rarer than this is none by itself. */
const leastRarity = 0.5
/** A word that is written in lower case so often is an ordinary one of some language. */
const oftenSmall = 30
/** Uses as a name that are needed before an ordinary word passes for one. */
const priorUses = 5
/** A beginning is a name where at least this share of its runs ends there. */
const aloneShare = 0.05
/** It is none where more than this share of what goes on does so with one word. */
const dominantShare = 0.8
/** Of what stands alone so often and in hardly any sentence, answers make headings. */
const manyRuns = 50
const headingShare = 0.1
/** It is one where at least this share goes on with a model's number. */
const numberShare = 0.3

/**
 * Looks for brands that nobody has named, without a dictionary. What answers list, mark or link are names of products; in
 * the tree of their words a brand is the shortest beginning that is the name of a cited site, stands alone, goes on with a
 * model's number or in several ways, or is a word that is no ordinary one. Counts in proportion to the different runs of
 * words, whatever the number of answers.
 */
export function createBrandNameFinder(): BrandNameFinder {
  const root = newNode([])
  const words = createWordCounts()
  const sites = new Map<string, number>()
  let answers = 0
  return {
    add({ source, visible, domains }) {
      const { runs, small } = readNameWords(source, visible)
      for (const word of small) words.addSmall(word)
      for (const label of new Set(domains.map(siteLabel))) increase(sites, label)
      for (const run of runs) {
        addRun(root, run, answers)
        for (const word of run.words) words.addCapital(word, isInSentence(run))
        const [first = '', second] = run.words
        if (run.isHead && second !== undefined && isUncommon(second)) words.addNamed(first)
      }
      answers++
    },
    names(limit) {
      const state: State = { sites, words }
      return [...root.children.values()]
        .flatMap((node) => beginnings(node, state))
        .flatMap((node) => judged(node, state))
        .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
        .slice(0, limit)
    },
  }
}

interface State {
  /** Answers that cite sites, by what the sites are called. */
  sites: ReadonlyMap<string, number>
  words: WordCounts
}

type WordCounts = ReturnType<typeof createWordCounts>

const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const siteLabel = (domain: string) => lettersOf(domain.split('.')[0] ?? '')
const isUncommon = (word: string) => /\p{L}/u.test(word) && !isCommonWord(word)

/** How words are written in the answers. */
function createWordCounts() {
  const small = new Map<string, number>()
  const capital = new Map<string, number>()
  const named = new Map<string, number>()
  return {
    addSmall: (word: string) => increase(small, foldWord(word)),
    addCapital(word: string, inSentence: boolean) {
      increase(capital, foldWord(word))
      if (inSentence) increase(named, foldWord(word))
    },
    addNamed: (word: string) => increase(named, foldWord(word)),
    /**
     * From 0 to 1, how seldom a word is anything but a name: of an ordinary one, which is often written in lower case, only
     * uses count that a sentence has, or a list.
     */
    rarity(word: string): number {
      const other = small.get(word) ?? 0
      const isOrdinary = isCommonWord(word)
      const uses = (isOrdinary || other >= oftenSmall ? named : capital).get(word) ?? 0
      return uses / Math.max(1, uses + other + (isOrdinary ? priorUses : 0))
    },
  }
}

/** The nodes from this one on that may be brands. */
function beginnings(node: NameNode, state: State): NameNode[] {
  const children = [...node.children.values()]
  const next = children.reduce<NameNode | undefined>(
    (most, one) => (one.runs > (most?.runs ?? 0) ? one : most),
    undefined,
  )
  const more = () => children.flatMap((child) => beginnings(child, state))
  if (node.words.at(-1) === 'and') return more()
  const goingOn = node.runs - node.ends
  const isAlone = node.ends / node.runs >= aloneShare
  const [first = ''] = node.words
  if (!isAlone && next !== undefined && next.runs > goingOn / 2) {
    if (next.words.at(-1) === 'and') return more()
    if (siteAnswers(node, state) === 0 && siteAnswers(next, state) > 0) return beginnings(next, state)
  }
  const goesOnWithNumber =
    sumOf(children.filter(({ words }) => /\d/.test(words.at(-1) as string))) > numberShare * node.runs
  if (node.words.length === 1 && !goesOnWithNumber) {
    if (isFunctionWord(first)) return articles.has(first) ? more() : []
    if (isCommonWord(first) && state.words.rarity(first) < leastRarity)
      return isAlone ? [node, ...more()] : more()
  }
  const isName =
    siteAnswers(node, state) > 0 || isAlone || goesOnWithNumber || (!isCommonWord(first) && first.length > 2)
  const branches = children.length > 1 && (next?.runs ?? 0) < dominantShare * goingOn
  return isName || branches ? [node] : more()
}

const sumOf = (nodes: readonly NameNode[]) => nodes.reduce((sum, { runs }) => sum + runs, 0)
const siteAnswers = ({ words }: NameNode, { sites }: State) => sites.get(lettersOf(words.join(''))) ?? 0

/** The brand that a node may be, or nothing: a number, a word or heading, a publisher that is cited wherever it is named. */
function judged(node: NameNode, state: State): BrandName[] {
  const { words, children, heads, headEnds, headAnswers, answers, runs, labels, inSentences } = node
  if (headAnswers < 1 || answers < 2 || (headAnswers < 2 && answers < 3)) return []
  if (!/\p{L}|\d{3}/u.test(words.join(''))) return []
  const rarity = rarityOf(node, state)
  const standsAlone = headEnds > heads / 2
  const isPhrase = [...children].some(
    ([word, child]) =>
      child.runs > dominantShare * runs && (isFunctionWord(word) || state.words.rarity(word) < leastRarity),
  )
  const isHeading = (standsAlone || isPhrase) && runs >= manyRuns && inSentences < headingShare * runs
  if (rarity < leastRarity || isHeading) return []
  const cited = standsAlone ? Math.min(1, siteAnswers(node, state) / answers) : 0
  const score = headAnswers * rarity ** 2 * (1 - labels / heads) * Math.sqrt(heads / runs) * (1 - cited) ** 2
  return score > 0 ? [{ name: spellingOf(node), answers: headAnswers, score }] : []
}

/** Of several ordinary words only their uses together within sentences tell that they are a name: `Capital One`. */
function rarityOf({ words, inSentences }: NameNode, state: State): number {
  if (words.length > 1 && words.every(isCommonWord)) return inSentences / (inSentences + priorUses)
  return Math.max(...words.map((word) => (isFunctionWord(word) ? 0 : state.words.rarity(word))))
}
