/** The unique parts of a text, trimmed. */
const partsOf = (text: string, separator: string | RegExp): string[] => [
  ...new Set(text.split(separator).flatMap((part) => part.trim() || [])),
]

export const linesOf = (text: string): string[] => partsOf(text, '\n')

/** The unique names of a text, as typed with commas between them. */
export const namesOf = (text: string): string[] => partsOf(text, ',')

/** The country codes of a text, in capitals, as typed with spaces or commas between them. */
export const codesOf = (text: string): string[] => partsOf(text.toUpperCase(), /[\s,;]+/)
