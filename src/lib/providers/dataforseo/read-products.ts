import { z } from 'zod'
import { answered, failed } from '../build-answer.ts'
import { type JoinedText, joinText, shifted } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import { adsOf, productOf, productsOf } from '../offers.ts'
import type { AnswerFacts, ProviderAd, ProviderAnswer, ProviderProduct, TextRange } from '../provider-answer.ts'
import * as shape from '../shape.ts'
import { linkRange, textOffsets } from '../text-offsets.ts'

// The results of DataForSEO's products (npm dataforseo-client, `models`).

const root = 'tasks[0].result[0]'
const wordsShape = z.object({
  markdown: shape.optional(shape.textField),
  text: shape.optional(shape.textField),
})

const sectionShape = z.object({
  text: shape.textField,
  annotations: shape.list(shape.link.extend({ direct_url: shape.optional(z.string()) })),
})
const llmShape = z.object({
  items: shape.anyList,
  fan_out_queries: shape.looseTexts,
  web_search: shape.looseFlag,
})
const messageShape = z.object({ sections: shape.anyList })

/**
 * LLM Responses: a model's API through DataForSEO. The unit of its offsets is undocumented: a place counts
 * only if it contains the page's link.
 */
export function readLlmResponse(result: unknown, facts: AnswerFacts): ProviderAnswer {
  const { items, fan_out_queries: queries, web_search } = shape.readShape(llmShape, result, root)
  const joined = joinText()
  const cited: PageMention[] = []
  items.forEach((item, index) => {
    const path = `${root}.items[${index}]`
    if (shape.typeOf(item, path) !== 'message') return
    joined.breakBlock()
    shape.readShape(messageShape, item, path).sections.forEach((section, at) => {
      cited.push(...readSection(joined, section, `${path}.sections[${at}]`))
    })
  })
  const hasSearched = queries.length > 0 || cited.length > 0
  return answered(facts, {
    text: joined.text,
    cited,
    queries,
    search: hasSearched ? 'searched' : web_search === false ? 'not_searched' : 'unknown',
  })
}

function readSection(joined: JoinedText, section: unknown, path: string): PageMention[] {
  const { text, annotations } = shape.readShape(sectionShape, section, path)
  const place: TextRange = joined.add(text)
  const offsets = textOffsets(text)
  return annotations.map(({ url, direct_url, title, start_index, end_index }) => {
    const page = { url: direct_url || url || '', title }
    return { ...page, range: shifted(place, linkRange(offsets, start_index ?? 0, end_index ?? 0, page)) }
  })
}

const scraperShape = z.object({
  markdown: shape.optional(shape.textField),
  sources: shape.list(shape.page),
  search_results: shape.list(shape.page),
  fan_out_queries: shape.looseTexts,
  items: shape.anyList,
})

/** LLM Scraper: what ChatGPT or Gemini shows users. Sources are cited, other search results consulted. */
export function readScraperResult(result: unknown, facts: AnswerFacts): ProviderAnswer {
  const { markdown, sources, search_results, fan_out_queries, items } = shape.readShape(scraperShape, result, root)
  const hasSearched = sources.length + search_results.length + fan_out_queries.length > 0
  return answered(facts, {
    text: markdown || wordsOf(items, `${root}.items`),
    cited: sources,
    consulted: search_results,
    queries: fan_out_queries,
    search: hasSearched ? 'searched' : 'unknown',
    ...offersOf(items),
  })
}

const googleShape = z.object({ items: shape.optional(shape.anyList) })
const overviewShape = z.object({
  markdown: shape.optional(shape.textField),
  items: shape.anyList,
  references: shape.list(shape.page),
  asynchronous_ai_overview: shape.looseFlag,
})

/** The AI Overview or AI Mode answer among a page's items; undefined if Google showed none. */
export function readGoogleItems(result: unknown, facts: AnswerFacts): ProviderAnswer | undefined {
  const { items } = shape.readShape(googleShape, result, root)
  // A page of another shape does not prove that there is no answer.
  if (items === undefined) throw new shape.UnreadableBody(`${root}.items must be a list`)
  if (items === null) return undefined
  const index = items.findIndex((item, at) => shape.typeOf(item, `${root}.items[${at}]`) === 'ai_overview')
  if (index < 0) return undefined
  const path = `${root}.items[${index}]`
  const overview = shape.readShape(overviewShape, items[index], path)
  const text = overview.markdown || wordsOf(overview.items, `${path}.items`)
  if (text.trim() === '' && overview.asynchronous_ai_overview === true)
    return failed(facts, 'Google loaded the AI Overview later, and the provider did not read it')
  return answered(facts, {
    text,
    cited: overview.references,
    search: overview.references.length > 0 ? 'searched' : 'unknown',
    ...offersOf(overview.items),
  })
}

/** The texts of all items, separated by blank lines. */
function wordsOf(items: readonly unknown[], path: string): string {
  const joined = joinText()
  items.forEach((item, index) => {
    const { markdown, text } = shape.readShape(wordsShape, item, `${path}[${index}]`)
    joined.breakBlock()
    joined.add(markdown || text || '')
  })
  return joined.text
}

function offersOf(items: readonly unknown[]): { products: ProviderProduct[]; ads: ProviderAd[] } {
  const products: ProviderProduct[] = []
  const ads: ProviderAd[] = []
  for (const item of items.filter(shape.isObject)) {
    const type = String(item.type)
    if (type === 'chat_gpt_products' || type === 'ai_overview_shopping') {
      const own = productOf(item)
      products.push(...(Array.isArray(item.items) ? productsOf(item.items) : own ? [own] : []))
    }
    if (type === 'chat_gpt_ad' || type === 'ai_overview_paid') ads.push(...adsOf(item))
  }
  return { products, ads }
}
