import { ModelProblem } from './model-problem.ts'

/** Headers in which providers accept a key. */
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key']
/** Shorter keys are placeholders for local servers, such as `none`: words that an answer can contain. */
const minKeyLength = 12

/** The largest response, for 64 vectors of 4,096 numbers, has 6 MB. */
const maxAnswerBytes = 16 * 1024 * 1024

/**
 * `fetch` for requests that send a key to a model’s server. Reads only the status of an unsuccessful
 * response, and removes the key from a successful one, as servers may echo it. Does not follow redirects:
 * only `Authorization` would be withheld from their target.
 * @throws ModelProblem if a response is too long, which could exhaust the memory
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
  const shown = key.length < minKeyLength ? text : text.replaceAll(key, '…')
  return new Response(shown, { status, headers: { 'content-type': 'application/json' } })
}

function sentKey(headers: Headers): string {
  const [header = ''] = keyHeaders.flatMap((name) => headers.get(name) ?? [])
  return header.replace(/^Bearer /i, '')
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new ModelProblem('the model’s answer is longer than 16 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
