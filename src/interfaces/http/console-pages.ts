import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from './compression.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  // Licenses of bundled packages.
  '.md': 'text/markdown; charset=utf-8',
  '.woff2': 'font/woff2',
}

/**
 * Only this server's own content can run, load or connect, so an answer that is taken for HTML can do
 * nothing. Scripts set styles through the CSSOM, which no policy forbids.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
}

/** Paths of other routes: a missing page there is not a console page. */
const notPages = /^\/(v1|docs|console|ingest|mcp|oauth|\.well-known|healthz|readyz|metrics|openapi\.json)(\/|$)/

interface BuiltFile {
  type: string
  bytes: Buffer
  gzipped: Buffer
  /** Precompressed by the build. */
  brotli: Buffer | undefined
}

/**
 * Serves the built console, as read at startup: a later build does not affect open pages. Files with a hash
 * in their name are cached permanently; every other path returns the app, which has its own router.
 */
export function addConsolePages(app: FastifyInstance, directory: string): void {
  const files = readBuilt(directory)
  const index = files.get('index.html')
  if (index === undefined) throw new Error(`there is no index.html in ${directory}`)
  const tag = `"${createHash('sha256').update(index.bytes).digest('base64url').slice(0, 27)}"`

  app.page.answer = (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = request.url.split('?', 1)[0] as string
    const name = path.slice(1)
    const file = name === 'index.html' ? undefined : files.get(name)
    if (file !== undefined) {
      reply.status(200).headers({
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': "default-src 'none'",
      })
      return send(request, reply, file)
    }
    if (notPages.test(path) || extname(name) !== '') return undefined
    reply.status(200).headers({ ...pageHeaders, 'cache-control': 'no-cache', etag: tag })
    if (request.headers['if-none-match'] === tag) return reply.status(304).send()
    return send(request, reply, index)
  }
}

/** Less than a megabyte in total. */
function readBuilt(directory: string): Map<string, BuiltFile> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name) => {
      const type = types[extname(name)]
      if (type === undefined) return []
      const bytes = readFileSync(join(directory, name))
      const brotli = names.includes(`${name}.br`) ? readFileSync(join(directory, `${name}.br`)) : undefined
      const file = { type, bytes, brotli, gzipped: gzipSync(bytes, { level: 9 }) }
      return [[name.replaceAll('\\', '/'), file]]
    }),
  )
}

function send(request: FastifyRequest, reply: FastifyReply, { type, bytes, gzipped, brotli }: BuiltFile): FastifyReply {
  reply.headers({ 'content-type': type, vary: 'Accept-Encoding' })
  const takesBrotli = brotli !== undefined && accepts('br', request)
  const coding = takesBrotli ? 'br' : accepts('gzip', request) ? 'gzip' : undefined
  if (coding !== undefined) reply.header('content-encoding', coding)
  const content = takesBrotli ? brotli : coding === 'gzip' ? gzipped : bytes
  return reply.header('content-length', content.length).send(request.method === 'HEAD' ? undefined : content)
}
