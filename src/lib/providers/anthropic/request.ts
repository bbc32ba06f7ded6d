import { inputTokens, maxOutputTokens, maxSearches } from '../bounds.ts'
import { parsedOf, readAnswer } from '../failures.ts'
import type { AskedSource, Protocol, ProviderRequest, ProviderResponse, Question } from '../protocol.ts'
import { directRequest, placeOf } from '../requests.ts'
import { isObject } from '../shape.ts'

/** How often a paused turn is continued; after that the answer stays cut. */
const maxPauses = 2

interface Turn extends Record<string, unknown> {
  content: unknown[]
  usage?: unknown
}

/**
 * Anthropic's Messages API (npm @anthropic-ai/sdk 1.12.0). A paused turn continues when its content is sent
 * back; the answer then has the content and usage of all turns in one body. Searches cannot be forced.
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: () => ['language'],
  pricedAs: ({ model }) => model,
  maxUsage: (question) => {
    // Each continued turn can search at least once, regardless of earlier searches.
    const searches = maxSearches + maxPauses
    return {
      inputTokens: inputTokens(question, searches) + maxPauses * maxOutputTokens,
      outputTokens: (1 + maxPauses) * maxOutputTokens,
      searches,
    }
  },
  submit: (question, source) => request(question, source, []),
  readSubmission(response, question, source, earlier = []) {
    const reading = readAnswer(response)
    if (reading.state !== 'answered') return reading
    const turns = [...earlier, response].map(turnOf).filter((turn) => turn !== undefined)
    const last = turnOf(response)
    if (last?.stop_reason === 'pause_turn' && earlier.length < maxPauses)
      return { state: 'unfinished', next: request(question, source, turns) }
    return last === undefined || earlier.length === 0
      ? reading
      : { state: 'answered', body: JSON.stringify(joined(turns, last)) }
  },
}

function request(question: Question, source: AskedSource, turns: readonly Turn[]): ProviderRequest {
  const { model, prompt } = question
  const content = turns.flatMap((turn) => turn.content)
  const searched = turns.reduce((sum, { usage }) => sum + countOf(usage, 'server_tool_use', 'web_search_requests'), 0)
  return directRequest(source, {
    path: '/messages',
    headers: { 'x-api-key': source.apiKey, 'anthropic-version': '2023-06-01' },
    body: {
      model,
      max_tokens: maxOutputTokens,
      messages: [{ role: 'user', content: prompt }, ...(content.length > 0 ? [{ role: 'assistant', content }] : [])],
      tools: [
        {
          type: 'web_search_20250305',
          name: 'web_search',
          max_uses: Math.max(maxSearches - searched, 1),
          user_location: placeOf(question),
        },
      ],
    },
  })
}

function turnOf({ body }: ProviderResponse): Turn | undefined {
  const parsed = parsedOf(body)
  return isObject(parsed) && Array.isArray(parsed.content) ? (parsed as Turn) : undefined
}

/** The last turn, with the content and the charged usage of all turns. */
function joined(turns: readonly Turn[], last: Turn): Turn {
  const sum = (...path: string[]) => turns.reduce((total, { usage }) => total + countOf(usage, ...path), 0)
  return {
    ...last,
    content: turns.flatMap(({ content }) => content),
    usage: {
      input_tokens: sum('input_tokens'),
      cache_creation_input_tokens: sum('cache_creation_input_tokens'),
      cache_read_input_tokens: sum('cache_read_input_tokens'),
      output_tokens: sum('output_tokens'),
      server_tool_use: { web_search_requests: sum('server_tool_use', 'web_search_requests') },
    },
  }
}

function countOf(usage: unknown, ...path: string[]): number {
  const value = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), usage)
  return typeof value === 'number' && value > 0 ? value : 0
}
