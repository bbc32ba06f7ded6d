import { expect, test } from 'vitest'
import { startServer, testFetcher } from '../../fetching/testing/test-servers.ts'
import { submitQuestion } from '../ask.ts'
import { costOf } from '../prices.ts'
import { providerOf } from '../providers.ts'
import { readResponse } from '../read-response.ts'

const kind = 'openai-compatible'
const { protocol, format } = providerOf(kind)

/** Asks a server that answers with this status and body. */
async function asked(status: number, body: object) {
  const server = await startServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const question = {
    engine: 'meta-ai',
    prompt: 'Which CRM?',
    country: 'DE',
    language: 'de',
    model: 'llama3.3:70b',
  }
  const source = { baseUrl: `${server.origin}/v1`, apiKey: 'none' }
  return submitQuestion({
    protocol,
    question: { id: '1', ...question },
    source,
    fetcher: testFetcher([server]),
  })
}

test('reads the answer of a local server, which costs nothing and cites nothing', async () => {
  // The body of Ollama 0.12 (docs/openai.md of its repository).
  const last = await asked(200, {
    id: 'chatcmpl-123',
    object: 'chat.completion',
    created: 1_764_288_000,
    model: 'llama3.3:70b',
    system_fingerprint: 'fp_ollama',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Acme.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 26, completion_tokens: 298, total_tokens: 324 },
  })
  if (last.state !== 'answered') throw new Error(JSON.stringify(last))
  const answer = readResponse(format, last.body)
  expect(answer).toMatchObject({ outcome: 'answered', text: 'Acme.', model: 'llama3.3:70b', citations: [] })
  expect(costOf(kind, answer.model, answer.usage)).toBe(0)
})

test('a model that the server does not have stops the source', async () => {
  const error = {
    message: 'model "llama3.3:70b" not found, try pulling it first',
    type: 'api_error',
    code: null,
  }
  expect(await asked(404, { error })).toMatchObject({
    state: 'failed',
    stopsSource: true,
    reason: expect.stringContaining('not found, try pulling it first'),
  })
})
