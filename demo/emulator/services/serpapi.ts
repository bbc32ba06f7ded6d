import { z } from 'zod'
import { citedPages } from '../emulated-answer.ts'
import {
  type Call,
  type EmulatedResult,
  type EmulatorBackend,
  InvalidRequest,
  ok,
  type Reply,
  type Service,
  usualRefusals,
  validBody,
} from '../service.ts'

const pageShape = z.strictObject({
  engine: z.enum(['google', 'google_ai_mode']),
  q: z.string().min(1),
  gl: z.string().regex(/^[a-z]{2}$/),
  hl: z.string().optional(),
  device: z.literal('desktop'),
  no_cache: z.literal('true'),
  api_key: z.string(),
})
const overviewShape = z.strictObject({
  engine: z.literal('google_ai_overview'),
  page_token: z.string().min(1),
  api_key: z.string(),
})

/** SerpApi: every second AI Overview comes by token, like those that Google loads later. */
export const serpapiService: Service = {
  hasKey: ({ query }, key) => query.get('api_key') === key,
  asks: ({ query }) => query.get('engine') !== 'google_ai_overview',
  refuse(refusal, words) {
    const isCredit = refusal === 'no_credit'
    const error = isCredit ? 'Your account has run out of searches.' : words
    return { status: isCredit ? 429 : usualRefusals[refusal][0], body: { error } }
  },
  answer(call, desk) {
    if (call.method !== 'GET' || call.path !== '/search.json') return undefined
    const fields = Object.fromEntries(call.query)
    return fields.engine === 'google_ai_overview'
      ? later(call, desk, validBody(overviewShape, fields).page_token)
      : search(call, desk, validBody(pageShape, fields))
  },
}

const oneSearch = () => ({ tasks: 1 })

function search(
  call: Call,
  desk: EmulatorBackend,
  { api_key: _, ...asked }: z.infer<typeof pageShape>,
): Reply {
  const question = { prompt: asked.q, country: asked.gl.toUpperCase() }
  const sale = desk.sell(call, question, oneSearch)
  const page = { search_metadata: metadata(sale, call), search_parameters: asked }
  if (call.fault === 'none_shown') return ok({ ...page, organic_results: [] })
  if (asked.engine === 'google_ai_mode') return ok({ ...page, ...blocksOf(sale) })
  const isLater = sale.answer.random() < 0.5
  const token = Buffer.from(JSON.stringify({ ...question, id: sale.id })).toString('base64url')
  return ok({ ...page, ai_overview: isLater ? { page_token: token } : blocksOf(sale) })
}

function later(call: Call, desk: EmulatorBackend, token: string): Reply {
  const asked = readToken(token)
  const sale = desk.sell(call, asked, oneSearch)
  return ok({
    search_metadata: metadata(sale, call),
    search_parameters: { engine: 'google_ai_overview' },
    ai_overview: blocksOf(sale),
  })
}

function readToken(token: string): { prompt: string; country: string } {
  try {
    const shape = z.object({ prompt: z.string(), country: z.string() })
    return shape.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    throw new InvalidRequest('page_token: has expired')
  }
}

const metadata = ({ id }: EmulatedResult, { now }: Call) => ({
  id,
  status: 'Success',
  processed_at: now.toISOString(),
})

function blocksOf({ answer }: EmulatedResult) {
  const references = citedPages(answer).map(({ url, title }, index) => ({ index, link: url, title }))
  const text_blocks = answer.segments.map(({ text, page }) => ({
    type: 'paragraph',
    snippet: text.trim(),
    ...(page && { reference_indexes: [references.findIndex(({ link }) => link === page.url)] }),
  }))
  return { text_blocks, references }
}
