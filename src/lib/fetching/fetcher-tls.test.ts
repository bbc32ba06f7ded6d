import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { makeCertificate } from './testing/test-certificate.ts'
import { respondWith, start, startServer, testFetcher } from './testing/test-servers.ts'

const limits = { maxBytes: 1000, timeoutMs: 5000 }
const toLoopback = () => Promise.resolve(['127.0.0.1'])

/** Starts a TLS server that responds with the requested server name. */
async function startTls(certificate: { cert: string; key: string }) {
  let requests = 0
  const tls = createServer(certificate, (request, response) => {
    requests += 1
    response.end(JSON.stringify((request.socket as TLSSocket & { servername: unknown }).servername))
  })
  const server = await start(tls, {})
  return { ...server, requests: () => requests, at: (host: string) => `https://${host}:${server.port}/` }
}

test('verifies the certificate against the host name, not the resolved address', async () => {
  const certificate = makeCertificate('site.example')
  const server = await startTls(certificate)
  const fetcher = testFetcher([server], { ca: [certificate.cert], resolve: toLoopback })
  expect((await fetcher.get(server.at('site.example'), limits)).body.toString()).toBe('"site.example"')
  expect((await fetcher.get(server.at('site.example.'), limits)).body.toString()).toBe('"site.example"')
  await expect(fetcher.get(server.at('other.example'), limits)).rejects.toMatchObject({
    kind: 'tls',
    message: 'other.example has a certificate for another name',
  })
  expect(server.requests()).toBe(2)
})

test('verifies the certificate of an IP address and sends no server name', async () => {
  const certificate = makeCertificate('127.0.0.1')
  const server = await startTls(certificate)
  const fetcher = testFetcher([server], { ca: [certificate.cert], resolve: toLoopback })
  expect((await fetcher.get(server.at('127.0.0.1'), limits)).body.toString()).toBe('false')
  await expect(fetcher.get(server.at('site.example'), limits)).rejects.toMatchObject({ kind: 'tls' })
})

test.each(['', '0'])('refuses a self-signed certificate (NODE_TLS_REJECT_UNAUTHORIZED=%s)', async (value) => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = value
  try {
    const server = await startTls(makeCertificate('127.0.0.1'))
    await expect(testFetcher([server]).get(server.at('127.0.0.1'), limits)).rejects.toMatchObject({
      kind: 'tls',
      message: '127.0.0.1 has a self-signed certificate',
    })
    expect(server.requests()).toBe(0)
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  }
})

test('refuses an expired certificate', async () => {
  const certificate = makeCertificate('127.0.0.1', new Date(Date.now() - 1000))
  const server = await startTls(certificate)
  const fetcher = testFetcher([server], { ca: [certificate.cert] })
  await expect(fetcher.get(server.at('127.0.0.1'), limits)).rejects.toMatchObject({
    kind: 'tls',
    message: '127.0.0.1 has a certificate that has expired',
  })
})

test('explains that a server does not speak TLS', async () => {
  const server = await startServer(respondWith('plain'))
  await expect(testFetcher([server]).get(server.origin.replace('http:', 'https:'), limits)).rejects.toMatchObject({
    kind: 'tls',
    message: '127.0.0.1 did not complete a TLS handshake',
  })
})
