import { afterEach, expect, test, vi } from 'vitest'
import { readInThread } from './read-in-thread.ts'

afterEach(() => void vi.restoreAllMocks())

test('the time limit for reading a page starts with its turn, not while it is queued', async () => {
  const timed = vi.spyOn(AbortSignal, 'timeout')
  const { signal } = new AbortController()
  const read = (path: string) => {
    const url = `https://site.example${path}`
    const headers = new Headers({ 'content-type': 'text/html' })
    const body = Buffer.from(`<title>${path}</title>`)
    const end = {
      url,
      status: 200,
      headers,
      body,
      truncated: false as const,
      encodedBytes: body.length,
      timings: { firstByteMs: 1, totalMs: 1 },
      address: '192.0.2.1',
    }
    const address = { url, depth: 1, source: null, redirects: [], end, isAllowed: true, isInSitemap: false }
    return readInThread('audit', address, undefined, signal)
  }
  const reads = ['/1', '/2', '/3', '/4'].map(read)
  await reads[0]
  expect(timed.mock.calls.length).toBeLessThan(3)
  for (const { page } of await Promise.all(reads)) expect(page.status).toBe(200)
  expect(timed).toHaveBeenCalledTimes(4)
})
