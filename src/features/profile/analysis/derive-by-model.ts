import type { TextModel } from '../../../lib/models/text-model.ts'
import { isAlias } from './declared-facts.ts'
import { type Derived, derivedSchema } from './derived.ts'
import { wordsOf } from './own-entities.ts'

const task = `You describe a company, from pages of its web site and documents about it, for people who compare it with others.
Fields: aliases (other names that the company itself is called by, spelled as in the material, not those of its products),
industry (a few words), short_description (one sentence), description (one or two paragraphs), primary_audience (who it
serves, a few words), main_market (the country or region it serves most), key_features (what sets it apart, up to ten, a
few words each), products (what it sells, named as in the material; kind is product, service or category). A field that
the material says nothing of is null, or an empty list.`

/** Rejects an answer without any usable field. */
const answer = derivedSchema.refine((derived) =>
  Object.values(derived).some((field) => field !== null && field.length > 0),
)

/**
 * Derives facts from pages and documents by a language model. Drops names that do not occur in the material.
 * @throws ModelProblem or the signal's reason
 */
export async function deriveByModel(
  model: TextModel,
  material: string,
  signal: AbortSignal,
): Promise<Derived> {
  const derived = await model.ask({ task, material, schema: answer }, signal)
  const words = ` ${wordsOf(material).join(' ')} `
  const occurs = (name: string) => words.includes(` ${wordsOf(name).join(' ')} `)
  return {
    ...derived,
    aliases: derived.aliases.filter((alias) => occurs(alias) && isAlias(alias)),
    products: derived.products.filter(({ name }) => occurs(name)),
  }
}
