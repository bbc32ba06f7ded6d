import type { Readable, Writable } from 'node:stream'

/** Part of a message of the Chrome DevTools Protocol. Its texts can come from the page. */
// biome-ignore lint/suspicious/noExplicitAny: Chromium defines the fields of each method and event.
export type Fields = Record<string, any>

export interface Devtools {
  /** @throws Error with Chromium’s message */
  send(method: string, params?: Fields): Promise<Fields>
  on(event: string, listener: (params: Fields) => void): void
}

/** A longer message can only be a page that wants to fill the memory. */
const maxMessageBytes = 32 * 1024 * 1024

/**
 * Speaks the protocol over the pipes of `--remote-debugging-pipe`, where a zero byte ends each message.
 * @param onFailure called if the pipe breaks
 */
export function openDevtools(
  input: Writable,
  output: Readable,
  onFailure: (error: Error) => void,
): (sessionId?: string) => Devtools {
  const pending = new Map<number, { resolve(result: Fields): void; reject(error: Error): void }>()
  const listeners = new Map<string, (params: Fields) => void>()
  let lastId = 0
  let parts: Buffer[] = []
  let length = 0
  output.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      receive(Buffer.concat([...parts, rest.subarray(0, end)]).toString())
      parts = []
      length = 0
      rest = rest.subarray(end + 1)
    }
    parts.push(rest)
    length += rest.length
    if (length > maxMessageBytes) output.destroy(new Error('Chromium sent too long a message'))
  })
  for (const stream of [input, output]) stream.on('error', onFailure)

  function receive(text: string): void {
    const { id, method, params, result, error } = JSON.parse(text) as Fields
    if (method !== undefined) listeners.get(method)?.(params)
    const sent = pending.get(id)
    pending.delete(id)
    if (error === undefined) sent?.resolve(result)
    else sent?.reject(new Error(error.message))
  }

  return (sessionId) => ({
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1
        pending.set(lastId, { resolve, reject })
        input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
      }),
    on: (event, listener) => listeners.set(event, listener),
  })
}
