import { mayStart } from './word-boundary.ts'

/**
 * The prepositions and conjunctions that Arabic and Hebrew join to the next word, alone and combined, and the
 * Arabic article. Names of three letters allow only the most common ones, and the article requires five
 * letters: with shorter names it forms an ordinary word (النون is the letter, not the shop نون), as the
 * Hebrew article does with any name.
 */
const particles = [
  { least: 5, before: /^[وف]?(?:ال|[بفك]?ال|لل|[بلك])$|^[وف]$/ },
  { least: 5, before: /^ו?(?:ש|כש|מש)?[בלמכ]?$/ },
  { least: 4, before: /^[وف]?[بلك]$|^[وف]$/ },
  { least: 4, before: /^ו?ש?[בלמכ]?$/ },
  { least: 3, before: /^و?ب$|^و$/ },
  { least: 3, before: /^ו?ב$|^ו$/ },
] as const

const maxParticleLength = 5

const isJoining = (unit: number) => (unit >= 0x5d0 && unit <= 0x5ea) || (unit >= 0x621 && unit <= 0x64a)

/** Whether an Arabic or Hebrew letter is directly before `start`. */
export const isJoinedBefore = (text: string, start: number): boolean => isJoining(text.charCodeAt(start - 1))

/** The start of the Arabic or Hebrew letters directly before `start`, at most five. */
function lettersBefore(text: string, start: number): number {
  let from = start
  while (start - from <= maxParticleLength && isJoining(text.charCodeAt(from - 1))) from--
  return from
}

/** Whether a name of this many letters at `start` follows joined particles (`وموبايلي`, `בשופרסל`). */
export function isBehindParticle(text: string, start: number, letters: number): boolean {
  const from = lettersBefore(text, start)
  if (from === start || !mayStart(text, from)) return false
  // A tatweel joins a name in another script: `بـIKEA`.
  const before = text.slice(from, start).replaceAll('\u0640', '')
  return particles.some((kind) => letters >= kind.least && kind.before.test(before))
}

/** The part after the article of an Arabic name, which some prepositions change (الراجحي, للراجحي). */
export const behindArticle = (name: string): string | undefined => /^\s*ال(?=\p{L}{3})(.*)$/su.exec(name)?.[1]

/** Whether a name without its article, at `start`, follows the preposition that merged with the article. */
export function isBehindPreposition(text: string, start: number): boolean {
  const from = lettersBefore(text, start)
  return /^[وف]?لل$/.test(text.slice(from, start)) && mayStart(text, from)
}
