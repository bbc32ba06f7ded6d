import { z } from 'zod'
import { citedPages, textOf } from '../emulated-answer.ts'
import {
  type Call,
  type EmulatedResult,
  type EmulatorBackend,
  hasBearer,
  InvalidRequest,
  ok,
  type Reply,
  type Service,
  usualRefusals,
  validBody,
} from '../service.ts'

const google = {
  q: z.string().min(1),
  gl: z.string().regex(/^[a-z]{2}$/),
  location: z.string().optional(),
  hl: z.string().optional(),
}
const token = { engine: z.literal('google_ai_overview'), page_token: z.string().min(1) }
const key = { api_key: z.string() }

interface SearchService {
  path: string
  hasKey: Service['hasKey']
  page: z.ZodType<{ engine: string; q: string; gl?: string | undefined }>
  overview: z.ZodType<{ page_token: string }>
  /** The answer in the service’s names. */
  blocksOf(sale: EmulatedResult): object
  /** Whether an overview of the second search is an entry of the body. */
  isNested: boolean
}

/** A search API: every second AI Overview comes by token, like those that Google loads later. */
const searchService = (api: SearchService): Service => ({
  hasKey: api.hasKey,
  asks: ({ query }) => query.get('engine') !== 'google_ai_overview',
  refuse(refusal, words) {
    const isCredit = refusal === 'no_credit'
    const error = isCredit ? 'Your account has run out of searches.' : words
    return { status: isCredit ? 429 : usualRefusals[refusal][0], body: { error } }
  },
  answer(call, desk) {
    if (call.method !== 'GET' || call.path !== api.path) return undefined
    const fields = Object.fromEntries(call.query)
    return fields.engine === 'google_ai_overview'
      ? later(api, call, desk, validBody(api.overview, fields).page_token)
      : search(api, call, desk, validBody(api.page, fields))
  },
})

export const serpapiService = searchService({
  path: '/search.json',
  hasKey: ({ query }, apiKey) => query.get('api_key') === apiKey,
  page: z.strictObject({
    ...{ ...google, ...key },
    engine: z.enum(['google', 'google_ai_mode']),
    device: z.literal('desktop'),
    no_cache: z.literal('true'),
  }),
  overview: z.strictObject({ ...token, ...key }),
  blocksOf({ answer }) {
    const references = citedPages(answer).map(({ url, title }, index) => ({ index, link: url, title }))
    const text_blocks = answer.segments.map(({ text, page }) => ({
      type: 'paragraph',
      snippet: text.trim(),
      ...(page && { reference_indexes: [references.findIndex(({ link }) => link === page.url)] }),
    }))
    return { text_blocks, references }
  },
  isNested: true,
})

export const searchapiService = searchService({
  path: '/search',
  hasKey: hasBearer,
  page: z.discriminatedUnion('engine', [
    z.strictObject({ ...google, engine: z.literal('google'), device: z.literal('desktop') }),
    z.strictObject({ ...google, engine: z.literal('google_ai_mode') }),
    z.strictObject({ q: google.q, engine: z.literal('chatgpt'), web_search: z.literal('true') }),
    z.strictObject({ q: google.q, engine: z.enum(['gemini', 'perplexity', 'bing_copilot']) }),
  ]),
  overview: z.strictObject({ ...token, link: z.literal('resolved') }),
  blocksOf({ answer }) {
    const links = citedPages(answer).map(({ url, title }, index) => ({ index: index + 1, link: url, title }))
    const items = answer.segments.map(({ text, page }) => ({
      type: 'paragraph',
      answer: text.trim(),
      ...(page && { reference_indexes: [links.findIndex(({ link }) => link === page.url) + 1] }),
    }))
    const [first, ...others] = items
    return {
      text_blocks: [first, { type: 'unordered_list', items: others }],
      markdown: textOf(answer),
      reference_links: links,
    }
  },
  isNested: false,
})

const oneSearch = () => ({ tasks: 1 })

function search(
  { blocksOf }: SearchService,
  call: Call,
  desk: EmulatorBackend,
  asked: { engine: string; q: string; gl?: string | undefined },
): Reply {
  const question = { prompt: asked.q, country: asked.gl?.toUpperCase() ?? '' }
  const sale = desk.sell(call, question, oneSearch)
  const { engine, q, gl } = asked
  const page = { search_metadata: metadata(sale, call), search_parameters: { engine, q, gl } }
  if (call.fault === 'none_shown') return ok({ ...page, organic_results: [] })
  if (engine !== 'google') return ok({ ...page, ...blocksOf(sale) })
  const isLater = sale.answer.random() < 0.5
  const later = Buffer.from(JSON.stringify({ ...question, id: sale.id })).toString('base64url')
  return ok({ ...page, ai_overview: isLater ? { page_token: later } : blocksOf(sale) })
}

function later({ blocksOf, isNested }: SearchService, call: Call, desk: EmulatorBackend, pageToken: string): Reply {
  const asked = readToken(pageToken)
  const sale = desk.sell(call, asked, oneSearch)
  return ok({
    search_metadata: metadata(sale, call),
    search_parameters: { engine: 'google_ai_overview' },
    ...(isNested ? { ai_overview: blocksOf(sale) } : blocksOf(sale)),
  })
}

function readToken(pageToken: string): { prompt: string; country: string } {
  try {
    const shape = z.object({ prompt: z.string(), country: z.string() })
    return shape.parse(JSON.parse(Buffer.from(pageToken, 'base64url').toString()))
  } catch {
    throw new InvalidRequest('page_token: has expired')
  }
}

const metadata = ({ id }: EmulatedResult, { now }: Call) => ({
  id,
  status: 'Success',
  processed_at: now.toISOString(),
})
