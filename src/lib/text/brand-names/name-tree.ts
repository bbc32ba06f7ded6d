import { isCommonWord } from '../mentions/common-words.ts'
import type { Run } from './name-words.ts'

/** A prefix of runs, with its statistics in the answers. */
export interface NameNode {
  /** Folded. */
  words: string[]
  children: Map<string, NameNode>
  /** Its spellings and their frequency. */
  spellings: Map<string, number>
  /** Runs that begin with it, and runs that end there. */
  runs: number
  ends: number
  /** Of these, the heads. */
  heads: number
  headEnds: number
  /** Heads followed by a colon, directly or after ordinary words. */
  labels: number
  /** Runs within sentences. */
  inSentences: number
  /** Answers in which it begins a run, and in which it begins a head. */
  answers: number
  headAnswers: number
  lastAnswer: number
  lastHeadAnswer: number
}

export const newNode = (words: string[]): NameNode => ({
  words,
  children: new Map(),
  spellings: new Map(),
  runs: 0,
  ends: 0,
  heads: 0,
  headEnds: 0,
  labels: 0,
  inSentences: 0,
  answers: 0,
  headAnswers: 0,
  lastAnswer: -1,
  lastHeadAnswer: -1,
})

/** Equal for all spellings of a word. */
export const foldWord = (word: string) => word.toLowerCase().replaceAll('’', "'")

export const isInSentence = ({ isHead, isLabel, opensSentence }: Run) => !isHead && !isLabel && !opensSentence

/** Counts a run of an answer in all of its prefixes. */
export function addRun(root: NameNode, run: Run, answer: number): void {
  let at = root
  for (const [index, word] of run.words.entries()) {
    const folded = foldWord(word)
    const node = at.children.getOrInsertComputed(folded, () => newNode([...at.words, folded]))
    count(node, run, index, answer)
    at = node
  }
}

function count(node: NameNode, run: Run, index: number, answer: number): void {
  const isEnd = index === run.words.length - 1
  const spelling = run.words.slice(0, index + 1).join(' ')
  node.spellings.set(spelling, (node.spellings.get(spelling) ?? 0) + 1)
  node.runs++
  if (isEnd) node.ends++
  if (isInSentence(run)) node.inSentences++
  if (node.lastAnswer !== answer) node.answers++
  node.lastAnswer = answer
  if (!run.isHead) return
  node.heads++
  if (isEnd) node.headEnds++
  if (run.isLabel && run.words.slice(index + 1).every(isCommonWord)) node.labels++
  if (node.lastHeadAnswer !== answer) node.headAnswers++
  node.lastHeadAnswer = answer
}

export const spellingOf = ({ spellings }: NameNode) =>
  [...spellings].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
