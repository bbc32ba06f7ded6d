import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DocsParameters, Feature } from '../../kernel/feature.ts'
import { notFound } from '../../lib/errors.ts'

const bundle = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const html = 'text/html; charset=utf-8'

const files: Record<string, { type: string; read: () => string | Buffer }> = {
  '/docs': { type: html, read: () => page },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', read: () => start },
  '/docs/swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFileSync(join(bundle, 'swagger-ui.css')),
  },
  '/docs/swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => readFileSync(join(bundle, 'swagger-ui-bundle.js')),
  },
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sightline API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

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
  for (const [path, { type, read }] of Object.entries(files)) {
    app.get(path, async (_request, reply) => reply.headers(headers).type(type).send(read()))
  }
  for (const [path, render] of Object.entries(pages)) {
    app.get<{ Params: DocsParameters }>(path, async ({ params }, reply) => {
      const page = render(params)
      if (page === undefined) throw notFound('page')
      return reply.headers(headers).type(html).send(page)
    })
  }
}
