/** Turkish and its kin write one letter with a dot and another without: a reader who looks for either means both. */
const dottedOrNot = /^[iIİı]$/u

/**
 * A regular expression that finds a text as it stands, in any letter case (simple case folding of Unicode, CaseFolding.txt)
 * and with its marks composed or not (canonical equivalence of each letter). It means the same to RE2 with the flag `i`
 * and to JavaScript with the flags `iu`.
 */
export function literalPattern(text: string): string {
  const composed = text.normalize('NFC')
  const letters = [...composed.replace(/([iIİı])\u0307/gu, '$1')].map(letterPattern).join('')
  // What NFC replaces, such as the Kelvin sign, still finds itself.
  return composed === text ? letters : `(?:${letters}|${escaped(text)})`
}

function letterPattern(letter: string): string {
  if (dottedOrNot.test(letter)) return '[iIİı]\u0307?'
  const decomposed = letter.normalize('NFD')
  return decomposed === letter ? escaped(letter) : `(?:${escaped(letter)}|${escaped(decomposed)})`
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
