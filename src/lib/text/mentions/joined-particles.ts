import { mayStart } from './word-boundary.ts'

/**
 * The prepositions and conjunctions that Arabic and Hebrew write as one word with the next, alone and together, and the
 * Arabic article. A name of three letters has only the commonest before it, and the article stands before names of five and
 * more: with a shorter name it makes an ordinary word (النون is the letter, not the shop نون), as the Hebrew one does with any.
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

/** Whether an Arabic or Hebrew letter stands directly before `start`. */
export const isJoinedBefore = (text: string, start: number): boolean => isJoining(text.charCodeAt(start - 1))

/** Where the Arabic or Hebrew letters begin that stand directly before `start`, five at most. */
function lettersBefore(text: string, start: number): number {
  let from = start
  while (start - from <= maxParticleLength && isJoining(text.charCodeAt(from - 1))) from--
  return from
}

/** Whether a name of so many letters stands at `start` behind particles that are one word with it (`وموبايلي`, `בשופרסל`). */
export function isBehindParticle(text: string, start: number, letters: number): boolean {
  const from = lettersBefore(text, start)
  if (from === start || !mayStart(text, from)) return false
  // A tatweel joins a name in other letters: `بـIKEA`.
  const before = text.slice(from, start).replaceAll('\u0640', '')
  return particles.some((kind) => letters >= kind.least && kind.before.test(before))
}

/** What follows the article of an Arabic name: behind a preposition it is spelt otherwise (الراجحي, للراجحي). */
export const behindArticle = (name: string): string | undefined => /^\s*ال(?=\p{L}{3})(.*)$/su.exec(name)?.[1]

/** Whether the name without its article, at `start`, stands behind the preposition that has swallowed it. */
export function isBehindPreposition(text: string, start: number): boolean {
  const from = lettersBefore(text, start)
  return /^[وف]?لل$/.test(text.slice(from, start)) && mayStart(text, from)
}
