import { parsedOf, readAnswer } from '../failures.ts'
import type { AskedSource, Protocol, ProviderRequest, Question } from '../protocol.ts'
import { directRequest, googleLanguage } from '../requests.ts'
import { isObject } from '../shape.ts'

/**
 * SerpApi (serpapi.com). If Google loads the AI Overview later, the response has a token for a second, paid
 * search. Results never come from its cache. The key is in the URL, the only place that SerpApi supports.
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: ({ language }) => (language === '' ? ['language'] : []),
  pricedAs: ({ engine }) => engineOf(engine),
  maxUsage: ({ engine }) => ({ tasks: engine === 'google-ai-overviews' ? 2 : 1 }),
  submit: (question, source) =>
    search(source, question, {
      engine: engineOf(question.engine),
      q: question.prompt,
      gl: question.country.toLowerCase(),
      device: 'desktop',
      no_cache: 'true',
    }),
  readSubmission(response, question, source, earlier = []) {
    const reading = readAnswer(response)
    if (reading.state !== 'answered') return reading
    const token = pageTokenOf(response.body)
    return token !== undefined && earlier.length === 0
      ? {
          state: 'unfinished',
          next: search(source, question, { engine: 'google_ai_overview', page_token: token }),
        }
      : { ...reading, tasks: earlier.length + 1 }
  },
}

const engineOf = (engine: string) => (engine === 'google-ai-mode' ? 'google_ai_mode' : 'google')

function search(
  source: AskedSource,
  question: Question,
  parameters: Record<string, string>,
): ProviderRequest {
  const hl = googleLanguage(question)
  const isPage = 'q' in parameters && hl !== ''
  const query = new URLSearchParams({ ...parameters, ...(isPage && { hl }), api_key: source.apiKey })
  return directRequest(source, { path: `/search.json?${query}`, headers: {} })
}

/** The token of an overview that has no text yet. */
function pageTokenOf(body: string): string | undefined {
  const parsed = parsedOf(body)
  const overview = isObject(parsed) && isObject(parsed.ai_overview) ? parsed.ai_overview : {}
  const { page_token: token, text_blocks: blocks } = overview
  const isThere = Array.isArray(blocks) && blocks.length > 0
  return typeof token === 'string' && token !== '' && !isThere ? token : undefined
}
