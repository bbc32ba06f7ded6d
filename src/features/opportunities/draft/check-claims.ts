import { isContent, wordsOf } from '../../prompt-suggestions/index.ts'
import lists from './words.json' with { type: 'json' }

const setOf = (byLanguage: Record<string, string>) =>
  new Set(Object.values(byLanguage).flatMap((words) => words.split(' ')))

/** Words that change what a sentence claims: denials, quantities, superlatives and endorsements. */
const claimWords = setOf(lists.claims)
/** Words that often begin a sentence, with a capital letter that does not mark a name. */
const openers = setOf(lists.openers)
/** The share of a sentence’s content words that the passage must have. */
const leastShare = 2 / 3

/** Number groups such as 1,200 or 1 200 000. */
const grouped = /(?<![\p{Nd}.,])[1-9]\p{Nd}{0,2}(?:[ '’.,]\p{Nd}{3})+(?!\p{Nd})/gu
const figure =
  /((?<![\p{L}\p{N}])[-−])?([€$£¥] ?)?(\p{Nd}+(?:[.,]\p{Nd}+)*)( ?[%‰€$£¥]| percent\b| per cent\b| prozent\b)?[ -]?(\p{L}+)?/giu
const symbols: Record<string, string> = { percent: '%', 'per cent': '%', prozent: '%' }

/** Figures with their sign and symbol, in one notation, and the words after them, such as units. */
function figuresOf(text: string) {
  const plain = text.normalize('NFKC').replaceAll(grouped, (number) => number.replaceAll(/\P{Nd}/gu, ''))
  const found = [...plain.matchAll(figure)].map(([, sign = '', before = '', digits = '', after = '', unit = '']) => {
    const value = Number(digits.replaceAll(',', '.'))
    const symbol = after.trim().toLowerCase()
    const number = Number.isNaN(value) ? digits : value
    return { key: `${sign && '-'}${number}${before.trim()}${symbols[symbol] ?? symbol}`, unit: unit.toLowerCase() }
  })
  return { keys: found.map(({ key }) => key), units: found.map(({ unit }) => unit).filter(isContent) }
}

/** Words with a capital letter or with digits and letters, except at the beginning of sentences. */
const namesOf = (text: string) =>
  (text.normalize('NFKC').match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{N}]+/gu) ?? [])
    .filter((word) => /\p{Lu}|\p{N}\p{Ll}|\p{Ll}\p{N}/u.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => isContent(word) && !openers.has(word))

/** The beginning of a word that its other forms have too. */
const stemOf = (word: string) => word.slice(0, Math.max(4, word.length - 3))

/**
 * Whether two consecutive sentences of a passage have all figures, units, names and claim words of a sentence, and
 * most of its other words. Compares words, not meaning.
 * @param ownNames the brand’s names, which its own documents need not repeat
 */
export function isBackedBy(
  sentence: string,
  { text, headings }: { text: string; headings: readonly string[] },
  ownNames: readonly string[],
): boolean {
  const own = new Set(ownNames.flatMap(wordsOf))
  const words = wordsOf(sentence).filter((word) => !own.has(word))
  const { keys, units } = figuresOf(sentence)
  const exact = [...namesOf(sentence).filter((word) => !own.has(word)), ...words.filter((word) => claimWords.has(word))]
  const content = words.filter((word) => word.length > 1 && isContent(word))
  // In scripts without capital letters, any word can be a name.
  const least = content.length * (/\p{Lu}|\p{Ll}/u.test(sentence) ? leastShare : 1)
  if (content.length === 0) return false
  const parts = text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u).filter((part) => part.trim() !== '')
  return parts.some((part, index) => {
    const figures = figuresOf([part, parts[index + 1] ?? ''].join('\n'))
    const known = new Set(wordsOf([...headings, part, parts[index + 1] ?? ''].join('\n')))
    const isKnown = (word: string) => known.has(word) || [...known].some((one) => one.startsWith(stemOf(word)))
    return (
      keys.every((key) => figures.keys.includes(key)) &&
      exact.every((word) => known.has(word)) &&
      units.every((word) => own.has(word) || isKnown(word)) &&
      content.filter(isKnown).length >= least
    )
  })
}
