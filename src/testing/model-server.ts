import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a language model is asked, as OpenAI's chat API has it. */
export interface Asked {
  model: string
  messages: { role: string; content: unknown }[]
}

export interface ModelServer {
  /** As OpenAI-compatible servers are configured. */
  url: string
  asked: Asked[]
  /** What it replies to a question: a text of the model, or a status; null leaves the request open for good. */
  reply: (asked: Asked) => string | number | null
  close(): void
}

/** Stands in for somebody else's language model: a server on loopback that speaks OpenAI's chat API. */
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
