import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { html, type PageOptions } from '../../checks/testing/site.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** What a planted page sends, in place of a page without faults. */
export interface PlantedPage extends Omit<PageOptions, 'url' | 'redirects'> {
  /** Sends the response itself, such as a delayed one. */
  answer?: Answer
  /** Sends the body uncompressed. */
  isPlain?: boolean
}

/** A site with planted faults. */
export interface PlantedSite {
  host: string
  /** The home page’s URL. */
  home: string
  pages: Map<string, PlantedPage>
  /** Each planted fault as `check path` or, about a bot, `check path bot`. */
  faults: Set<string>
  /**
   * Serves a page at a path or URL, with these faults. A fault of another page is `check path`.
   * @returns a link to it
   */
  plant(path: string, page: PlantedPage, ...faults: string[]): string
}

export function plantSite(host: string, home = `https://${host}/`): PlantedSite {
  const pages = new Map<string, PlantedPage>()
  const faults = new Set<string>()
  return {
    ...{ host, home, pages, faults },
    plant(path, page, ...names) {
      pages.set(new URL(path, home).pathname + new URL(path, home).search, { base: home, ...page })
      for (const fault of names) faults.add(fault.includes(' ') ? fault : `${fault} ${path}`)
      return `<a href="${path.replaceAll('&', '&amp;')}">About ${path.replaceAll('&', ' ')}</a>`
    },
  }
}

export interface SitemapEntry {
  url: string
  lastmod?: string
}

export const sitemapOf = (entries: readonly SitemapEntry[]): PlantedPage => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
    .map(
      ({ url, lastmod = '2026-01-01' }) =>
        `<url><loc>${url.replaceAll('&', '&amp;')}</loc>${lastmod === '' ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`,
    )
    .join('')}</urlset>`,
})

export const textFile = (body: string): PlantedPage => ({ headers: { 'content-type': 'text/plain' }, body })

export const jsonFile = (value: object): PlantedPage => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** A profile of UCP that lacks what must be there even if it is empty. */
export const faultyUcp = jsonFile({ ucp: { version: '2026-04-08', services: {} } })

export const redirectTo = (to: string, status = 301): PlantedPage => ({
  status,
  headers: { location: to },
  body: 'moved',
})

/** Serves sites on one port of loopback, by host name. */
export async function servePlantedSites(sites: () => readonly PlantedSite[]) {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const site = sites().find((one) => one.host === host)
    const path = request.url ?? '/'
    const page = site?.pages.get(path)
    if (page?.answer !== undefined) return page.answer(request, response)
    send(response, path, page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Sends a page, or 404 without one. */
export function send(response: ServerResponse, path: string, page: PlantedPage | undefined): void {
  const { status = page === undefined ? 404 : 200, headers = {}, isPlain = false } = page ?? {}
  const body = Buffer.from(page?.body ?? html({ ...page, url: path }))
  const sent = isPlain || body.length === 0 ? body : gzipSync(body)
  response.writeHead(status, {
    ...(isPlain || body.length === 0 ? {} : { 'content-encoding': 'gzip' }),
    'content-length': sent.length,
    'content-type': 'text/html; charset=utf-8',
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': "default-src 'self' 'unsafe-inline'",
    ...headers,
  })
  response.end(sent)
}
