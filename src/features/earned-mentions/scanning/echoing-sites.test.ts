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
import { dumpStores } from '../../../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { scanBrand } from './scan-pages.ts'

/* What a site says that gives no page is neither logged, shown nor stored, and none of it is sent a key. */

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

/** Has every client fetch, and gives all that is then shown. */
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

/** Neither text nor a document. */
const image = (echo: string) => `\x89PNG\r\n\x1a\n\0\0${echo}`
const ok =
  (headersOf: (echo: string) => Record<string, string>): EchoAnswer =>
  (response, echo) =>
    void response.writeHead(200, { ...headersOf(inHeader(echo)), 'x-echo': inHeader(echo) }).end(image(echo))

const answers: [string, EchoAnswer][] = [
  ['is refused', refusing(403)],
  ['fails', refusing(500)],
  ['is of no type', ok((echo) => ({ 'content-type': `x/${echo}` }))],
  ['is of another type', ok((echo) => ({ 'content-type': `application/zip; name=${echo}` }))],
  ['is in no coding', ok(() => ({ 'content-encoding': 'gzip' }))],
  ['is no HTTP', ({ socket }, echo) => void socket?.end(`HTTP/1.1 ${echo}\r\n${echo}\r\n\r\n`)],
  [
    'leads nowhere',
    (response, echo) => void response.writeHead(302, { location: `http://[${inHeader(echo)}` }).end(echo),
  ],
]
test.each(answers)('of a page that %s nothing is told but why it is none', async (_, answer) => {
  server.asked = []
  server.answer = (response, echo, request) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    answer(response, echo, request)
  }
  const shown = await fetchAll()
  expect(server.asked.length).toBeGreaterThan(3)
  for (const { headers } of server.asked)
    expect(JSON.stringify(headers)).not.toMatch(/authorization|cookie|key/i)
  const places = { shown, stored: await dumpStores(app.app.services), log: written.join('\n') }
  for (const [place, text] of Object.entries(places)) {
    const at = text.indexOf(echoMark)
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 50), place).toBe('')
  }
})
