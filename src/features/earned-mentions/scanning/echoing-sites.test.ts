import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditedBrand, makeAuditedBrand } from '../../../testing/audits/audited-brand.ts'
import {
  type EchoAnswer,
  type EchoServer,
  echoMark,
  inHeader,
  refusing,
  startEchoServer,
} from '../../../testing/echo-server.ts'
import { portion } from '../../../testing/forms.ts'
import { dumpStores } from '../../../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { scanBrand } from './scan-pages.ts'

/* The content of a failed response is neither logged, shown nor stored, and the site receives no key. */

const written: string[] = []
let server: EchoServer
let app: TestApp
let brand: AuditedBrand
let number = 0

beforeAll(async () => {
  server = await startEchoServer()
  const log = pino({ level: 'trace' }, { write: (line: string) => written.push(line) })
  const environment = { FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${server.port}` }
  app = await startTestApp(environment, { log, resolveHost: async () => ['127.0.0.1'] })
  brand = await makeAuditedBrand(app, 100)
  const { db } = app.app.services
  await db
    .updateTable('brands')
    .set({ website: `${server.url}/` })
    .execute()
  await db.updateTable('workspaces').set({ brand_knowledge: true }).execute()
})
afterAll(async () => {
  await app.close()
  server.close()
})

/** Runs every client that fetches pages. @returns everything that is then shown */
async function fetchAll(): Promise<string> {
  number += 1
  const { services } = app.app
  const of = { brand_id: brand.brandId }
  const url = `http://site${number}.example:${server.port}/page`
  const answer = {
    prompt: 'Which?',
    engine: 'claude',
    executed_at: '2026-03-01T10:00:00Z',
    answer: `Acme ${number}`,
  }
  await app.operate('import-answers', of, answersFile([{ ...answer, citations: [{ url }] }]))
  const rows = services.db.selectFrom('brands').selectAll().where('id', '=', brand.brandId)
  await scanBrand(services, await rows.executeTakeFirstOrThrow(), new AbortController().signal, {
    delayMs: 0,
  })
  await app.operate('analyse-brand', of)
  const analysis = () => app.operate<{ status: string }>('get-brand-analysis', of)
  while ((await analysis()).status === 'running') await new Promise((resolve) => setTimeout(resolve, 50))
  const document = await app.tryOperate('add-knowledge-document', { ...of, title: 'Page', url })
  expect(document).toHaveProperty('failure')
  const scans = await app.operate<{ problem: string }[]>('list-page-scans', of)
  for (const { problem } of scans) expect(problem).toMatch(/^.{5,200}$/)
  return JSON.stringify([await brand.audit(), await brand.issues(), await analysis(), document, scans])
}

/** Neither a text nor a document. */
const image = (echo: string) => `\x89PNG\r\n\x1a\n\0\0${echo}`
const ok =
  (headersOf: (echo: string) => Record<string, string>): EchoAnswer =>
  (response, echo) =>
    void response.writeHead(200, { ...headersOf(inHeader(echo)), 'x-echo': inHeader(echo) }).end(image(echo))

const answers: [string, EchoAnswer][] = [
  ['is refused with status 403', refusing(403)],
  ['fails with status 500', refusing(500)],
  ['has an unknown type', ok((echo) => ({ 'content-type': `x/${echo}` }))],
  ['has an unsupported type', ok((echo) => ({ 'content-type': `application/zip; name=${echo}` }))],
  ['has a wrong content encoding', ok(() => ({ 'content-encoding': 'gzip' }))],
  ['is not HTTP', ({ socket }, echo) => void socket?.end(`HTTP/1.1 ${echo}\r\n${echo}\r\n\r\n`)],
  [
    'redirects to an invalid URL',
    (response, echo) => void response.writeHead(302, { location: `http://[${inHeader(echo)}` }).end(echo),
  ],
]
test.each(portion(answers, 0, 4))(
  'shows only the reason for a page that %s, and none of its content',
  async (_, answer) => {
    server.asked = []
    server.answer = (response, echo, request) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end()
      answer(response, echo, request)
    }
    const shown = await fetchAll()
    expect(server.asked.length).toBeGreaterThan(3)
    for (const { headers } of server.asked) expect(JSON.stringify(headers)).not.toMatch(/authorization|cookie|key/i)
    const places = { shown, stored: await dumpStores(app.app.services), log: written.join('\n') }
    for (const [place, text] of Object.entries(places)) {
      const at = text.indexOf(echoMark)
      expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 50), place).toBe('')
    }
  },
)
