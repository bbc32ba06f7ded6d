import type { LineKind } from './hostile-files.ts'
import type { TestApp } from './test-app.ts'

/** A kind of import, run by the operator or a log drain. */
export interface ImportKind extends LineKind {
  /** @returns the number of valid lines, or why the file is rejected */
  send(test: TestApp, brand: HostileBrand, file: Buffer): Promise<{ good: number } | { refused: string }>
}

export interface HostileBrand {
  brandId: string
  token: string
}

export async function makeHostileBrand(test: TestApp): Promise<HostileBrand> {
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Hostile' })
  const brand = { workspace_id, name: 'Zuvari', domain: 'zuvari.com' }
  const { id: brand_id } = await test.operate('create-brand', brand)
  const { secret } = await test.operate<{ secret: string }>('create-ingest-token', {
    brand_id,
    name: 'drain',
  })
  return { brandId: brand_id, token: secret }
}

/** Counts of any import; undefined if it does not have them. */
interface Counts {
  imported?: number
  duplicates?: number
  visits?: number
}

const goodOf = ({ imported = 0, duplicates = 0, visits }: Counts) => ({
  good: visits ?? imported + duplicates,
})

const operation =
  (name: string, input: Record<string, string> = {}): ImportKind['send'] =>
  async (test, { brandId: brand_id }, file) => {
    const outcome = await test.tryOperate(name, { brand_id, ...input }, file)
    if (!('failure' in outcome)) return goodOf(outcome.envelope.data as Counts)
    const { code, message } = outcome.failure.error
    return { refused: code === 'invalid_request' ? message : `${code}: ${message}` }
  }

const answer = (number: number) => ({
  prompt: 'Which?',
  engine: 'chatgpt',
  executed_at: '2026-03-01T10:00:00Z',
  id: `${number}`,
})
const request = {
  good: (number: number) => ({ ts: '2026-06-10T08:00:00Z', path: `/${number}`, user_agent: 'GPTBot/1.2' }),
  text: 'referrer',
  list: 'list',
  isStrict: false,
}

export const importKinds: Record<string, ImportKind> = {
  'import-answers': {
    good: (number) => ({ ...answer(number), answer: 'Zuvari it is' }),
    text: 'model',
    list: 'tags',
    isStrict: true,
    send: operation('import-answers'),
  },
  'import-answers of raw responses': {
    good: (number) => ({ ...answer(number), response: { output: [] }, format: 'openai-responses' }),
    text: 'model',
    list: 'citations',
    isStrict: true,
    send: operation('import-answers', { format: 'openai-responses' }),
  },
  'import-products': {
    good: (number) => ({ kind: 'product', name: `Model ${number}` }),
    text: 'description',
    list: 'parent',
    isStrict: true,
    send: operation('import-products'),
  },
  'import-page-scans': {
    good: (number) => ({ url: `https://reviews.example/${number}`, content: 'Zuvari beats all others.' }),
    text: 'title',
    list: 'links',
    isStrict: true,
    send: operation('import-page-scans'),
  },
  'import-crawler-logs': { ...request, send: operation('import-crawler-logs', { format: 'json' }) },
  'pushed logs': {
    ...request,
    async send(test, { token }, file) {
      const response = await test.app.http.inject({
        method: 'POST',
        url: '/ingest/crawler-logs?format=json',
        headers: { authorization: `Bearer ${token}` },
        payload: file,
      })
      const { data, error } = response.json()
      return response.statusCode === 200 ? goodOf(data) : { refused: `${error.message}` }
    },
  },
}
