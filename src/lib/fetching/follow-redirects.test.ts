import { expect, test } from 'vitest'
import { FetchProblem } from './fetch-problem.ts'
import { followRedirects } from './follow-redirects.ts'
import { startServer, testFetcher } from './testing/test-servers.ts'

const limits = { maxBytes: 1000, timeoutMs: 5000 }

/** Starts a site with redirects by path; other paths return their URL and headers. */
async function startSite(redirects: Record<string, [number, string]>) {
  const server = await startServer((request, response) => {
    const [status, location] = redirects[request.url ?? ''] ?? []
    if (status !== undefined) response.writeHead(status, { location })
    response.end(JSON.stringify({ url: request.url, ...request.headers }))
  })
  const fetcher = testFetcher([server])
  const follow = (path: string, options = {}) =>
    followRedirects(fetcher, server.origin + path, { ...limits, ...options })
  return { server, follow }
}

test('a page without a redirect has an empty chain', async () => {
  const { follow } = await startSite({ '/304': [304, '/x'], '/300': [300, '/x'] })
  for (const path of ['/page', '/304', '/300']) {
    expect(await follow(path)).toMatchObject({ redirects: [], end: { url: expect.stringContaining(path) } })
  }
})

test('follows all redirect status codes and reports each step', async () => {
  const { server, follow } = await startSite({
    '/1': [301, '/2'],
    '/2': [302, '3?q#part'],
    '/3?q': [303, `//${'127.0.0.1'}:0/../4`],
    '/4': [307, ''],
  })
  const followed = await follow('/1')
  const at = (path: string) => server.origin + path
  expect(followed.redirects).toEqual([
    { url: at('/1'), status: 301, to: at('/2') },
    { url: at('/2'), status: 302, to: at('/3?q') },
    { url: at('/3?q'), status: 303, to: 'http://127.0.0.1:0/4' },
  ])
  expect(followed.end).toMatchObject({ kind: 'refused_address' })
})

test('reads non-ASCII bytes in a Location header as UTF-8', async () => {
  const { server, follow } = await startSite({ '/1': [308, Buffer.from('/ä').toString('latin1')] })
  expect((await follow('/1')).end).toMatchObject({ url: `${server.origin}/%C3%A4`, status: 200 })
})

test('a redirect without a Location header is a page', async () => {
  const server = await startServer((_request, response) => response.writeHead(301).end('moved'))
  const followed = await followRedirects(testFetcher([server]), server.origin, limits)
  expect(followed).toMatchObject({ redirects: [], end: { status: 301 } })
})

test.each([
  ['self-redirect', '/a', { '/a': [302, '/a'] }, 1, 'redirect_loop', /back to .*\/a$/],
  ['loop', '/a', { '/a': [302, '/b'], '/b': [302, '/c'], '/c': [302, '/b#x'] }, 3, 'redirect_loop', /\/b$/],
  ['malformed location', '/a', { '/a': [302, 'http://[x'] }, 1, 'invalid_url', /invalid URL/],
  ['file: location', '/a', { '/a': [302, 'file:///etc/passwd'] }, 1, 'unsupported_scheme', /not file:/],
  ['script location', '/a', { '/a': [302, 'javascript:alert(1)'] }, 1, 'unsupported_scheme', /javascript/],
] as const)('a %s ends the chain and returns its steps', async (_name, path, site, steps, kind, message) => {
  const { server, follow } = await startSite(site as unknown as Record<string, [number, string]>)
  const { redirects, end } = await follow(path)
  expect(redirects).toHaveLength(steps)
  expect(end).toBeInstanceOf(FetchProblem)
  expect(end).toMatchObject({ kind, message: expect.stringMatching(message) })
  expect(server.connections()).toBe(1)
})

test('follows redirects up to the limit', async () => {
  const { follow } = await startSite({ '/1': [302, '/2'], '/2': [302, '/3'], '/3': [302, '/4'] })
  expect((await follow('/1', { maxRedirects: 3 })).end).toMatchObject({ status: 200 })
  expect(await follow('/1', { maxRedirects: 2 })).toMatchObject({
    redirects: [{}, {}, {}],
    end: { kind: 'too_many_redirects', message: 'it redirects more than 2 times' },
  })
})

test('the timeout covers all steps together', async () => {
  let step = 0
  const server = await startServer((_request, response) => {
    step += 1
    setTimeout(() => response.writeHead(302, { location: `/${step}` }).end(), 40)
  })
  const { end } = await followRedirects(testFetcher([server]), server.origin, { ...limits, timeoutMs: 200 })
  expect(end).toMatchObject({ kind: 'timeout' })
  expect(step).toBeLessThan(7)
})

test('sends validators only to the first URL, and credentials only to its origin', async () => {
  const other = await startServer((request, response) => response.end(JSON.stringify(request.headers)))
  const { server, follow } = await startSite({ '/1': [302, '/2'], '/away': [302, other.origin] })
  const options = {
    headers: { authorization: 'secret', cookie: 'a=1', accept: 'text/html' },
    ifNoneMatch: '"1"',
  }
  const { end } = await follow('/1', options)
  const sameOrigin = JSON.parse((end as { body: Buffer }).body.toString())
  expect(sameOrigin).toMatchObject({ authorization: 'secret', cookie: 'a=1', accept: 'text/html' })
  expect(sameOrigin).not.toHaveProperty('if-none-match')

  const away = await followRedirects(testFetcher([server, other]), `${server.origin}/away`, {
    ...limits,
    ...options,
  })
  const sent = JSON.parse((away.end as { body: Buffer }).body.toString())
  expect(sent).toMatchObject({ accept: 'text/html' })
  expect(sent).not.toHaveProperty('authorization')
  expect(sent).not.toHaveProperty('cookie')
})
