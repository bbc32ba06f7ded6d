import { z } from 'zod'
import type { TextModel } from '../../lib/models/text-model.ts'

const task = `You are given names from answers of AI assistants, each with a sentence from one of the answers, and the
brand that the answers are about. Say which names are brands or companies that a buyer could choose instead of that
brand. Exclude products, product lines, categories, technical terms, headings, publishers and test magazines.
Field: competitors (those names, spelled exactly as given).`

/** Enough to identify the industry; more only add cost. */
const maxCompetitors = 60

const answer = z.object({ competitors: z.array(z.string()).max(1000) })

export interface JudgedBrand {
  name: string
  competitors: readonly string[]
}

export interface JudgedName {
  name: string
  quote: string
}

/**
 * Returns the names that may be competing brands. Ignores names that the model adds, as it is not a source.
 * @throws ModelProblem, or the signal's reason
 */
export async function judgeByModel(
  model: TextModel,
  brand: JudgedBrand,
  names: readonly JudgedName[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const known_competitors = brand.competitors.slice(0, maxCompetitors)
  const material = JSON.stringify({ brand: brand.name, known_competitors, names }, null, 1)
  const { competitors } = await model.ask({ task, material, schema: answer }, signal)
  const said = new Set(competitors.map((name) => name.trim().toLowerCase()))
  return new Set(names.flatMap(({ name }) => (said.has(name.toLowerCase()) ? [name] : [])))
}
