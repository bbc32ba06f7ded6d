import { z } from 'zod'
import { answered, failed, noneShown, pending, timeOf, unreadable } from '../build-answer.ts'
import type { PageMention } from '../merge-citations.ts'
import { adsOf, productsOf, records } from '../offers.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import * as shape from '../shape.ts'
import { readTextBlocks } from '../text-blocks.ts'

const pageShape = shape.page.extend({ cited: shape.looseFlag })
const recordShape = z.object({
  url: shape.looseText,
  error: shape.anything,
  error_code: shape.looseText,
  status: shape.optional(z.string()),
  message: shape.looseText,
  snapshot_id: shape.looseText,
  timestamp: shape.anything,
  country: shape.looseText,
  model: shape.looseText,
  answer_text_markdown: shape.optional(shape.textField),
  answer_text: shape.optional(shape.textField),
  citations: shape.list(pageShape),
  links_attached: shape.list(pageShape),
  search_sources: shape.list(pageShape),
  web_search_query: shape.looseTexts,
  metadata: shape.loose({ search_model_queries: shape.anything }),
  shopping: shape.anything,
  products: shape.anything,
  ads: shape.anything,
})
type Answer = z.infer<typeof recordShape>

/** The pages that the scrapers query, by host and path. */
const engines: readonly [RegExp, string][] = [
  [/^https?:\/\/(?:www\.)?chatgpt\.com/, 'chatgpt'],
  [/^https?:\/\/(?:www\.)?perplexity\.ai/, 'perplexity'],
  [/^https?:\/\/copilot\.microsoft\.com/, 'copilot'],
  [/^https?:\/\/gemini\.google\.com/, 'gemini'],
  [/^https?:\/\/(?:www\.)?grok\.com/, 'grok'],
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/(?:aimode|ai\b|search\?(?:.*&)?udm=50)/, 'google-ai-mode'],
]

/**
 * Bright Data: a snapshot's record, alone or in a list of one, or a Google page with its AI Overview.
 * Citations and attached links are cited; search sources were consulted. Missing fields are unknown: queries,
 * model and sources were empty for weeks while answers used searches. The body has no cost.
 */
export function readBrightData(body: unknown): ProviderAnswer {
  if (Array.isArray(body) && body.length !== 1)
    return body.length === 0
      ? failed({ surface: 'ui' }, 'the provider returned no record')
      : unreadable(`the body has ${body.length} records instead of one`)
  const path = Array.isArray(body) ? '[0]' : ''
  const record = Array.isArray(body) ? body[0] : body
  const isGooglePage = shape.isObject(record) && ['ai_overview', 'organic', 'general'].some((name) => name in record)
  return isGooglePage ? readGooglePage(record, path) : readRecord(shape.readShape(recordShape, record, path))
}

function readRecord(record: Answer): ProviderAnswer {
  const facts = factsOf(record)
  const words = errorMessageOf(record.error) ?? (record.error_code === '' ? undefined : record.error_code)
  if (words !== undefined) return failed(facts, words)
  const text = record.answer_text_markdown || record.answer_text || ''
  if (text === '' && record.status) return outcomeOfProgress(record.status, record.message, facts)
  const isListed = ({ cited }: { cited: boolean | null }) => cited === false
  const queries = queriesOf(record)
  const cited = [...record.citations.filter((page) => !isListed(page)), ...record.links_attached]
  const consulted = [...record.citations.filter(isListed), ...record.search_sources]
  return answered(facts, {
    text,
    cited,
    consulted,
    queries,
    search: cited.length + consulted.length + queries.length > 0 ? 'searched' : 'unknown',
    products: productsOf(record.shopping, record.products),
    ads: (shape.isObject(record.ads) ? [record.ads] : records(record.ads)).flatMap(adsOf),
  })
}

function factsOf({ url, model, timestamp, snapshot_id, country }: Answer): AnswerFacts {
  return {
    engine: engines.find(([page]) => page.test(url))?.[1] ?? null,
    surface: 'ui',
    model,
    taskId: snapshot_id,
    executedAt: timeOf(timestamp),
    country,
  }
}

/** Every status that is not final counts as pending: the vendor adds statuses. */
const outcomeOfProgress = (status: string, message: string, facts: AnswerFacts) =>
  ['failed', 'error', 'cancelled', 'canceled'].includes(status)
    ? failed(facts, message || `the provider's status is ${status}`)
    : pending(facts, status)

function queriesOf({ web_search_query: queries, metadata }: Answer): string[] {
  if (queries.length > 0) return queries
  const nested = metadata.search_model_queries
  return shape.readShape(shape.looseTexts, shape.isObject(nested) ? nested.queries : nested)
}

const googleShape = z.object({
  general: shape.loose({
    country_code: shape.looseText,
    language: shape.looseText,
    timestamp: shape.anything,
  }),
  ai_overview: shape.optional(
    z.object({
      markdown: shape.optional(shape.textField),
      text: shape.optional(shape.textField),
      texts: shape.anyList,
      references: shape.list(shape.page.extend({ href: shape.optional(z.string()) })),
    }),
  ),
})

function readGooglePage(page: unknown, path: string): ProviderAnswer {
  const { general, ai_overview: overview } = shape.readShape(googleShape, page, path)
  const facts: AnswerFacts = {
    engine: 'google-ai-overviews',
    surface: 'ui',
    country: general.country_code,
    language: general.language,
    executedAt: timeOf(general.timestamp),
  }
  if (overview === null || overview === undefined) return noneShown(facts, 'Google showed no AI Overview')
  const cited: PageMention[] = overview.references.map(({ href, url, title }) => ({
    url: href || url,
    // The link's screen reader text is part of its title.
    title: title.replace(/[.\s]*\bopens in new tab\b.*$/i, ''),
  }))
  const blocks = readTextBlocks(overview.texts, `${path}.ai_overview.texts`.replace(/^\./, ''))
  return answered(facts, {
    text: overview.markdown || overview.text || blocks.text,
    cited,
    search: cited.length > 0 ? 'searched' : 'unknown',
  })
}
