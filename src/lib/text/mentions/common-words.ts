import { readFileSync } from 'node:fs'

let words: ReadonlySet<string> | undefined

/**
 * Whether a name is one of the most common English words, in any letter case. The list has the 10,000 most
 * common words of OpenSubtitles 2024 (OPUS, opus.nlpl.eu, Helsinki-NLP, under ODC-BY 1.0), counted by
 * @zxcvbn-ts/language-en 4.1.1 (MIT), with two letters or more, without contractions.
 */
export function isCommonWord(name: string): boolean {
  words ??= new Set(readFileSync(new URL('./common-words.txt', import.meta.url), 'utf8').split(/\s+/))
  return words.has(name.trim().toLowerCase())
}
