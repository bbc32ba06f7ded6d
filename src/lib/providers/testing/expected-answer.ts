import type { ProviderAnswer } from '../provider-answer.ts'
import type { ResponseFormat } from '../providers.ts'

/** Text or a URL, literal or, after `@`, a path in the body: `@output[7].content[0].text`. */
export type Quoted = string

/** The content of a body, as read by a person. Omitted fields are empty, null or false. */
export interface ExpectedAnswer {
  format: ResponseFormat
  outcome: ProviderAnswer['outcome']
  reason?: string
  isPending?: boolean
  truncated?: boolean
  refused?: boolean
  /** The parts of the text, joined without separators. */
  text?: Quoted[]
  /** URL, title, and the words at the citation's place; null if it has none. */
  cited?: [url: Quoted, title: Quoted, words: Quoted | null][]
  consulted?: Quoted[] | { count: number; first: Quoted; last: Quoted }
  queries?: Quoted[]
  search?: ProviderAnswer['search']
  model?: string
  engine?: string
  surface: ProviderAnswer['surface']
  costUsd?: number
  /** Input and output tokens, searches, credits. */
  usage?: [number | null, number | null, number | null, (number | null)?]
  country?: string
  location?: string
  language?: string
  taskId?: string
  executedAt?: string
  products?: ProviderAnswer['products']
  ads?: ProviderAnswer['ads']
}

/** The value at a path such as `output[7].content[0].text`. */
export function valueAt(body: unknown, path: string): unknown {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body)
}

export const quoted = (body: unknown, words: Quoted): string =>
  words.startsWith('@') ? (valueAt(body, words.slice(1)) as string) : words

/** Converts an expectation to an answer, with the words of each citation instead of its offsets. */
export function expectedOf(body: unknown, expected: ExpectedAnswer) {
  const { format: _, consulted, usage = [null, null, null], ...fields } = expected
  const [inputTokens, outputTokens, searches, credits = null] = usage
  return {
    isPending: false,
    truncated: false,
    refused: false,
    reason: '',
    search: 'unknown',
    model: '',
    engine: null,
    costUsd: null,
    country: null,
    location: null,
    language: null,
    taskId: '',
    executedAt: null,
    products: [],
    ads: [],
    ...fields,
    text: (expected.text ?? []).map((part) => quoted(body, part)).join(''),
    queries: (expected.queries ?? []).map((query) => quoted(body, query)),
    cited: (expected.cited ?? []).map(([url, title, words]) => ({
      url: quoted(body, url),
      title: quoted(body, title),
      words: words === null ? null : quoted(body, words),
    })),
    consulted: consultedOf(
      Array.isArray(consulted) || consulted === undefined
        ? (consulted ?? []).map((url) => quoted(body, url))
        : { ...consulted, first: quoted(body, consulted.first), last: quoted(body, consulted.last) },
    ),
    usage: { inputTokens, outputTokens, searches, credits },
  }
}

/** Converts an answer to an expectation. */
export function shownOf(answer: ProviderAnswer, expected: ExpectedAnswer) {
  const { citations, executedAt, ...fields } = answer
  const consulted = citations.filter(({ kind }) => kind === 'consulted').map(({ url }) => url)
  const [first = ''] = consulted
  const isCounted = expected.consulted !== undefined && !Array.isArray(expected.consulted)
  return {
    ...fields,
    executedAt: executedAt?.toISOString() ?? null,
    cited: citations
      .filter(({ kind }) => kind === 'cited')
      .map(({ url, title, start, end }) => ({
        url,
        title,
        words: start === null || end === null ? null : answer.text.slice(start, end),
      })),
    consulted: consultedOf(isCounted ? { count: consulted.length, first, last: consulted.at(-1) ?? '' } : consulted),
  }
}

const consultedOf = (consulted: string[] | { count: number; first: string; last: string }) => consulted
