import type { VisibleText } from '../markdown/visible-text.ts'
import { isCommonWord } from '../mentions/common-words.ts'
import table from '../mentions/text-language.json' with { type: 'json' }
import { isFunctionWord } from '../mentions/text-language.ts'
import { addRun, foldWord, isInSentence, type NameNode, newNode, spellingOf } from './name-tree.ts'
import { readNameWords } from './name-words.ts'

export interface NamedAnswer {
  source: string
  visible: VisibleText
  /** Sites that it cites, from `siteDomain`. */
  domains: readonly string[]
}

/** A name in answers that may be a brand. */
export interface BrandName {
  name: string
  /** Answers that list, emphasize or link it. */
  answers: number
  score: number
}

/** Function words at the start of names. */
const articles = new Set(table.articles.split(' '))
/** An ordinary word with a lower rarity is not a name on its own. */
const minRarity = 0.5
/** A word written in lowercase this often is an ordinary word of some language. */
const oftenLowercase = 30
/** Uses as a name required before an ordinary word counts as one. */
const priorUses = 5
/** A beginning is a name if at least this share of its runs ends there. */
const aloneShare = 0.05
/** It is not a name if more than this share of the longer runs continues with the same word. */
const dominantShare = 0.8
/** Limits for headings: words that often stand alone and are rarely in a sentence. */
const manyRuns = 50
const headingShare = 0.1
/** It is a name if at least this share continues with a model number. */
const numberShare = 0.3

/**
 * Finds unknown brands without a dictionary. Product names are what answers list, emphasize or link. In the
 * tree of their words, a brand is the shortest beginning that is the name of a cited site, stands alone,
 * continues with a model number or in several ways, or is not an ordinary word. Time and memory depend on the
 * number of distinct runs, not of answers.
 */
export function createBrandNameFinder() {
  const root = newNode([])
  const words = createWordCounts()
  const sites = new Map<string, number>()
  let answers = 0
  return {
    add({ source, visible, domains }: NamedAnswer) {
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
    /** The names in all answers so far, the most probable brands first. */
    names(limit: number): BrandName[] {
      const state: State = { sites, words }
      return [...root.children.values()]
        .flatMap((node) => beginnings(node, state))
        .flatMap((node) => brandOf(node, state))
        .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
        .slice(0, limit)
    },
  }
}

interface State {
  /** The number of answers that cite a site, by the site's name. */
  sites: ReadonlyMap<string, number>
  words: WordCounts
}

type WordCounts = ReturnType<typeof createWordCounts>

const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const siteLabel = (domain: string) => lettersOf(domain.split('.')[0] ?? '')
const isUncommon = (word: string) => /\p{L}/u.test(word) && !isCommonWord(word)

/** Counts the spellings of words in the answers. */
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
     * From 0 to 1, how rarely a word is anything but a name. For an ordinary word, often written in
     * lowercase, only uses in sentences and lists count.
     */
    rarity(word: string): number {
      const other = small.get(word) ?? 0
      const isOrdinary = isCommonWord(word)
      const uses = (isOrdinary || other >= oftenLowercase ? named : capital).get(word) ?? 0
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
    if (isCommonWord(first) && state.words.rarity(first) < minRarity) return isAlone ? [node, ...more()] : more()
  }
  const isName =
    siteAnswers(node, state) > 0 || isAlone || goesOnWithNumber || (!isCommonWord(first) && first.length > 2)
  const branches = children.length > 1 && (next?.runs ?? 0) < dominantShare * goingOn
  return isName || branches ? [node] : more()
}

const sumOf = (nodes: readonly NameNode[]) => nodes.reduce((sum, { runs }) => sum + runs, 0)
const siteAnswers = ({ words }: NameNode, { sites }: State) => sites.get(lettersOf(words.join(''))) ?? 0

/** The brand of a node, unless it is a number, word or heading, or a publisher cited with each mention. */
function brandOf(node: NameNode, state: State): BrandName[] {
  const { words, children, heads, headEnds, headAnswers, answers, runs, labels, inSentences } = node
  if (headAnswers < 1 || answers < 2 || (headAnswers < 2 && answers < 3)) return []
  if (!/\p{L}|\d{3}/u.test(words.join(''))) return []
  const rarity = rarityOf(node, state)
  const standsAlone = headEnds > heads / 2
  const isPhrase = [...children].some(
    ([word, child]) =>
      child.runs > dominantShare * runs && (isFunctionWord(word) || state.words.rarity(word) < minRarity),
  )
  const isHeading = (standsAlone || isPhrase) && runs >= manyRuns && inSentences < headingShare * runs
  if (rarity < minRarity || isHeading) return []
  const cited = standsAlone ? Math.min(1, siteAnswers(node, state) / answers) : 0
  const score = headAnswers * rarity ** 2 * (1 - labels / heads) * Math.sqrt(heads / runs) * (1 - cited) ** 2
  return score > 0 ? [{ name: spellingOf(node), answers: headAnswers, score }] : []
}

/** Several ordinary words are a name only if sentences use them together: `Capital One`. */
function rarityOf({ words, inSentences }: NameNode, state: State): number {
  if (words.length > 1 && words.every(isCommonWord)) return inSentences / (inSentences + priorUses)
  return Math.max(...words.map((word) => (isFunctionWord(word) ? 0 : state.words.rarity(word))))
}
