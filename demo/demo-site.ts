import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import site from './data/site.json' with { type: 'json' }
import { renderPage, type SitePage } from './render-page.ts'

/** The site of the demo brand, on loopback. */
export interface DemoSite {
  port: number
  /** Its hosts with their stand-in server, in the format of SITE_STAND_INS. */
  standIns: string
  /** Switches to the site's later state: some faults are fixed, others are new. */
  workOn(): void
  close(): Promise<void>
}

interface Reply {
  status: number
  type?: string
  body?: string
  location?: string
}

const [host = '', ...otherHosts] = site.hosts
const origin = `https://${host}`
const firstPages = new Map((site.pages as SitePage[]).map((page) => [page.path, page]))
const redirects = new Map<string, { to: string; status: number }>(Object.entries(site.redirects))
const broken = new Map<string, number>(Object.entries(site.broken))
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'

/** Serves the invented site, including faults for audits to find. */
export async function startDemoSite(): Promise<DemoSite> {
  let pages: Pages = firstPages
  const server = createServer((request, response) => send(request, response, replyTo(pages, request)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    standIns: site.hosts.map((name) => `${name}=127.0.0.1:${port}`).join(','),
    workOn() {
      pages = laterPages()
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

type Pages = ReadonlyMap<string, SitePage>

function laterPages(): Pages {
  const pages = new Map(firstPages)
  for (const changed of site.later.pages)
    pages.set(changed.path, { ...(pages.get(changed.path) as SitePage), ...changed })
  for (const path of site.later.gone) pages.delete(path)
  return pages
}

function replyTo(pages: Pages, { headers, url = '/' }: IncomingMessage): Reply {
  const path = url.split('?')[0] as string
  if (otherHosts.includes(headers.host ?? '')) return { status: 301, location: `${origin}${path}` }
  const agent = headers['user-agent']?.toLowerCase() ?? ''
  if (site.refusedBots.some((bot) => agent.includes(bot))) return { status: 403, body: 'Forbidden' }
  const redirect = redirects.get(path)
  if (redirect !== undefined) return { status: redirect.status, location: `${origin}${redirect.to}` }
  const page = pages.get(path)
  if (page !== undefined) return { status: 200, type: 'text/html', body: renderPage(page, origin) }
  if (path === '/robots.txt') return { status: 200, body: `${site.robots.join('\n')}\n` }
  if (path === '/sitemap.xml') return { status: 200, type: 'application/xml', body: sitemap(pages) }
  if (path === '/logo.svg') return { status: 200, type: 'image/svg+xml', body: logo }
  return { status: broken.get(path) ?? 404, body: 'Page not found.' }
}

function sitemap(pages: Pages): string {
  const listed = [...pages.keys(), ...site.listedButGone].filter((path) => !site.notListed.includes(path))
  const entries = listed.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`
}

function send({ headers }: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status, type = 'text/plain', body = '', location } = reply
  const isPacked = headers['accept-encoding']?.includes('gzip') === true && body !== ''
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    ...(isPacked && { 'content-encoding': 'gzip' }),
    ...(location !== undefined && { location }),
  })
  response.end(isPacked ? gzipSync(body) : body)
}
