/** The number of code points in a text, not UTF-16 units. */
export function characterCount(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

const wideCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Counts Chinese, Japanese and Korean characters twice: they carry as much meaning as two of other scripts. */
export function weightedLength(text: string): number {
  return characterCount(text.replace(wideCharacters, '$&$&'))
}
