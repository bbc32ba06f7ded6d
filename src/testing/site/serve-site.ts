import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export interface ServeSiteOptions {
  /** Whether the redirects of the folder’s `.htaccess` apply. */
  hasRedirects?: boolean
  /** The origin in the site’s files, replaced by the server’s own in pages and sitemaps. */
  publishedAs?: string
  /** Sent with every response. */
  headers?: Record<string, string>
}

export interface ServedSite {
  port: number
  /** `http://127.0.0.1:port`, without a trailing slash. */
  origin: string
  /** The requests so far: method, path with query, and status. */
  requests: { method: string; url: string; status: number }[]
  /** Body bytes sent so far. */
  sentBytes(): number
  close(): Promise<void>
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}
const texts = ['.html', '.txt', '.xml']

interface RewriteRule {
  pattern: RegExp
  target: string
}

/**
 * Serves a folder on loopback as Apache would: `index.html` for folders, a redirect to their trailing slash,
 * `404.html`, entity tags and 304.
 */
export async function serveSite(folder: string, options: ServeSiteOptions = {}): Promise<ServedSite> {
  const rules = options.hasRedirects === true ? await readRules(folder) : []
  const requests: ServedSite['requests'] = []
  let sentBytes = 0
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request
    for (const [name, value] of Object.entries(options.headers ?? {})) response.setHeader(name, value)
    response.once('finish', () => requests.push({ method, url, status: response.statusCode }))
    const site = { folder, rules, publishedAs: options.publishedAs, origin }
    answer(request, response, site).then(
      (bytes) => {
        sentBytes += bytes
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    port,
    origin,
    requests,
    sentBytes: () => sentBytes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Site {
  folder: string
  rules: RewriteRule[]
  publishedAs: string | undefined
  origin: string
}

/** @returns the number of body bytes */
async function answer(request: IncomingMessage, response: ServerResponse, site: Site): Promise<number> {
  const { pathname } = new URL(request.url ?? '/', site.origin)
  const path = decodeURIComponent(pathname)
  const location = redirectOf(site.rules, path)
  if (location !== undefined) return redirect(response, location)
  // Paths that leave the folder start at its top.
  const file = join(site.folder, normalize(`/${path}`))
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory() === true && !path.endsWith('/')) return redirect(response, `${pathname}/`)
  const page = found?.isDirectory() === true ? join(file, 'index.html') : file
  const isThere = found?.isFile() === true || (await stat(page).catch(() => undefined))?.isFile() === true
  const isHidden = path.includes('/.')
  if (isThere && !isHidden && !(found?.isFile() === true && path.endsWith('/'))) {
    return send(request, response, { site, file: page, status: 200 })
  }
  return send(request, response, { site, file: join(site.folder, '404.html'), status: 404 })
}

function redirect(response: ServerResponse, location: string): number {
  response.writeHead(301, { location, 'content-length': 0 }).end()
  return 0
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { site, file, status }: { site: Site; file: string; status: number },
): Promise<number> {
  const extension = extname(file)
  response.setHeader('content-type', contentTypes[extension] ?? 'application/octet-stream')
  response.statusCode = status
  const isText = texts.includes(extension)
  if (!isText) {
    const { size } = await stat(file)
    response.setHeader('content-length', size)
    if (request.method === 'HEAD') response.end()
    else createReadStream(file).pipe(response)
    return request.method === 'HEAD' ? 0 : size
  }
  const text = await readFile(file, 'utf8').catch(() => 'not found')
  const own = site.publishedAs === undefined ? text : text.replaceAll(site.publishedAs, site.origin)
  const etag = `"${createHash('sha1').update(own).digest('base64url')}"`
  response.setHeader('etag', etag)
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304).end()
    return 0
  }
  const body = Buffer.from(own)
  response.setHeader('content-length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
  return request.method === 'HEAD' ? 0 : body.length
}

/**
 * The redirecting `RewriteRule`s of Apache’s configuration, except those with a condition, which redirect to
 * https here.
 */
async function readRules(folder: string): Promise<RewriteRule[]> {
  const lines = (await readFile(join(folder, '.htaccess'), 'utf8')).split('\n')
  return lines.flatMap((line, index) => {
    const [, pattern, target] = /^\s*RewriteRule\s+(\S+)\s+(\S+)\s+\[[^\]]*R=301[^\]]*\]/.exec(line) ?? []
    const isConditional = /^\s*RewriteCond\b/.test(lines[index - 1] ?? '')
    if (pattern === undefined || target === undefined || isConditional) return []
    return [{ pattern: new RegExp(pattern), target }]
  })
}

/** Patterns of a folder’s own configuration match the path without its first slash. */
function redirectOf(rules: RewriteRule[], path: string): string | undefined {
  for (const { pattern, target } of rules) {
    const match = pattern.exec(path.slice(1))
    if (match !== null) return target.replace(/\$(\d)/g, (_text, group) => match[Number(group)] ?? '')
  }
  return undefined
}
