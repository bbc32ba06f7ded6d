import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Resolve } from '../lib/fetching/open-connection.ts'

/** The domain of brands in tests, the only one that resolves. */
const domain = 'acme.com'

/** A page with these links; each lacks something that pages should have. */
export const pageOf = (heading: string, links: readonly string[], head = '') =>
  `<!doctype html><html><head>${head}</head><body><h1>${heading}</h1>
  ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</body></html>`

const usualPages = (): Record<string, string> => ({
  '/': pageOf('Acme', ['/boots', '/shoes', '/hats', '/gone', '/lost']),
  '/boots': pageOf('Boots', ['/', '/gone'], '<title>Boots</title>'),
  '/shoes': pageOf('Shoes', ['/', '/lost']),
  '/hats': pageOf('Hats', ['/']),
})

export interface FixtureSite {
  port: number
  /** Replaces a brand's website in an audit. */
  website: string
  resolveHost: Resolve
  /** The served pages, by path; tests may change them. */
  pages: Record<string, string>
  /** Called first if a test has set it. Returns true if it has answered. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>) | undefined
  /** The requests and their statuses, including robots.txt and the like. */
  requests: { path: string; status: number; userAgent: string }[]
  close(): void
}

/** A small site on loopback, to which the domain of brands in tests resolves. */
export async function startFixtureSite(): Promise<FixtureSite> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    response.once('finish', () => {
      const userAgent = request.headers['user-agent'] ?? ''
      site.requests.push({ path, status: response.statusCode, userAgent })
    })
    if ((await site.answer?.(request, response)) === true) return
    const found = site.pages[path]
    const etag = `"${hash('sha256', found ?? '', 'hex').slice(0, 20)}"`
    const type = /\.(txt|xml)$/.exec(path)?.[1]
    const headers = { 'content-type': type === undefined ? 'text/html; charset=utf-8' : contentTypes[type] }
    if (found === undefined) response.writeHead(404, headers).end('nothing here')
    else if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { ...headers, etag }).end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site: FixtureSite = {
    port,
    website: `http://${domain}:${port}`,
    async resolveHost(host) {
      if (host === domain) return ['127.0.0.1']
      throw Object.assign(new Error(`no ${host} in tests`), { code: 'ENOTFOUND' })
    },
    pages: usualPages(),
    answer: undefined,
    requests: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}

const contentTypes: Record<string, string> = { txt: 'text/plain', xml: 'application/xml' }
