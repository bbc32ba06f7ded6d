import { get as naiveGet } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { parseAllowedAddresses } from './allowed-addresses.ts'
import { FetchProblem } from './fetch-problem.ts'
import type { Fetcher, FetcherOptions } from './fetcher.ts'
import { followRedirects } from './follow-redirects.ts'
import { respondWith, startServer, type TestServer, testFetcher } from './testing/test-servers.ts'

const limits = { maxBytes: 1000, timeoutMs: 2000 }

/** Notations of the addresses of the local machine. */
const disguises = [
  'http://127.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.0.0.01:PORT/',
  'http://127.0.0.2:PORT/',
  'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/',
  'http://2130706433.:PORT/',
  'http://017700000001:PORT/',
  'http://0x7f000001:PORT/',
  'http://0X7F000001:PORT/',
  'http://0x7f.1:PORT/',
  'http://0x7f.0x0.0x0.0x1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0177.0.0.01:PORT/',
  'http://00000000177.0.0.1:PORT/',
  'http://0177.0x0.1:PORT/',
  'http://127.0x1:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://0x0:PORT/',
  'http://00:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://127%2e0%2E0%2e1:PORT/',
  'http://%30%78%37%66%2e1:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127．0．0．1:PORT/',
  'http://127｡0｡0｡1:PORT/',
  'http://１２７。１:PORT/',
  'http://127\u00AD.0.0.1:PORT/',
  'http://127.0.0.1:0PORT/',
  'http://127.0.0.1:PORT?x',
  'http://127.0.0.1:PORT#@public.example',
  'http://user@127.0.0.1:PORT/',
  'http://user:password@127.0.0.1:PORT/',
  'http://public.example@127.0.0.1:PORT/',
  'http://public.example:80@127.0.0.1:PORT/',
  'http://public.example%40127.0.0.1@127.0.0.1:PORT/',
  'http://:@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@public.example/',
  'http:\\\\127.0.0.1:PORT\\',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:////127.0.0.1:PORT/',
  'HTTP://127.0.0.1:PORT/',
  ' \thttp://127.0.0.1:PORT/',
  'ht\ntp://127.0\t.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[0000::0001]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::FFFF:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:7f00:0001]:PORT/',
  'http://[::ffff:0.0.0.0]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhoſt:PORT/',
  'http://ⓛocalhost:PORT/',
  'http://loc%61lhost:PORT/',
]

let canary: TestServer

/** Listens on all addresses of the machine to detect any connection. */
beforeEach(async () => {
  const onAll = startServer(respondWith('reached'), { host: '::' })
  canary = await onAll.catch(() => startServer(respondWith('reached'), { host: '0.0.0.0' }))
})

const forms = () => disguises.map((form) => form.replace('PORT', `${canary.port}`))

/** Only the address check protects the canary: its port is a web port, and other servers are allowed. */
function guarded(allowed: TestServer[], options: Partial<FetcherOptions> = {}): Fetcher {
  return testFetcher(allowed, { ports: [80, 443, canary.port], ...options })
}

const refused = expect.objectContaining({ kind: expect.stringMatching(/^(refused_address|invalid_url)$/) })

test('an ordinary client reaches the local machine by these URLs', async () => {
  for (const form of forms()) {
    await new Promise((resolve) => {
      naiveGet(URL.parse(form) ?? '', { agent: false }, (response) => response.resume().on('end', resolve)).on(
        'error',
        resolve,
      )
    })
  }
  expect(canary.connections()).toBeGreaterThanOrEqual(45)
})

test('the fetcher refuses URLs of the local machine', async () => {
  const fetcher = guarded([])
  for (const form of forms()) {
    await expect(fetcher.get(form, limits), form).rejects.toEqual(refused)
    const overTls = form.replace(/https?:/i, 'https:')
    await expect(fetcher.get(overTls, limits), overTls).rejects.toEqual(refused)
  }
  expect(canary.connections()).toBe(0)
})

