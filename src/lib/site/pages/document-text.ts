/** Shorter texts cannot be compared: pages with only a heading and a picture would all be similar. */
const minComparedWords = 30
/** Later words hardly change the similarity of two pages. */
const maxComparedWords = 20_000
/** Words per shingle, so that the same words in another order are a different text. */
const shingleWords = 3
/** Chinese and Japanese have no spaces; a word has about one and a half characters. */
const charactersPerWord = 1.5

/**
 * Counts the words of a text and computes its fingerprint: a 64-bit SimHash (Charikar 2002) over runs of
 * three words. Texts that differ in few words differ in few bits.
 */
export function readWords(text: string) {
  const hashes: number[] = []
  let words = 0
  let characters = 0
  let hash = 0
  for (let index = 0; index <= text.length; index++) {
    const kind = index < text.length ? kindOf(text.charCodeAt(index)) : 0
    if (kind === 1) {
      hash = Math.imul((hash === 0 ? fnvBasis : hash) ^ lowerCase(text.charCodeAt(index)), fnvPrime)
      continue
    }
    if (hash !== 0) {
      words++
      if (hashes.length < maxComparedWords) hashes.push(hash)
      hash = 0
    }
    if (kind === 2) {
      characters++
      if (hashes.length < maxComparedWords) hashes.push(Math.imul(fnvBasis ^ text.charCodeAt(index), fnvPrime))
    }
  }
  words += Math.ceil(characters / charactersPerWord)
  return { words, fingerprint: words < minComparedWords ? null : simHash(hashes) }
}

const fnvBasis = 0x811c9dc5
const fnvPrime = 0x01000193

/** 0: between words; 1: part of a word; 2: a character that is a word. */
function kindOf(code: number): 0 | 1 | 2 {
  if (code < 0x80) {
    const lower = code | 0x20
    return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) ? 1 : 0
  }
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return 0
  if ((code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x303f)) return 0
  if ((code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff)) return 2
  return code >= 0xff00 && code <= 0xff0f ? 0 : 1
}

const lowerCase = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code)

function simHash(words: readonly number[]): string {
  const counts = new Int32Array(64)
  const runs = Math.max(1, words.length - shingleWords + 1)
  for (let index = 0; index < runs; index++) {
    let run = 0
    for (let word = index; word < index + shingleWords; word++) {
      run = mix(Math.imul(run, 31) + (words[word] ?? 0))
    }
    const low = mix(run ^ 0x9e3779b9)
    const high = mix(run ^ 0x7f4a7c15)
    for (let bit = 0; bit < 32; bit++) {
      counts[bit] = (counts[bit] ?? 0) + ((low >>> bit) & 1)
      counts[bit + 32] = (counts[bit + 32] ?? 0) + ((high >>> bit) & 1)
    }
  }
  return hexadecimal(counts, 32, runs) + hexadecimal(counts, 0, runs)
}

/** The finalizer of MurmurHash3: each input bit changes half of the output bits. */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** 32 bits, each set if most runs have it. */
function hexadecimal(counts: Int32Array, from: number, runs: number): string {
  let bits = 0
  for (let bit = 0; bit < 32; bit++) {
    if ((counts[from + bit] ?? 0) * 2 > runs) bits |= 1 << bit
  }
  return (bits >>> 0).toString(16).padStart(8, '0')
}

import elements from './elements.json' with { type: 'json' }
import { factLimits, type HeadingFacts } from './page-facts.ts'
import { cleanText, pushWithin } from './texts.ts'

/** Elements whose text is invisible or not text. */
const hidden = new Set(elements.invisible.split(' '))
/** Elements that repeat across pages, or are controls. */
const surroundings = new Set(elements.surroundings.split(' '))
const mainElements = new Set(elements.main.split(' '))
/** Elements that do not separate words. */
const inline = new Set(elements.inline.split(' '))

export interface TextFacts {
  words: number
  fingerprint: string | null
  /** Words outside the surroundings of the content. */
  ownWords: number
  noscriptText: string
  /** The beginning of that text. */
  beginning: string
}

const beginningLength = 4500

/**
 * Collects the text of a document in three parts: the main text, if elements mark it; other content; and
 * surroundings. Counts open elements by type, as they can be left open or closed twice.
 */
export function createTextReader() {
  const open = new Map<string, number>()
  const depth = { hidden: 0, surroundings: 0, main: 0 }
  const parts = { main: '', content: '', surroundings: '' }
  let noscriptText = ''

  function kindOf(name: string): keyof typeof depth | undefined {
    if (hidden.has(name)) return 'hidden'
    if (mainElements.has(name)) return 'main'
    return surroundings.has(name) ? 'surroundings' : undefined
  }
  function add(piece: string) {
    if (depth.surroundings > 0) parts.surroundings += piece
    else if (depth.main > 0) parts.main += piece
    else parts.content += piece
  }

  return {
    open(name: string) {
      if (!inline.has(name)) add(' ')
      const kind = kindOf(name)
      // The header of an article belongs to it.
      if (kind === undefined || (name === 'header' && depth.main > 0)) return
      open.set(name, (open.get(name) ?? 0) + 1)
      depth[kind]++
    },
    close(name: string) {
      if (!inline.has(name)) add(' ')
      const kind = kindOf(name)
      const count = open.get(name) ?? 0
      if (kind === undefined || count === 0) return
      open.set(name, count - 1)
      depth[kind]--
    },
    text(piece: string) {
      if (depth.hidden === 0) add(piece)
      else if ((open.get('noscript') ?? 0) > 0) noscriptText += piece
    },
    /** Whether text at this place is visible, and not of a menu, header or footer. */
    isContent: () => depth.hidden + depth.surroundings === 0,
    facts(): TextFacts {
      const main = readWords(parts.main)
      const own = main.words > 0 ? main : readWords(parts.content)
      const shown = own.words > 0 ? own : readWords(parts.surroundings)
      const beginning = (main.words > 0 ? parts.main : parts.content).slice(0, beginningLength)
      return { ...shown, ownWords: own.words, noscriptText, beginning }
    },
  }
}

/** Collects the headings of a document with the beginning of their text. */
export function createHeadingReader() {
  const facts: HeadingFacts = { counts: [0, 0, 0, 0, 0, 0], empty: 0, first: [] }
  let level = 0
  let text = ''

  function close() {
    if (level === 0) return
    const shown = cleanText(text, factLimits.headingLength)
    if (shown === '') facts.empty++
    pushWithin(facts.first, { level, text: shown }, factLimits.headings)
    level = 0
  }

  return {
    close,
    open(opened: number) {
      close()
      level = opened
      text = ''
      facts.counts[level - 1] = (facts.counts[level - 1] ?? 0) + 1
    },
    text(piece: string) {
      if (level > 0 && text.length < factLimits.headingLength * 4) text += piece
    },
    facts() {
      close()
      return facts
    },
  }
}
