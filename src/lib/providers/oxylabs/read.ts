import { z } from 'zod'
import { answered, failed, MissingTextError, noneShown, pending, timeOf, unreadable } from '../build-answer.ts'
import { joinText } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import { adsOf, productsOf, records } from '../offers.ts'
import type { AnswerFacts, ProviderAnswer, TextRange } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import * as shape from '../shape.ts'
import jobs from './jobs.json' with { type: 'json' }

const bodyShape = z.object({
  id: shape.looseText,
  status: shape.optional(z.string()),
  message: shape.looseText,
  error: shape.anything,
  job: shape.loose({ id: shape.looseText, source: shape.looseText, geo_location: shape.looseText }),
  results: shape.list(
    z.object({
      content: shape.anything,
      job_id: shape.looseText,
      status_code: shape.optional(z.number()),
      url: shape.looseText,
      created_at: shape.anything,
    }),
  ),
})
type Body = z.infer<typeof bodyShape>

const contentShape = z.object({
  parse_status_code: shape.looseCount,
  markdown_text: shape.optional(shape.textField),
  answer_results_md: shape.optional(shape.textField),
  response_text: shape.optional(shape.textField),
  citations: shape.list(
    z.object({
      url: shape.optional(z.string()),
      urls: shape.list(z.string()),
      title: shape.looseText,
      text: shape.optional(z.string()),
    }),
  ),
  links: shape.anything,
  search_queries: shape.looseTexts,
  llm_model: shape.looseText,
  model: shape.looseText,
  additional_results: shape.optional(z.object({ sources_results: shape.list(shape.page) })),
  inline_products: shape.anything,
  shopping_products: shape.anything,
  ads: shape.anything,
})
type Content = z.infer<typeof contentShape>

/** Engines by job source; people can also import answers of Gemini. */
const engines = new Map(Object.entries(jobs).map(([engine, { source }]) => [source, engine]))
engines.set('gemini', 'gemini')
const hosts: readonly [RegExp, string][] = [
  [/^https?:\/\/(?:www\.)?chatgpt\.com/, 'chatgpt'],
  [/^https?:\/\/(?:www\.)?perplexity\.ai/, 'perplexity'],
  [/^https?:\/\/gemini\.google\.com/, 'gemini'],
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/search\?(?:.*&)?udm=50/, 'google-ai-mode'],
]

const parsed = 12000

/**
 * Oxylabs: the results of a parsed job, or the job itself. Citations and listed sources are cited.
 * `related_queries` are suggestions rather than searches. The body has no cost.
 */
export function readOxylabs(body: unknown): ProviderAnswer {
  const response = shape.readShape(bodyShape, body)
  const [result] = response.results
  const facts = factsOf(response)
  const words = errorMessageOf(response.error)
  if (words !== undefined) return failed(facts, words)
  if (result === undefined) return outcomeOfJob(response, facts)
  if ((result.status_code ?? 200) >= 400) return failed(facts, `the page answered with ${result.status_code}`)
  const path = 'results[0].content'
  if (!shape.isObject(result.content)) return unreadable(`${path} must be an object`, facts)
  const { content } = result
  const isGooglePage = facts.engine === 'google-ai-overviews' || 'results' in content || 'ai_overviews' in content
  if (isGooglePage) return readGooglePage(content, path, { ...facts, engine: 'google-ai-overviews' })
  return readContent(shape.readShape(contentShape, content, path), facts)
}

function factsOf({ id, job, results: [result] }: Body): AnswerFacts {
  const ofHost = hosts.find(([page]) => page.test(result?.url ?? ''))?.[1]
  return {
    engine: engines.get(job.source) ?? ofHost ?? null,
    surface: 'ui',
    taskId: result?.job_id || job.id || id,
    executedAt: timeOf(result?.created_at),
    location: job.geo_location,
  }
}

function outcomeOfJob({ status, message }: Body, facts: AnswerFacts): ProviderAnswer {
  if (status === 'pending' || status === 'done') return pending(facts, status)
  if (message || status) return failed(facts, message || `the job is ${status}`)
  throw new MissingTextError(facts, 'the provider returned no results')
}

