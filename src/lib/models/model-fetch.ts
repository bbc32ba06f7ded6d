import { ModelProblem } from './model-problem.ts'

/** Headers in which the providers take a key. */
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key']
/** Shorter ones are placeholders that local servers ask for, such as `none`: words that an answer may hold. */
const shortestKey = 12

/** A request for vectors, the longest there is, is answered with 6 MB: 64 of 4,096 numbers. */
const maxAnswerBytes = 16 * 1024 * 1024

/**
 * `fetch` for whatever sends a key to a model's server. Of an answer that is no success the status alone is taken, and
 * from a success the key, as servers may repeat what they were sent. A redirect is no success either: only
 * `Authorization` would be kept from where it leads.
 * @throws ModelProblem for an answer that is too long: what holds a connection could fill the memory otherwise
 */
export const fetchFromModel: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const { status } = response
  if (!response.ok) {
    await response.body?.cancel()
    return new Response(null, { status })
  }
  const key = sentKey(new Headers(init?.headers))
  const text = await readText(response)
  const shown = key.length < shortestKey ? text : text.replaceAll(key, '…')
  return new Response(shown, { status, headers: { 'content-type': 'application/json' } })
}

function sentKey(headers: Headers): string {
  const [header = ''] = keyHeaders.flatMap((name) => headers.get(name) ?? [])
  return header.replace(/^Bearer /i, '')
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving it early ends the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new ModelProblem('the model’s answer is longer than 16 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
