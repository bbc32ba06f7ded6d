import { Readable } from 'node:stream'
import type { Services } from '../../kernel/context.ts'
import type { Operation } from '../../kernel/operation.ts'
import {
  acceptAlignmentSuggestion,
  createAlignmentCategory,
  createAlignmentSuggestion,
  rejectAlignmentSuggestion,
} from '../alignment/index.ts'
import { addKnowledgeDocument } from '../knowledge/index.ts'
import { importProducts } from '../products/index.ts'
import { importProfile } from '../profile/index.ts'
import { updatePrompt } from '../prompts/index.ts'
import { createWritingStyle } from '../writing-styles/index.ts'
import { categoryOf, demoCategories, demoSuggestions } from './content/alignment.ts'
import { demoDocuments } from './content/documents.ts'
import { demoProducts, demoProfile } from './content/profile.ts'
import { demoPrompts } from './content/prompts.ts'
import { demoStyles } from './content/styles.ts'

/** Does an operation on the brand for the operator. */
type Perform = (operation: Operation, input: Record<string, unknown>, file?: Readable) => Promise<unknown>

/**
 * Gives the brand what people would enter about it: profile, products, alignment and writing styles. What is there
 * already stays as it is; its prompts must be.
 */
export async function fillBrand(services: Services, brandId: string, perform: Perform): Promise<void> {
  const { db } = services
  const profiles = db.selectFrom('brand_profiles').select('brand_id').where('brand_id', '=', brandId)
  if ((await profiles.execute()).length === 0)
    await perform(importProfile, {}, Readable.from([Buffer.from(JSON.stringify(demoProfile))]))
  const lines = demoProducts.map((product) => JSON.stringify(product)).join('\n')
  await perform(importProducts, {}, Readable.from([Buffer.from(lines)]))
  await fillAlignment(services, brandId, perform)
  const styles = db.selectFrom('writing_styles').select('name').where('brand_id', '=', brandId)
  const known = new Set((await styles.execute()).map(({ name }) => name))
  for (const style of demoStyles) if (!known.has(style.name)) await perform(createWritingStyle, style)
  const documents = db.selectFrom('knowledge_documents').select('title').where('brand_id', '=', brandId)
  const titles = new Set((await documents.execute()).map(({ title }) => title))
  for (const document of demoDocuments)
    if (!titles.has(document.title)) await perform(addKnowledgeDocument, document, Readable.from([]))
}

async function fillAlignment({ db }: Services, brandId: string, perform: Perform): Promise<void> {
  const idsByName = async (table: 'alignment_categories' | 'products') => {
    const rows = await db.selectFrom(table).select(['id', 'name']).where('brand_id', '=', brandId).execute()
    return new Map(rows.map(({ id, name }) => [name, id]))
  }
  const before = await idsByName('alignment_categories')
  for (const name of demoCategories) if (!before.has(name)) await perform(createAlignmentCategory, { name })
  const [categories, products] = [await idsByName('alignment_categories'), await idsByName('products')]

  const prompts = db.selectFrom('prompts').select(['id', 'text']).where('brand_id', '=', brandId)
  const uncategorised = await prompts.where('category_id', 'is', null).execute()
  const ofText = new Map(demoPrompts.map((prompt) => [prompt.text, prompt]))
  for (const { id, text } of uncategorised) {
    const prompt = ofText.get(text)
    if (prompt === undefined) continue
    await perform(updatePrompt, { prompt_id: id, category_id: categories.get(categoryOf(prompt)) })
  }

  const made = db.selectFrom('alignment_suggestions').select(['id', 'suggested_prompt', 'state'])
  const known = new Map(
    (await made.where('brand_id', '=', brandId).execute()).map((row) => [row.suggested_prompt, row]),
  )
  for (const { category, product, decision, ...texts } of demoSuggestions) {
    const about = { category_id: categories.get(category), product_id: products.get(product ?? '') }
    const suggestion =
      known.get(texts.suggested_prompt) ??
      ((await perform(createAlignmentSuggestion, { ...texts, ...about })) as { id: string; state: string })
    if (decision === undefined || suggestion.state !== 'proposed') continue
    const settle = decision === 'accept' ? acceptAlignmentSuggestion : rejectAlignmentSuggestion
    await perform(settle, { suggestion_id: suggestion.id })
  }
}
