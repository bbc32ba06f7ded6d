// An independent search in the plainest way: letter by letter from every position of a text.

const dotted = new Set(['i', 'I', 'İ', 'ı'])
const dot = '\u0307'

/** Whether a text contains another one, according to the API reference for `search`. */
export function holdsText(text: string, wanted: string): boolean {
  const letters = [...text]
  const forms = [lettersOf(wanted), [...wanted].map((letter) => [[letter]])]
  return letters.some((_, start) => forms.some((form) => beginsWith(letters.slice(start), form)))
}

/** The spellings of each letter: composed, and followed by its marks. */
function lettersOf(wanted: string): string[][][] {
  const letters = [...wanted.normalize('NFC')]
  return letters.flatMap((letter, index) => {
    if (letter === dot && dotted.has(letters[index - 1] ?? '')) return []
    if (!dotted.has(letter)) return [[[letter], [...letter.normalize('NFD')]]]
    return [[...dotted].flatMap((one) => [[one, dot], [one]])]
  })
}

function beginsWith(letters: readonly string[], [first, ...others]: readonly string[][][]): boolean {
  if (first === undefined) return true
  return first.some(
    (spelling) =>
      spelling.every((letter, index) => isSame(letter, letters[index])) &&
      beginsWith(letters.slice(spelling.length), others),
  )
}

/** Whether two letters are the same in any case, according to the language's case mapping. */
function isSame(a: string, b: string | undefined): boolean {
  if (b === undefined || a === b) return a === b
  const [upperA, upperB] = [a.toUpperCase(), b.toUpperCase()]
  const isOneLetter = [...upperA].length === 1 && [...upperB].length === 1
  return (isOneLetter && upperA === upperB && !dotted.has(a) && !dotted.has(b)) || lower(a) === lower(b)
}

const lower = (letter: string) =>
  [...letter.toLowerCase()].length === 1 && letter !== 'İ' ? letter.toLowerCase() : letter
