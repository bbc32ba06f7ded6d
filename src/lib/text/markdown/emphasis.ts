import { isWordAt } from '../mentions/word-boundary.ts'
import { type Output, takeBack, writeSource } from './visible-output.ts'

/** A run of one emphasis mark that can open emphasis. */
interface Run {
  mark: number
  /** The index of its first unused mark in the output. */
  at: number
  count: number
  length: number
  canClose: boolean
}

/** The runs of the current block that can still be closed. */
export interface Emphasis {
  open: Run[]
  /** By type of closing run: the number of open runs that need no further check. */
  searched: Map<number, number>
}

const underscore = 0x5f
const tilde = 0x7e

export function newEmphasis(): Emphasis {
  return { open: [], searched: new Map() }
}

/** Closes all but the first `kept` runs: their marks stay in the text. */
export function closeEmphasis(emphasis: Emphasis, kept: number): void {
  if (emphasis.open.length <= kept) return
  emphasis.open.length = kept
  for (const [key, count] of emphasis.searched) if (count > kept) emphasis.searched.set(key, kept)
}

/**
 * Reads the run of `*`, `_` or `~` at `at` and returns its end. Writes the marks, and takes them back at the
 * closing run (CommonMark 0.31, "Emphasis and strong emphasis"). Unlike in CommonMark, punctuation next to a
 * mark does not prevent it from opening or closing, which fails near CJK text and before amounts.
 */
export function readEmphasis(emphasis: Emphasis, output: Output, source: string, at: number): number {
  const mark = source.charCodeAt(at)
  let end = at + 1
  while (source.charCodeAt(end) === mark) end++
  const first = output.length
  writeSource(output, source, at, end)
  // A single tilde is an approximation, not a deletion: "~$90".
  if (mark === tilde && end - at !== 2) return end
  const inWord = mark === underscore
  const canOpen = isSeen(source, end) && !(inWord && isWordAt(source, at - 1))
  const canClose = isSeen(source, at - 1) && !(inWord && isWordAt(source, end))
  const run: Run = { mark, at: first, count: end - at, length: end - at, canClose }
  if (canClose) closeRun(emphasis, output, run, canOpen)
  if (canOpen && run.count > 0) emphasis.open.push(run)
  return end
}

function isSeen(source: string, index: number): boolean {
  if (index < 0 || index >= source.length) return false
  const unit = source.charCodeAt(index)
  return unit < 0x80 ? unit > 0x20 : !/\s/.test(source.charAt(index))
}

function closeRun(emphasis: Emphasis, output: Output, run: Run, canOpen: boolean): void {
  const { open, searched } = emphasis
  const key = run.mark * 6 + (canOpen ? 3 : 0) + (run.length % 3)
  let i = open.length - 1
  while (run.count > 0) {
    const bottom = searched.get(key) ?? 0
    while (i >= bottom && !closes(open[i] as Run, run, canOpen)) i--
    if (i < bottom) {
      searched.set(key, open.length)
      return
    }
    const opening = open[i] as Run
    const count = opening.count > 1 && run.count > 1 ? 2 : 1
    opening.count -= count
    takeBack(output, opening.at + opening.count, count)
    takeBack(output, run.at, count)
    run.at += count
    run.count -= count
    closeEmphasis(emphasis, opening.count > 0 ? i + 1 : i)
    i = open.length - 1
  }
}

function closes(opening: Run, closing: Run, canOpen: boolean): boolean {
  if (opening.mark !== closing.mark) return false
  // CommonMark's "multiple of 3" rule: in **a*b** the single mark closes nothing.
  const either = opening.canClose || canOpen
  return !either || (opening.length + closing.length) % 3 !== 0 || opening.length % 3 === 0
}
