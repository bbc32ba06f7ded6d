import { z } from 'zod'
import { answered, sumOf } from '../build-answer.ts'
import type { PageMention } from '../merge-citations.ts'
import type { AnswerFacts, ProviderAnswer, TextRange } from '../provider-answer.ts'
import {
  emptyReasonOf,
  isIncomplete,
  outcomeOfStatus,
  type ResponsesBody,
  readMessages,
  readResponsesBody,
  responsesFacts,
  tokensOf,
} from '../responses-body.ts'
import { list, loose, looseCount, looseTexts, optional, page, readShape, typeOf } from '../shape.ts'
import { numberMarks } from '../text-offsets.ts'

const searchShape = z.object({
  queries: looseTexts,
  results: list(page.extend({ id: optional(z.number()) })),
})
const fetchShape = z.object({ contents: list(page) })
const usageShape = loose({
  cost: loose({ total_cost: looseCount, currency: z.literal('USD').catch('USD') }),
  tool_calls_details: z.record(z.string(), loose({ invocation: looseCount })).catch({}),
})

interface Results {
  searches: number
  queries: string[]
  pages: (PageMention & { id?: number | null | undefined })[]
}

/**
 * Perplexity's Agent API. `[3]` in the text cites the result with the id 3; other results were consulted. An
 * id that two pages share cites neither. Failures have the HTTP status 200.
 */
export function readPerplexityAgent(body: unknown): ProviderAnswer {
  const response = readResponsesBody(body)
  const { searches, queries, pages } = readResults(response)
  const facts = factsOf(response, searches)
  const without = outcomeOfStatus(response, facts)
  if (without !== undefined) return without
  const { text, annotations, refused } = readMessages(response.output)
  return answered(facts, {
    text: text.text,
    cited: [...citedByMarks(text.text, pages), ...annotations],
    consulted: pages,
    queries,
    search: searches > 0 || pages.length > 0 || annotations.length > 0 ? 'searched' : 'not_searched',
    truncated: isIncomplete(response),
    refused,
    emptyReason: emptyReasonOf(response),
  })
}

function factsOf(response: ResponsesBody, searches: number): AnswerFacts {
  const { cost, tool_calls_details: tools } = readShape(usageShape, response.usage)
  const invoked = sumOf(...['web_search', 'search'].map((name) => tools[name]?.invocation))
  return {
    ...responsesFacts(response, 'perplexity'),
    usage: { ...tokensOf(response.usage), searches: invoked ?? searches },
    costUsd: cost.total_cost,
  }
}

function readResults({ output }: ResponsesBody): Results {
  const found: Results = { searches: 0, queries: [], pages: [] }
  output.forEach((item, index) => {
    const path = `output[${index}]`
    const type = typeOf(item, path)
    if (type === 'search_results') {
      const { queries, results } = readShape(searchShape, item, path)
      found.searches += 1
      found.queries.push(...queries)
      found.pages.push(...results)
    }
    if (type === 'fetch_url_results')
      found.pages.push(...readShape(fetchShape, item, path).contents.map((page) => ({ ...page, id: null })))
  })
  return found
}

/** The pages whose number is in the text as `[3]`, with its first place. */
export function citedByMarks(
  text: string,
  pages: readonly (PageMention & { id?: number | null | undefined })[],
): PageMention[] {
  const marks = numberMarks(text)
  const byId = Map.groupBy(
    pages.filter(({ id }) => id !== null && id !== undefined),
    ({ id }) => id,
  )
  return [...byId].flatMap(([id, named]) => {
    const range: TextRange | undefined = marks.get(id as number)
    const isOnePage = new Set(named.map(({ url }) => url)).size === 1
    const [page] = named
    return range !== undefined && isOnePage && page !== undefined ? [{ ...page, range }] : []
  })
}
