import table from '../../text/mentions/text-language.json' with { type: 'json' }
import { type Language, languageOf } from '../../text/mentions/text-language.ts'

/** Languages that the table counts as another one. */
const countedAs: Readonly<Record<string, Language>> = { nb: 'da', nn: 'da', no: 'da', bs: 'hr', sr: 'hr' }
/** A page is in another language only if each of its first parts is. */
const parts = 3
const partLength = 1500

/**
 * The language of a text (ISO 639-1) if it differs from the declared one. Undefined if they agree, if the text
 * is short or mixed, or if the table does not know the declared language.
 */
export function otherLanguage(declared: string | null, text: string): Language | undefined {
  const primary = declared?.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  const language = countedAs[primary] ?? primary
  if (!Object.hasOwn(table.functionWords, language) || text.length < parts * partLength) return undefined
  const first = languageOf(text.slice(0, partLength))
  if (first === language) return undefined
  for (let part = 1; part < parts; part += 1)
    if (languageOf(text.slice(part * partLength, (part + 1) * partLength)) !== first) return undefined
  return first
}
