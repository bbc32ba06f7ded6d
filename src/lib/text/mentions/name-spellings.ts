/** One way to write a name. */
export interface NameSpelling {
  text: string
  /** Whether no letter may have other diacritics: of "Mueller" also written "Müller" no "Muller" is found. */
  isExact: boolean
}

/** All ways in which people write a name, the given one first. */
export function spellingsOf(name: string): NameSpelling[] {
  return joinedSpellingsOf(name).flatMap((text) => [
    { text, isExact: false },
    ...transcriptionsOf(text).map((transcribed) => ({ text: transcribed, isExact: true })),
  ])
}

// "Black & Decker", "Black and Decker" and "BLACK+DECKER" are one name, "H&M" and "H and M" as well.
const joinedByAnd = /\s(?:[&＆+]|and)\s|(?<=[\p{L}\p{N}])[&＆+](?=[\p{L}\p{N}])/giu

/** Whether a spelling joins words of one or two letters, which without the spaces are another word: "H and S", hands. */
export const joinsShortWords = (spelling: string): boolean =>
  /(?:^|\s)\S{1,2}\sand\s|\sand\s\S{1,2}(?:\s|$)/i.test(spelling)

// Behind these a company's name is over: "Acme, Inc." and "Acme Inc." are one name.
const legalForm = /,?\s((?:inc|incorporated|llc|ltd|limited|corp|corporation|co|plc|lp|llp|gmbh|s\.?a)\.?)$/i

function joinedSpellingsOf(name: string): string[] {
  const names = legalForm.test(name)
    ? [name.replace(legalForm, ' $1'), name.replace(legalForm, ', $1')]
    : [...new Set([name, name.replace(/,(?=\s)/g, '')])]
  return names.flatMap((spelling) =>
    spelling.search(joinedByAnd) === -1
      ? [spelling]
      : [' & ', ' and ', ' + '].map((join) => spelling.replace(joinedByAnd, join)),
  )
}

// How German and Scandinavian names are typed without their letters (DIN 5007-2, ICAO Doc 9303): æ folds to ae, ß to ss.
const digraphOf: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const letterOf: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü', aa: 'å' }
const nordicLetterOf: Record<string, string> = { ...letterOf, oe: 'ø' }

/** A name as it is spelt where its umlauts are written as two letters, or two such letters as umlauts: Müller, Mueller. */
function transcriptionsOf(name: string): string[] {
  const plain = name.normalize('NFC')
  const typed = plain.replace(/[äöüøå]/gi, (letter) => inCaseOf(letter, digraphOf[letter.toLowerCase()]))
  const spelt = [letterOf, nordicLetterOf].map((letters) =>
    plain.replace(/[aou]e|aa/gi, (pair) => inCaseOf(pair, letters[pair.toLowerCase()])),
  )
  return [...new Set([typed, ...spelt])].filter((spelling) => spelling !== plain)
}

function inCaseOf(model: string, letters = ''): string {
  if (model === model.toLowerCase()) return letters
  const isAllCapitals = model.length > 1 && model === model.toUpperCase()
  return isAllCapitals ? letters.toUpperCase() : letters.charAt(0).toUpperCase() + letters.slice(1)
}