test('the fetcher refuses redirects to the local machine', async () => {
  const gate = await startServer((request, response) => {
    const to = new URL(request.url ?? '', 'http://gate').searchParams.get('to')
    if (to === null) return response.end('gate')
    // Header values are bytes, so the URL is sent as UTF-8.
    const location = Buffer.from(to.replace(/[\t\n]/g, '')).toString('latin1')
    response.writeHead(302, { location }).end()
  })
  const fetcher = guarded([gate])
  for (const form of forms()) {
    const url = `${gate.origin}/?to=${encodeURIComponent(form)}`
    const { redirects, end } = await followRedirects(fetcher, url, limits)
    // On an http page, `http:` with at most one slash is a relative path.
    const isPath = /^http:\/?\d/.test(form)
    expect([form, redirects.length, end instanceof FetchProblem ? end : 'gate']).toEqual([
      form,
      1,
      isPath ? 'gate' : refused,
    ])
  }
  expect([canary.connections(), gate.connections()]).toEqual([0, 1])
})

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '0:0:0:0:0:ffff:7f00:1',
  '10.0.0.1',
  '169.254.169.254',
  'fd00:ec2::254',
  '93.184.216.34 127.0.0.1',
  '127.0.0.1 93.184.216.34',
  '2606:4700::1111 ::1',
  '127.1',
  '0x7f000001',
  'localhost',
  '',
])('the fetcher refuses a name that resolves to "%s"', async (addresses) => {
  const fetcher = guarded([], { resolve: () => Promise.resolve(addresses.split(' ')) })
  for (const name of ['site.example', 'SITE.example.', 'metadata.google.internal', 'bücher.example']) {
    await expect(fetcher.get(`http://${name}:${canary.port}/`, limits)).rejects.toEqual(refused)
  }
  expect(canary.connections()).toBe(0)
})

test('the fetcher refuses the machine’s own names', async () => {
  const fetcher = guarded([])
  const hosts = ['localhost', 'localhost.', 'LocalHost', 'a.localhost']
  for (const host of hosts) {
    await expect(fetcher.get(`http://${host}:${canary.port}/`, limits)).rejects.toBeInstanceOf(FetchProblem)
  }
  expect(canary.connections()).toBe(0)
})

test('the fetcher checks a name again on every lookup', async () => {
  let requests = 0
  const other = await startServer((_request, response) => {
    requests += 1
    response.setHeader('connection', 'close').end('other')
  })
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1', '127.0.0.3']]
  let lookups = 0
  const resolve = () => Promise.resolve(answers[lookups++ % answers.length] ?? [])
  // Allows only 127.0.0.1 on the port of the other server.
  const fetcher = testFetcher([other], { ports: [80, 443, other.port], resolve })
  const url = `http://rebound.example:${other.port}/`
  for (const isReached of [true, false, true, false]) {
    const page = fetcher.get(url, limits)
    if (isReached) expect((await page).body.toString()).toBe('other')
    else await expect(page).rejects.toEqual(refused)
  }
  // Each request resolved the name once and connected to that address.
  expect([lookups, requests]).toEqual([4, 2])
})

test('the fetcher refuses if the system connects to a different address than requested', async () => {
  let requests = 0
  const server = await startServer(
    (_request, response) => {
      requests += 1
      response.end()
    },
    { host: '0.0.0.0' },
  )
  // Connecting to 0.0.0.0 reaches 127.0.0.1, which is not allowed.
  const allowedAddresses = parseAllowedAddresses(`0.0.0.0:${server.port}`)
  const fetcher = guarded([], { allowedAddresses })
  await expect(fetcher.get(`http://0.0.0.0:${server.port}/`, limits)).rejects.toEqual(refused)
  expect(requests).toBe(0)
})

test.each([
  'file:///etc/passwd',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_GET%20/',
  'ws://127.0.0.1:PORT/',
  'wss://127.0.0.1:PORT/',
  'data:text/html,hello',
  'javascript:alert(1)',
  'blob:http://127.0.0.1:PORT/x',
  'view-source:http://127.0.0.1:PORT/',
  'unix:/var/run/docker.sock',
  'about:blank',
  'mailto:a@b.example',
])('the fetcher refuses %s', async (form) => {
  const url = form.replace('PORT', `${canary.port}`)
  await expect(guarded([]).get(url, limits)).rejects.toMatchObject({ kind: 'unsupported_scheme' })
  expect(canary.connections()).toBe(0)
})

test.each([
  '',
  '/',
  'page',
  '//127.0.0.1/',
  'http://',
  'http://[::1',
  'http://a b/',
  'http://127.0.0.256/',
  'http://1.2.3.4.5/',
])('the fetcher rejects "%s" as an invalid URL', async (url) => {
  await expect(guarded([]).get(url, limits)).rejects.toMatchObject({ kind: 'invalid_url' })
})

test('the fetcher sends nothing if a URL contains a user name or password', async () => {
  const server = await startServer(respondWith('allowed'))
  for (const user of ['user', 'user:password', ':password']) {
    const url = server.origin.replace('//', `//${user}@`)
    await expect(testFetcher([server]).get(url, limits)).rejects.toMatchObject({ kind: 'invalid_url' })
  }
  expect(server.connections()).toBe(0)
})

test('the fetcher reaches an allowed server, but no other port', async () => {
  const server = await startServer(respondWith('allowed'))
  const fetcher = testFetcher([server])
  expect((await fetcher.get(server.origin, limits)).body.toString()).toBe('allowed')
  await expect(fetcher.get(`http://127.0.0.1:${canary.port}/`, limits)).rejects.toEqual(refused)
})
