import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints, urlOf } from '../../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addConsolePages } from './console-pages.ts'

let test: TestApp
let fixture: Fixture
let directory: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Sightline</title>')
  writeFileSync(join(directory, 'assets', 'index-abc.js'), 'void 0')
  writeFileSync(join(directory, 'assets', 'index-abc.js.br'), 'as small as it gets')
  ;({ test, fixture } = await startFixtureApp())
  addConsolePages(test.app.http, directory)
  // Another build removes the files while the console is open.
  rmSync(directory, { recursive: true })
})
afterAll(() => test.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  test.app.http.inject({ method: 'GET', url: path, headers })

it('every path without another handler is a page, which can run only what this server sends', async () => {
  for (const path of ['/', '/sign-in', '/connect?request=x', '/a/b/overview?period=7d']) {
    const { statusCode, headers, payload } = await get(path)
    expect([statusCode, headers['content-type'], payload]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining('Sightline'),
    ])
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:/)
    // Prevents clickjacking.
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-cache')
    expect((await get(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  }
})

it('a built file is served by name, compressed if accepted, and cached permanently', async () => {
  const plain = await get('/assets/index-abc.js')
  expect([plain.statusCode, plain.payload]).toEqual([200, 'void 0'])
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  for (const [accepted, coding, content] of [
    ['gzip, br', 'br', 'as small as it gets'],
    ['gzip, br;q=0', 'gzip', gzipSync('void 0', { level: 9 })],
    ['gzip;q=0.000, deflate', undefined, 'void 0'],
  ] as const) {
    const packed = await get('/assets/index-abc.js', { 'accept-encoding': accepted })
    expect(packed.headers['content-encoding']).toBe(coding)
    expect(packed.rawPayload).toEqual(Buffer.from(content))
  }
  const other = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(other.headers['content-encoding']).toBe('gzip')
})

it('missing files and paths outside the directory are not pages', async () => {
  for (const path of [
    '/assets/index-old.js',
    '/index.html',
    '/assets/index-abc.js.br',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/console/api/nothing',
    '/docs/nothing',
    '/ingest/nothing',
    '/.well-known/nothing',
  ]) {
    const { statusCode, headers } = await get(path)
    expect([404, 401], path).toContain(statusCode)
    expect(String(headers['content-type']), path).toMatch(/^application\/json/)
  }
})

it('hides no refusal of the API: the key comes first, then 404, or 405 with Allow', async () => {
  const shapeOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const reads = endpoints.filter(({ http }) => http.method === 'GET').map(({ http }) => shapeOf(http.path))
  const writeOnly = endpoints
    .filter(({ http }) => !reads.some((shape) => shape.test(http.path)))
    .map((endpoint) => urlOf(endpoint, fixture.ids, []))
  expect(writeOnly).not.toEqual([])
  let previous: number | undefined
  for (const url of ['/v1', '/v1/nothing', ...writeOnly]) {
    expect([url, (await test.get(url)).status]).toEqual([url, 401])
    const { status, headers } = await test.get(url, fixture.key)
    // Each one counts against the key's limit.
    const left = Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    expect([url, left < (previous ?? Number.POSITIVE_INFINITY)]).toEqual([url, true])
    previous = left
    const isPath = writeOnly.includes(url)
    expect([url, status, headers.allow !== undefined]).toEqual([url, isPath ? 405 : 404, isPath])
  }
})
