/** Headers in which the providers take a key. */
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key']
/** Shorter ones are placeholders that local servers ask for, such as `none`: words that an answer may hold. */
const shortestKey = 12

/**
 * `fetch` for whatever sends a key to a model's server. Of an answer that is no success the status alone is taken, and
 * from a success the key, as servers may repeat what they were sent. A redirect is no success either: only
 * `Authorization` would be kept from where it leads.
 */
export const fetchFromModel: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const { status } = response
  if (!response.ok) {
    await response.body?.cancel()
    return new Response(null, { status })
  }
  const key = sentKey(new Headers(init?.headers))
  const text = await response.text()
  const shown = key.length < shortestKey ? text : text.replaceAll(key, '…')
  return new Response(shown, { status, headers: { 'content-type': 'application/json' } })
}

function sentKey(headers: Headers): string {
  const [header = ''] = keyHeaders.flatMap((name) => headers.get(name) ?? [])
  return header.replace(/^Bearer /i, '')
}
