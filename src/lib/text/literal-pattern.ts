/** Turkish and related languages have letters with and without a dot: a search for either finds both. */
const dottedOrNot = /^[iIİı]$/u

/**
 * A regular expression that finds a text literally, in any letter case (simple case folding of Unicode,
 * CaseFolding.txt) and with composed or decomposed marks (canonical equivalence of each letter). It has the
 * same meaning in RE2 with the flag `i` and in JavaScript with the flags `iu`.
 */
export function literalPattern(text: string): string {
  const composed = text.normalize('NFC')
  const letters = [...composed.replace(/([iIİı])\u0307/gu, '$1')].map(letterPattern).join('')
  // Text that NFC replaces, such as the Kelvin sign, must still match itself.
  return composed === text ? letters : `(?:${letters}|${escaped(text)})`
}

function letterPattern(letter: string): string {
  if (dottedOrNot.test(letter)) return '[iIİı]\u0307?'
  const decomposed = letter.normalize('NFD')
  return decomposed === letter ? escaped(letter) : `(?:${escaped(letter)}|${escaped(decomposed)})`
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
