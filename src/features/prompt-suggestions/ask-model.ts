import { z } from 'zod'
import { lenientList, nameField, textOrNull, truncateText } from '../../kernel/lenient-fields.ts'
import type { TextModel } from '../../lib/models/text-model.ts'
import { isNavigational } from './from-queries.ts'
import { isContent, wordsOf } from './languages.ts'
import type { SearchedQuery } from './read-queries.ts'
import type { SuggestionInput } from './suggestion.ts'

const most = { prompts: 100, products: 60, topics: 60, competitors: 30, queries: 60, suggestions: 20 }
const partCharacters = 4000
const words = { least: 3, most: 40 }

const task = `You find questions that people ask AI search engines before they buy, for a company that monitors the
answers. From the data about the company and its existing prompts, write new prompts as customers would: complete
questions, without the company's name, each about something that no existing prompt asks, in the languages of the
existing prompts. Fields: prompts (up to ${most.suggestions}; text; topic: the name of the existing topic that it
belongs to, else null; reason: why customers of this company ask it, in a few words).`

const answer = z
  .object({
    prompts: lenientList(
      z.object({ text: nameField(300), topic: textOrNull(200), reason: textOrNull(200) }),
      most.suggestions,
    ),
  })
  .refine(({ prompts }) => prompts.length > 0)

export type ModelSuggestion = z.output<typeof answer>['prompts'][number]

/** Profile fields of a brand. */
export interface Profile {
  industry: string | null
  description: string | null
  audience: string | null
  market: string | null
}

/** The prompt material about a brand, with limited parts. */
export function modelMaterial(material: SuggestionInput, profile: Profile, queries: readonly SearchedQuery[]) {
  const { brand, competitors, products, topics, prompts } = material
  const parts: [string, readonly string[], number][] = [
    ['The company', [brand.name, ...Object.values(profile).filter((told) => told !== null)], 6],
    ['It sells', products.map(({ name, kind }) => `${name} (${kind})`), most.products],
    ['Its competitors', competitors.map((rival) => rival.name), most.competitors],
    ['Topics', topics.map((topic) => topic.name), most.topics],
    ['Prompts that it asks already', prompts.map(({ text }) => text), most.prompts],
    ['What engines searched for', queries.map(({ text }) => text), most.queries],
  ]
  return parts
    .filter(([, told]) => told.length > 0)
    .map(([head, told, limit]) => truncateText(`${head}:\n${told.slice(0, limit).join('\n')}`, partCharacters))
    .join('\n\n')
    .toWellFormed()
}

/**
 * Requests suggestions from a language model. Removes navigational queries, very short texts, and texts that
 * mention the brand.
 * @throws ModelProblem, or the signal's reason
 */
export async function askModel(
  model: TextModel,
  brand: SuggestionInput['brand'],
  material: string,
  signal: AbortSignal,
): Promise<ModelSuggestion[]> {
  const { prompts } = await model.ask({ task, material, schema: answer }, signal)
  const own = [brand.name, ...brand.aliases]
  return prompts.filter(({ text }) => isCustomerQuestion(text) && !isAbout(own, text))
}

/** Whether a text from a model can be a prompt: neither navigational, nor very short or long. */
export function isCustomerQuestion(text: string): boolean {
  const its = wordsOf(text)
  const fits = its.length >= words.least && its.length <= words.most && its.some(isContent)
  return fits && !/[\n\r]/.test(text) && !isNavigational(text)
}

/** Whether a text contains one of the names as whole words. */
export function isAbout(names: readonly string[], text: string): boolean {
  const spaced = (one: string) => ` ${wordsOf(one).join(' ')} `
  return names.some((name) => spaced(name).trim() !== '' && spaced(text).includes(spaced(name)))
}
