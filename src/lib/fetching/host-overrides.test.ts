import { expect, test } from 'vitest'
import { parseHostOverrides } from './host-overrides.ts'
import { startServer, testFetcher } from './testing/test-servers.ts'

test('reads hosts and their replacement servers', () => {
  expect(parseHostOverrides('www.example.com=127.0.0.1:8080, example.com=[::1]:1')).toEqual([
    { host: 'www.example.com', address: '127.0.0.1', port: 8080 },
    { host: 'example.com', address: '::1', port: 1 },
  ])
  expect(parseHostOverrides(' ')).toEqual([])
})

test.each([
  'www.example.com',
  'www.example.com=',
  'www.example.com=127.0.0.1',
  'www.example.com=127.0.0.1:0',
  'www.example.com=127.0.0.1:65536',
  'www.example.com=localhost:80',
  'www.example.com=[127.0.0.1]:80',
  'www.example.com=::1:80',
  'www.example.com=[fe80::1%eth0]:80',
  'www.example.com=127.0.0.1:80=x',
  'WWW.example.com=127.0.0.1:80',
  'https://www.example.com=127.0.0.1:80',
  'www.example.com:443=127.0.0.1:80',
  '127.0.0.1=127.0.0.1:80',
  '=127.0.0.1:80',
  'a.example=127.0.0.1:80,',
])('rejects %s and shows a valid example', (text) => {
  expect(() => parseHostOverrides(text)).toThrow(/such as www\.example\.com=127\.0\.0\.1:8080; "[^"]*" is invalid/)
})

test('sends requests for an overridden host to its replacement server, with any scheme', async () => {
  const server = await startServer((request, response) => response.end(`${request.headers.host} ${request.url}`))
  const fetcher = testFetcher([], {
    standIns: [{ host: 'shop.example', address: '127.0.0.1', port: server.port }],
    resolve: async () => {
      throw new Error('unexpected lookup')
    },
  })
  const limits = { maxBytes: 1000, timeoutMs: 5000 }
  for (const url of ['https://shop.example/a', 'http://shop.example/b', 'https://shop.example/c']) {
    const page = await fetcher.get(url, limits)
    expect([page.url, page.status, page.body.toString()]).toEqual([url, 200, `shop.example ${new URL(url).pathname}`])
  }
  await expect(fetcher.get('https://other.example/', limits)).rejects.toThrow('other.example could not be')
  await expect(fetcher.get(server.origin, limits)).rejects.toThrow('is not a public address')
})
