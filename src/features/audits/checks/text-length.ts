/** How many characters a text has to those who read it: code points, not the units of its encoding. */
export function characterCount(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

const wideCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** The same, where a Chinese, Japanese or Korean character counts twice: it says as much as two of other scripts. */
export function weightedLength(text: string): number {
  return characterCount(text.replace(wideCharacters, '$&$&'))
}
