import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startServer } from '../../lib/fetching/testing/test-servers.ts'
import { makeKey } from '../../testing/fixture.ts'
import { longTest } from '../../testing/forms.ts'
import { type KnowledgeBrand, makeKnowledgeBrand } from '../../testing/knowledge/knowledge-brand.ts'
import { makePdf } from '../../testing/knowledge/make-pdf.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let brand: KnowledgeBrand

beforeAll(async () => {
  app = await startTestApp({
    KNOWLEDGE_MAX_DOCUMENTS: '3',
    KNOWLEDGE_MAX_MEGABYTES: '1',
    FETCH_ALLOWED_ADDRESSES: '127.0.0.1',
  })
})
beforeEach(async () => {
  brand = await makeKnowledgeBrand(app)
})
afterAll(() => app.close())

const guide = '# Boots\n\nOur boots are sewn in Tampere by hand.\n\n# Care\n\nWax the leather each spring.'
const pdf = makePdf([
  [
    ['Boots', 24],
    ['Our boots are sewn in Tampere by hand.', 10],
  ],
  [
    ['Care', 24],
    ['Wax the leather each spring.', 10],
  ],
])
/** Glyph numbers, as fonts without a character map yield. */
const glyphs = [...guide.replace(/[#\n]/g, ' ').repeat(3)]
  .map((letter) => String.fromCharCode(letter.charCodeAt(0) - 29))
  .join('')
/** Number of pending or running passes. */
const queuedPasses = async () => {
  const { rows } = await app.app.services.postgres.execute(
    `select count(*)::int as count from jobs.job where name = 'ingest-knowledge-document' and state < 'completed'`,
  )
  return rows[0]?.count as number
}

test('a pasted text is stored immediately and becomes ready', async () => {
  const added = await brand.add('Guide', { text: guide })
  expect(added).toMatchObject({ status: 'processing', source: 'text', char_count: guide.length, url: null })
  expect((await brand.get(added.id)).raw_text).toBe(guide)
  expect(await brand.settled(added.id)).toMatchObject({
    status: 'ready',
    title: 'Guide',
    raw_text: guide,
    pages: null,
    chunks: 2,
    index: 'lexical',
    summarised_by: 'extract',
    embedding_model: null,
    embedding_problem: null,
    error: null,
  })
  const { raw_text: _, ...shown } = await brand.get(added.id)
  expect(await brand.list()).toEqual([shown])
})

test('a PDF document and its passages have page numbers', async () => {
  const { id } = await brand.add('Guide', { file: pdf })
  expect(await brand.settled(id)).toMatchObject({ status: 'ready', format: 'pdf', pages: 2, chunks: 2 })
  const { passages, body } = await brand.search('When is leather waxed?')
  expect(body.meta).toEqual({ ranking: 'lexical', similar: false, problem: null, total: 1 })
  expect(passages).toEqual([
    {
      document_id: id,
      document_title: 'Guide',
      chunk: 1,
      page: 2,
      headings: ['Care'],
      text: 'Wax the leather each spring.',
      score: expect.any(Number),
    },
  ])
})

test.each([
  ['html', '<!doctype html><title>x</title><h1>Boots</h1><p>Sewn in <b>Tampere</b>.<script>no()</script>'],
  ['markdown', '# Boots\n\n- Sewn\n- in Tampere\n'],
  ['text', 'Sewn in Tampere.'],
])('recognizes a file as %s by its content', async (format, text) => {
  const { id } = await brand.add('Guide', { file: Buffer.from(text) })
  const document = await brand.settled(id)
  expect(document).toMatchObject({ status: 'ready', format, source: 'file' })
  expect(document.raw_text).toContain('Tampere')
  expect(document.raw_text).not.toContain('no()')
})

test('fetches a URL, follows redirects and decodes its charset', async () => {
  const server = await startServer((request, response) => {
    if (request.url === '/old') return response.writeHead(302, { location: '/new' }).end()
    response.setHeader('content-type', 'text/html; charset=iso-8859-1')
    response.end(Buffer.from('<html><body><p>Stiefel aus Köln</p></body></html>', 'latin1'))
  })
  const { id } = await brand.add('Stiefel', { url: `${server.origin}/old` })
  const document = await brand.settled(id)
  expect(document).toMatchObject({ source: 'url', url: `${server.origin}/new`, raw_text: 'Stiefel aus Köln' })
})

test('rejects unsupported input with a reason and stores nothing', async () => {
  const server = await startServer((_, response) => response.writeHead(404).end())
  const refusals: [given: Parameters<KnowledgeBrand['add']>[1], message: RegExp][] = [
    [{}, /set exactly one of --file, --text and --url/],
    [{ text: 'a', file: Buffer.from('b') }, /set exactly one of/],
    [{ file: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]) }, /unsupported format; use PDF, HTML/],
    [{ file: Buffer.from('PK\u0003\u0004xl/workbook.xml') }, /unsupported format/],
    [{ file: Buffer.alloc(1_000_001, 'a') }, /larger than 1 MB, the limit \(KNOWLEDGE_MAX_MEGABYTES\)/],
    [{ url: `${server.origin}/x` }, /the server returned status 404/],
    [{ url: 'http://169.254.169.254/latest/meta-data' }, /url: /],
    [{ url: 'file:///etc/passwd' }, /url: /],
  ]
  for (const [given, message] of refusals) await expect(brand.add('x', given)).rejects.toThrow(message)
  expect(await brand.list()).toEqual([])
})

test('limits the number of documents of a brand', async () => {
  for (const title of ['a', 'b', 'c']) await brand.add(title, { text: guide })
  await expect(brand.add('d', { text: guide })).rejects.toThrow(/already has 3 documents/)
})

test.each<[string, Buffer, RegExp]>([
  ['no text', makePdf([[], []]), /only images or drawings/],
  ['a truncated PDF', pdf.subarray(0, 40), /damaged/],
  ['text that is gibberish', makePdf([[[glyphs, 10]]]), /gibberish.*text recognition \(OCR\)/],
  ['lost characters', Buffer.from('Gr\ufffd\ufffde aus K\ufffdln '.repeat(20)), /gibberish; save it as UTF-8/],
  ['a damaged DOCX', Buffer.from('PK\u0003\u0004[Content_Types].xml word/'), /DOCX file is damaged/],
])('a file with %s fails with a reason', async (_, file, reason) => {
  const { id } = await brand.add('x', { file })
  const document = await brand.settled(id)
  expect(document).toMatchObject({ status: 'failed', raw_text: null, char_count: 0, chunks: 0, index: null })
  expect(document.error).toMatch(reason)
})

longTest('resync clears the text of a PDF immediately and extracts it again', async () => {
  const { id } = await brand.add('Guide', { file: pdf })
  const before = await brand.settled(id)
  const { status, body } = await brand.resync(id)
  expect([status, body.data]).toEqual([200, { document_id: id, status: 'processing' }])
  expect(await brand.get(id)).toMatchObject({ status: 'processing', raw_text: null, char_count: 0 })
  // The old passages stay searchable until then.
  expect((await brand.search('Tampere')).passages).toHaveLength(1)
  const after = await brand.settled(id)
  expect(after).toMatchObject({ raw_text: before.raw_text, char_count: before.char_count, chunks: 2 })
  expect((await brand.search('Tampere')).passages).toHaveLength(1)
})

test('resync keeps a pasted text', async () => {
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  expect((await brand.resync(id, {})).status).toBe(200)
  // It may be ready by now.
  expect(await brand.get(id)).toMatchObject({ raw_text: guide, char_count: guide.length })
  expect(await brand.settled(id)).toMatchObject({ status: 'ready', raw_text: guide })
})

test('a failed document can be resynced', async () => {
  const { id } = await brand.add('x', { file: makePdf([[]]) })
  expect((await brand.settled(id)).status).toBe('failed')
  await brand.resync(id)
  expect(await brand.get(id)).toMatchObject({ status: 'processing', error: null })
  expect((await brand.settled(id)).status).toBe('failed')
})

longTest('each resync queues another pass, and the status is that of the last one', async () => {
  const { id } = await brand.add('Guide', { file: pdf })
  await brand.settled(id)
  while ((await queuedPasses()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await brand.resync(id)
  await brand.resync(id)
  expect(await queuedPasses()).toBe(2)
  expect((await brand.settled(id)).status).toBe('ready')
  expect((await brand.search('Tampere')).passages).toHaveLength(1)
  const done = app.app.services.db.selectFrom('knowledge_documents').selectAll().where('id', '=', id)
  expect(await done.executeTakeFirst()).toMatchObject({ passes_asked: 3, passes_done: 3 })
})

test('resync rejects fields and requires Brand Knowledge, write access and a document of the brand', async () => {
  const { id } = await brand.add('Guide', { text: guide })
  const errorOf = async (answer: ReturnType<KnowledgeBrand['resync']>) => {
    const { status, body } = await answer
    return [status, body.error?.code]
  }
  expect(await errorOf(brand.resync(id, { force: true }))).toEqual([400, 'invalid_request'])
  expect(await errorOf(brand.resync(randomUUID()))).toEqual([404, 'not_found'])
  const other = await makeKnowledgeBrand(app)
  expect(await errorOf(other.resync(id))).toEqual([404, 'not_found'])
  const allow = (rights: Record<string, boolean>) =>
    app.operate('update-workspace', { workspace_id: brand.workspaceId, ...rights })
  await allow({ brand_knowledge: false })
  const { body } = await brand.resync(id, { force: true })
  expect([body.error.code, body.error.message]).toEqual([
    'plan_required',
    'the workspace’s plan does not include brand knowledge',
  ])
  await allow({ api_writes: false })
  expect((await brand.resync(id)).body.error.message).toContain('API writes')
  // Reads work on any plan.
  expect((await brand.get(id)).raw_text).toBe(guide)
  expect((await brand.settled(id)).status).toBe('ready')
})

test('deleting a document removes it from search and from both stores', async () => {
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  expect(await app.operate('delete-knowledge-document', { brand_id: brand.brandId, document_id: id })).toEqual({
    deleted_document_id: id,
  })
  expect((await brand.search('Tampere')).passages).toEqual([])
  await expect(brand.get(id)).rejects.toThrow('not_found')
  while ((await countRows(id)) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const parts = app.app.services.db.selectFrom('knowledge_parts').selectAll().where('document_id', '=', id)
  expect(await parts.execute()).toEqual([])
})

async function countRows(documentId: string): Promise<number> {
  let rows = 0
  for (const table of ['knowledge_passages', 'knowledge_terms', 'knowledge_vectors']) {
    const text = `SELECT count() AS count FROM ${table} WHERE document_id = '${documentId}'`
    const [row] = await app.app.services.clickhouse.query<{ count: string }>({ text })
    rows += Number(row?.count)
  }
  return rows
}

test('search does not return documents of another brand', async () => {
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  const other = await makeKnowledgeBrand(app)
  expect((await other.search('Tampere')).passages).toEqual([])
  await expect(other.get(id)).rejects.toThrow('not_found')
  const key = await makeKey(app, brand.workspaceId, { scopes: ['read:basic'] })
  const path = `/v1/brands/${brand.brandId}/knowledge-documents/search?q=x`
  expect((await app.get(path, key)).body.error.code).toBe('insufficient_scope')
})

test('delete-brand erases its documents in both stores', async () => {
  const { id } = await brand.add('Guide', { text: guide })
  await brand.settled(id)
  await app.operate('delete-brand', { brand_id: brand.brandId })
  expect(await countRows(id)).toBe(0)
  const rows = app.app.services.db.selectFrom('knowledge_documents').selectAll().where('id', '=', id)
  expect(await rows.execute()).toEqual([])
})

test('a question is any text of 1 to 500 characters', async () => {
  for (const question of ['', ' ', 'x'.repeat(501), 'a\u0000'])
    expect((await brand.search(question)).body.error.message).toMatch(/^q must /)
  for (const question of ['?', "' or 1=1 --", '\\', '日本', 'the', 'x'.repeat(500)])
    expect((await brand.search(question)).status).toBe(200)
})

test('a cursor becomes invalid when documents change', async () => {
  const { id } = await brand.add('Guide', { text: guide })
  await brand.add('Same', { text: guide })
  for (const document of await brand.list()) await brand.settled(document.id)
  const first = await brand.search('boots', '&limit=1')
  const { next_cursor: cursor, has_more } = first.body.pagination
  expect([first.passages.length, has_more]).toEqual([1, true])
  const second = await brand.search('boots', `&limit=1&cursor=${cursor}`)
  expect(second.passages).toHaveLength(1)
  expect(second.passages[0]?.document_id).not.toBe(first.passages[0]?.document_id)
  await app.operate('delete-knowledge-document', { brand_id: brand.brandId, document_id: id })
  expect((await brand.search('boots', `&limit=1&cursor=${cursor}`)).body.error.code).toBe('invalid_cursor')
})
