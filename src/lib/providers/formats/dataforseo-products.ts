import { z } from 'zod'
import { answered, failed } from '../build-answer.ts'
import { type JoinedText, joinText, shifted } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import { adsOf, productOf, productsOf } from '../offers.ts'
import type {
  AnswerFacts,
  ProviderAd,
  ProviderAnswer,
  ProviderProduct,
  TextRange,
} from '../provider-answer.ts'
import {
  anyList,
  isObject,
  list,
  looseFlag,
  looseText,
  looseTexts,
  optional,
  readShape,
  textField,
  typeOf,
  UnreadableBody,
} from '../shape.ts'
import { linkRange, textOffsets } from '../text-offsets.ts'

// The results of DataForSEO's products (npm dataforseo-client, `models`).

const root = 'tasks[0].result[0]'
const pageShape = z.object({ url: optional(z.string()), title: looseText })
const wordsShape = z.object({ markdown: optional(textField), text: optional(textField) })

const sectionShape = z.object({
  text: textField,
  annotations: list(
    z.object({
      url: optional(z.string()),
      direct_url: optional(z.string()),
      title: looseText,
      start_index: optional(z.number()),
      end_index: optional(z.number()),
    }),
  ),
})
const llmShape = z.object({ items: anyList, fan_out_queries: looseTexts, web_search: looseFlag })
const messageShape = z.object({ sections: anyList })

/**
 * LLM Responses: a model's API through DataForSEO. The unit of its offsets is undocumented: a place counts
 * only if it contains the page's link.
 */
export function readLlmResponse(result: unknown, facts: AnswerFacts): ProviderAnswer {
  const { items, fan_out_queries: queries, web_search } = readShape(llmShape, result, root)
  const joined = joinText()
  const cited: PageMention[] = []
  items.forEach((item, index) => {
    const path = `${root}.items[${index}]`
    if (typeOf(item, path) !== 'message') return
    joined.breakBlock()
    readShape(messageShape, item, path).sections.forEach((section, at) => {
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
  const { text, annotations } = readShape(sectionShape, section, path)
  const place: TextRange = joined.add(text)
  const offsets = textOffsets(text)
  return annotations.map(({ url, direct_url, title, start_index, end_index }) => {
    const page = { url: direct_url || url || '', title }
    return { ...page, range: shifted(place, linkRange(offsets, start_index ?? 0, end_index ?? 0, page)) }
  })
}

const scraperShape = z.object({
  markdown: optional(textField),
  sources: list(pageShape),
  search_results: list(pageShape),
  fan_out_queries: looseTexts,
  items: anyList,
})

/** LLM Scraper: what ChatGPT or Gemini shows users. Sources are cited, other search results consulted. */
export function readScraperResult(result: unknown, facts: AnswerFacts): ProviderAnswer {
  const { markdown, sources, search_results, fan_out_queries, items } = readShape(scraperShape, result, root)
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

const googleShape = z.object({ items: optional(anyList) })
const overviewShape = z.object({
  markdown: optional(textField),
  items: anyList,
  references: list(pageShape),
  asynchronous_ai_overview: looseFlag,
})

/** The AI Overview or AI Mode answer among a page's items; undefined if Google showed none. */
export function readGoogleItems(result: unknown, facts: AnswerFacts): ProviderAnswer | undefined {
  const { items } = readShape(googleShape, result, root)
  // A page of another shape does not prove that there is no answer.
  if (items === undefined) throw new UnreadableBody(`${root}.items must be a list`)
  if (items === null) return undefined
  const index = items.findIndex((item, at) => typeOf(item, `${root}.items[${at}]`) === 'ai_overview')
  if (index < 0) return undefined
  const path = `${root}.items[${index}]`
  const overview = readShape(overviewShape, items[index], path)
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
    const { markdown, text } = readShape(wordsShape, item, `${path}[${index}]`)
    joined.breakBlock()
    joined.add(markdown || text || '')
  })
  return joined.text
}

function offersOf(items: readonly unknown[]): { products: ProviderProduct[]; ads: ProviderAd[] } {
  const products: ProviderProduct[] = []
  const ads: ProviderAd[] = []
  for (const item of items.filter(isObject)) {
    const type = String(item.type)
    if (type === 'chat_gpt_products' || type === 'ai_overview_shopping') {
      const own = productOf(item)
      products.push(...(Array.isArray(item.items) ? productsOf(item.items) : own ? [own] : []))
    }
    if (type === 'chat_gpt_ad' || type === 'ai_overview_paid') ads.push(...adsOf(item))
  }
  return { products, ads }
}
