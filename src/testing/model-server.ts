import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a language model in OpenAI's chat API. */
export interface Asked {
  model: string
  messages: { role: string; content: unknown }[]
}

export interface ModelServer {
  /** As configured for OpenAI-compatible servers. */
  url: string
  asked: Asked[]
  /** Its reply to a question: a text, or a status; null leaves the request open forever. */
  reply: (asked: Asked) => string | number | null
  close(): void
}

/** A reply with a draft of one sentence. */
export const anyDraft = '{"sections":[{"sentences":[{"text":"Boots.","passages":[]}]}]}'

/** The configuration of the language model that reads documents and writes drafts. */
export const modelEnvironment = ({ url }: ModelServer) => ({
  KNOWLEDGE_MODEL_PROVIDER: 'openai-compatible',
  KNOWLEDGE_MODEL: 'm',
  KNOWLEDGE_MODEL_BASE_URL: url,
})

/** A test language model: a server on loopback with OpenAI's chat API. */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked
    model.asked.push(asked)
    const reply = model.reply(asked)
    if (reply === null) return
    if (typeof reply === 'number') return void response.writeHead(reply).end('{"error":{"message":"no"}}')
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: reply } }
    const head = { id: '1', object: 'chat.completion', created: 1, model: asked.model }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...head, choices: [choice], usage: {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    reply: () => 500,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return model
}