function readContent(content: Content, facts: AnswerFacts): ProviderAnswer {
  const text = content.markdown_text || content.answer_results_md || content.response_text || ''
  const cited = [
    ...content.citations.flatMap((citation) => mentionsOf(text, citation)),
    ...(content.additional_results?.sources_results ?? []),
  ]
  const { parse_status_code: code, search_queries: queries } = content
  return answered(
    { ...facts, model: content.llm_model || content.model },
    {
      text,
      cited,
      queries,
      search: cited.length + queries.length > 0 ? 'searched' : 'unknown',
      products: productsOf(content.inline_products, content.shopping_products),
      ads: records(content.ads).flatMap(adsOf),
      emptyReason: code === null || code === parsed ? undefined : `the provider could not parse the page (${code})`,
    },
  )
}

/**
 * The pages of a citation. AI Mode names the words that they back, a place if they occur once. Other words are the
 * page's title.
 */
function mentionsOf(text: string, { url, urls, title, text: words }: Content['citations'][number]): PageMention[] {
  const start = words ? text.indexOf(words) : -1
  const isOnce = start >= 0 && words !== undefined && text.indexOf(words ?? '', start + 1) < 0
  const range: TextRange | undefined = isOnce ? { start, end: start + (words ?? '').length } : undefined
  return [...(url ? [url] : []), ...urls].map((address) => ({
    url: address,
    title: title || (start < 0 && words ? words : ''),
    range,
  }))
}

const overviewsShape = shape.list(
  z.object({
    answer_text: shape.anyList,
    source_panel: shape.optional(z.object({ items: shape.list(shape.page.extend({ source: shape.looseText })) })),
  }),
)
const fragmentsShape = z.object({
  fragments: shape.list(
    z.object({ text: shape.optional(shape.textField), references: z.array(z.unknown()).catch([]) }),
  ),
})

function readGooglePage(content: Record<string, unknown>, path: string, facts: AnswerFacts): ProviderAnswer {
  const { results, parse_status_code: code } = content
  if (typeof code === 'number' && code !== parsed)
    return failed(facts, `the provider could not parse the page (${code})`)
  const at = `${path}${shape.isObject(results) ? '.results' : ''}.ai_overviews`
  const given = shape.isObject(results) ? results.ai_overviews : content.ai_overviews
  // A page of another shape does not prove that there is no overview.
  if (given === undefined && !shape.isObject(results)) return unreadable(`${path}.results must be an object`, facts)
  const [overview] = shape.readShape(overviewsShape, given, at)
  if (overview === undefined) return noneShown(facts, 'Google showed no AI Overview')
  const { text, cited } = readFragments(overview.answer_text, `${at}[0].answer_text`)
  const panel = (overview.source_panel?.items ?? []).map(({ url, title, source }) => ({
    url,
    title: title || source,
  }))
  return answered(facts, {
    text,
    cited: [...cited, ...panel],
    search: cited.length + panel.length > 0 ? 'searched' : 'unknown',
  })
}

function readFragments(answers: readonly unknown[], path: string): { text: string; cited: PageMention[] } {
  const joined = joinText()
  const cited: PageMention[] = []
  answers.forEach((answer, index) => {
    joined.breakBlock()
    if (typeof answer === 'string') {
      joined.add(answer)
      return
    }
    for (const { text, references } of shape.readShape(fragmentsShape, answer, `${path}[${index}]`).fragments)
      cited.push(...referencesOf(references, joined.add(text ?? '')))
  })
  return { text: joined.text, cited }
}

/** A fragment's own references; those that are only numbers are in the panel. */
const referencesOf = (references: readonly unknown[], range: TextRange): PageMention[] =>
  references.filter(shape.isObject).map(({ url, title, source }) => ({
    url: typeof url === 'string' ? url : undefined,
    title: [title, source].find((words) => typeof words === 'string') ?? '',
    range: range.end > range.start ? range : undefined,
  }))
