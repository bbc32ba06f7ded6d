import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DocsParameters, Feature } from '../../kernel/feature.ts'
import { notFound } from '../../lib/errors.ts'

const bundle = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const html = 'text/html; charset=utf-8'

const own = join(import.meta.dirname, 'docs')
const script = 'text/javascript; charset=utf-8'

const files: Record<string, { type: string; file: string }> = {
  '/docs': { type: html, file: join(own, 'index.html') },
  '/docs/start.js': { type: script, file: join(own, 'start.js') },
  '/docs/swagger-ui.css': { type: 'text/css; charset=utf-8', file: join(bundle, 'swagger-ui.css') },
  '/docs/swagger-ui-bundle.js': { type: script, file: join(bundle, 'swagger-ui-bundle.js') },
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI sets style attributes and draws its icons from data URLs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Adds `/openapi.json`, the API reference at `/docs`, and the features' pages below it, without external
 * resources.
 * @param makeDocument called on the first request, as it takes as long as the rest of the startup
 */
export function addDocsRoutes(
  app: FastifyInstance,
  makeDocument: () => object,
  pages: NonNullable<Feature['docsPages']>,
): void {
  const headers = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }
  let json: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(makeDocument())
    return reply.type('application/json; charset=utf-8').send(json)
  })
  for (const [path, { type, file }] of Object.entries(files)) {
    app.get(path, async (_request, reply) => reply.headers(headers).type(type).send(readFileSync(file)))
  }
  for (const [path, render] of Object.entries(pages)) {
    app.get<{ Params: DocsParameters }>(path, async ({ params }, reply) => {
      const page = render(params)
      if (page === undefined) throw notFound('page')
      return reply.headers(headers).type(html).send(page)
    })
  }
}
