import { answered } from '../build-answer.ts'
import { citationKey, linkPlaces } from '../merge-citations.ts'
import type { ProviderAnswer } from '../provider-answer.ts'
import {
  type Annotation,
  emptyReasonOf,
  isIncomplete,
  outcomeOfStatus,
  readMessages,
  readResponsesBody,
  readSearchCalls,
  responsesFacts,
  tokensOf,
} from '../responses-body.ts'
import { loose, looseCount, readShape } from '../shape.ts'

const usageShape = loose({ cost_in_usd_ticks: looseCount })

/** xAI's reported cost: a tick is 1e-10 US dollars, including tools (docs.x.ai, cost tracking). */
export function costOfTicks(usage: unknown): number | null {
  const { cost_in_usd_ticks: ticks } = readShape(usageShape, usage)
  return ticks === null ? null : ticks / 1e10
}

/**
 * Separates annotations with a place in the text from those that only list pages: such a page is cited if the
 * text links to it, and otherwise consulted.
 */
export function splitAnnotations(text: string, annotations: readonly Annotation[]) {
  const listed = annotations.filter(({ hasPlace }) => !hasPlace)
  const places = listed.length === 0 ? new Map<string, never>() : linkPlaces(text)
  const placed = annotations.map((annotation) =>
    annotation.hasPlace ? annotation : { ...annotation, range: places.get(citationKey(annotation.url ?? '')) },
  )
  return {
    cited: placed.filter(({ hasPlace, range }) => hasPlace || range !== undefined),
    consulted: placed.filter(({ hasPlace, range }) => !hasPlace && range === undefined),
  }
}

/**
 * xAI's Responses API. Annotations with URLs outside the text were consulted. Counts searches of web and X.
 */
export function readXaiResponse(body: unknown): ProviderAnswer {
  const response = readResponsesBody(body)
  const calls = readSearchCalls(response.output, ['web_search_call', 'x_search_call'])
  const facts = {
    ...responsesFacts(response, 'grok'),
    usage: { ...tokensOf(response.usage), searches: calls.searches },
    costUsd: costOfTicks(response.usage),
  }
  const without = outcomeOfStatus(response, facts)
  if (without !== undefined) return without
  const { text, annotations, refused } = readMessages(response.output)
  const { cited, consulted } = splitAnnotations(text.text, annotations)
  return answered(facts, {
    text: text.text,
    cited,
    consulted: [...consulted, ...calls.consulted],
    queries: calls.queries,
    search: calls.searches > 0 || annotations.length > 0 ? 'searched' : 'not_searched',
    truncated: isIncomplete(response),
    refused,
    emptyReason: emptyReasonOf(response),
  })
}
