import { z } from 'zod'
import { answered, failed, MissingTextError, noneShown, outcomeOf, timeOf, unreadable } from '../build-answer.ts'
import type { PageMention } from '../merge-citations.ts'
import { adsOf, productsOf, records } from '../offers.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import engines from '../searchapi/engines.json' with { type: 'json' }
import * as shape from '../shape.ts'
import { readTextBlocks } from '../text-blocks.ts'

const bodyShape = z.object({
  error: shape.anything,
  search_metadata: shape.optional(
    z.object({
      id: shape.looseText,
      status: shape.optional(z.string()),
      processed_at: shape.anything,
      created_at: shape.anything,
    }),
  ),
  search_parameters: shape.loose({
    engine: shape.looseText,
    gl: shape.looseText,
    hl: shape.looseText,
    location_used: shape.looseText,
    location: shape.looseText,
  }),
  ai_overview: shape.anything,
  response_metadata: shape.loose({ model: shape.looseText }),
  shopping_results: shape.anything,
  inline_products: shape.anything,
  ads: shape.anything,
})
type Body = z.infer<typeof bodyShape>

const reference = z.object({
  index: shape.looseCount,
  link: shape.optional(z.string()),
  title: shape.looseText,
  source: shape.looseText,
})
const answerShape = z.object({
  error: shape.anything,
  page_token: shape.looseText,
  text_blocks: shape.anyList,
  markdown: shape.optional(shape.textField),
  references: shape.list(reference),
  reference_links: shape.list(reference),
})

const slugs = new Map(Object.entries(engines).map(([slug, engine]) => [engine, slug]))

const statuses = {
  complete: ['Success', 'Cached'],
  pending: ['Queued', 'Processing'],
  failed: ['Error'],
}

/**
 * SerpApi and SearchApi: Google's AI Overview in a page or from its second call, and answers of other engines.
 * A block is the place of the references that back it. Other references, shown next to the text, are cited
 * too. The body has no cost.
 */
export function readSerpApi(body: unknown): ProviderAnswer {
  const response = shape.readShape(bodyShape, body)
  const facts = factsOf(response)
  const words = errorMessageOf(response.error)
  if (words !== undefined) return failed(facts, words)
  const { status } = response.search_metadata ?? {}
  const without = outcomeOf(statuses, facts, 'search_metadata.status', status, 'the search failed')
  if (without !== undefined) return without
  if (facts.engine !== 'google-ai-overviews' || (shape.isObject(body) && 'text_blocks' in body))
    return readAnswer(body, '', facts, response)
  const overview = response.ai_overview
  if (overview === undefined || overview === null) return withoutOverview(response, facts)
  return readAnswer(overview, 'ai_overview', facts, response)
}

function factsOf({ search_metadata, search_parameters: asked, response_metadata }: Body): AnswerFacts {
  return {
    engine: slugs.get(asked.engine) ?? 'google-ai-overviews',
    surface: 'ui',
    model: response_metadata.model,
    taskId: search_metadata?.id ?? '',
    executedAt: timeOf(search_metadata?.processed_at ?? search_metadata?.created_at),
    country: asked.gl,
    language: asked.hl,
    location: asked.location_used || asked.location,
  }
}

/** Only a parsed results page proves that there is no overview. */
function withoutOverview({ search_metadata, search_parameters }: Body, facts: AnswerFacts): ProviderAnswer {
  if (!search_metadata) return unreadable('search_metadata must be an object', facts)
  if (search_parameters.engine === 'google') return noneShown(facts, 'Google showed no AI Overview')
  throw new MissingTextError(facts, 'the provider returned no AI Overview')
}

function readAnswer(content: unknown, path: string, facts: AnswerFacts, response: Body): ProviderAnswer {
  const answer = shape.readShape(answerShape, content, path)
  const { error, page_token, markdown } = answer
  const blocks = readTextBlocks(answer.text_blocks, `${path}.text_blocks`.replace(/^\./, ''))
  const isWhole = !markdown || (blocks.text !== '' && !blocks.isPartial)
  const text = isWhole ? blocks.text : markdown
  if (text === '' && page_token !== '')
    return failed(facts, 'Google shows the AI Overview later: it takes a second call with the page token')
  const words = errorMessageOf(error)
  if (text === '' && words !== undefined) return noneShown(facts, `Google showed no AI Overview: ${words}`)
  const references = [...answer.references, ...answer.reference_links]
  const cited: PageMention[] = references.map(({ index, link, title, source }, at) => ({
    url: link,
    title: title || source,
    range: isWhole ? blocks.places.get(index ?? at) : undefined,
  }))
  return answered(facts, {
    text,
    cited,
    search: cited.length > 0 ? 'searched' : 'unknown',
    products: productsOf(response.shopping_results, response.inline_products),
    ads: records(response.ads).flatMap(adsOf),
  })
}
