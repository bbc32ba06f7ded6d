import { parsedOf, readAnswer } from '../failures.ts'
import type { AskedSource, Protocol, Question } from '../protocol.ts'
import { directRequest, googleLanguage, type Sent } from '../requests.ts'
import { isObject } from '../shape.ts'

/** Parameters of a search. */
type Parameters = Readonly<Record<string, string>>

interface SearchApi {
  /** Its names of the engines, by ours. */
  engines: Readonly<Record<string, string>>
  /** Parameters next to engine, prompt, country and language. */
  parametersOf(question: Question): Parameters
  /** Parameters of the second search for an overview. */
  overview?: Parameters
  path: string
  /** Adds the key. */
  sign(source: AskedSource): Pick<Sent, 'headers'> & { parameters?: Parameters }
}

/**
 * The protocol of a search API. If Google loads the AI Overview later, the response has a token for a second,
 * paid search. Only Google's pages take a country and a language.
 */
export function searchProtocol({ engines, parametersOf, overview, path, sign }: SearchApi): Protocol {
  const engineOf = ({ engine }: Question) => engines[engine] ?? ''
  const isGoogle = (question: Question) => engineOf(question).startsWith('google')
  const search = (source: AskedSource, parameters: Parameters) => {
    const { headers, parameters: key } = sign(source)
    return directRequest(source, {
      path: `${path}?${new URLSearchParams({ ...parameters, ...key })}`,
      headers,
    })
  }
  return {
    problemWith: () => undefined,
    unsaid: (question) =>
      !isGoogle(question) ? ['country', 'language'] : question.language === '' ? ['language'] : [],
    pricedAs: engineOf,
    maxUsage: ({ engine }) => ({ tasks: engine === 'google-ai-overviews' ? 2 : 1 }),
    submit(question, source) {
      const hl = googleLanguage(question)
      return search(source, {
        engine: engineOf(question),
        q: question.prompt,
        ...(isGoogle(question) && { gl: question.country.toLowerCase() }),
        ...(isGoogle(question) && question.city && { location: question.city }),
        ...parametersOf(question),
        ...(isGoogle(question) && hl !== '' && { hl }),
      })
    },
    readSubmission(response, _question, source, earlier = []) {
      const reading = readAnswer(response)
      if (reading.state !== 'answered') return reading
      const page_token = pageTokenOf(response.body)
      return page_token !== undefined && earlier.length === 0
        ? {
            state: 'unfinished',
            next: search(source, { engine: 'google_ai_overview', page_token, ...overview }),
          }
        : { ...reading, tasks: earlier.length + 1 }
    },
  }
}

/** SerpApi (serpapi.com). Results never come from its cache. The key can only be in the URL. */
export const protocol = searchProtocol({
  engines: { 'google-ai-overviews': 'google', 'google-ai-mode': 'google_ai_mode' },
  parametersOf: () => ({ device: 'desktop', no_cache: 'true' }),
  path: '/search.json',
  sign: ({ apiKey }) => ({ headers: {}, parameters: { api_key: apiKey } }),
})

/** The token of an overview that has no text yet. */
function pageTokenOf(body: string): string | undefined {
  const parsed = parsedOf(body)
  const overview = isObject(parsed) && isObject(parsed.ai_overview) ? parsed.ai_overview : {}
  const { page_token: token, text_blocks: blocks } = overview
  const isThere = Array.isArray(blocks) && blocks.length > 0
  return typeof token === 'string' && token !== '' && !isThere ? token : undefined
}
