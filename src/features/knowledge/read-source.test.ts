import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../lib/fetching/testing/test-servers.ts'
import { portion } from '../../testing/forms.ts'
import { type KnowledgeBrand, makeKnowledgeBrand } from '../../testing/knowledge/knowledge-brand.ts'
import { makeDocx } from '../../testing/knowledge/make-docx.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let brand: KnowledgeBrand

beforeAll(async () => {
  app = await startTestApp({ FETCH_ALLOWED_ADDRESSES: '127.0.0.1' })
  brand = await makeKnowledgeBrand(app)
})
afterAll(() => app.close())

const page = (charset: string, text: Buffer) =>
  Buffer.concat([
    Buffer.from(`<!doctype html><html><head><meta charset="${charset}"></head><body><p>`),
    text,
    Buffer.from('</p></body></html>'),
  ])
const pages: [charset: string, file: Buffer, text: string][] = [
  ['windows-1252', page('windows-1252', Buffer.from('Café München \x80 49', 'latin1')), 'Café München € 49'],
  ['Shift_JIS', page('Shift_JIS', Buffer.from('93fa967b8cea', 'hex')), '日本語'],
  ['utf-8', page('utf-8', Buffer.from('Café München € 49')), 'Café München € 49'],
]

test.each(portion(pages, 0, pages.length))(
  'decodes a page with its declared charset %s only once',
  async (charset, file, text) => {
    const server = await startServer((request, response) => {
      const charsetParameter = request.url === '/header' ? `; charset=${charset}` : ''
      response.writeHead(200, { 'content-type': `text/html${charsetParameter}` }).end(file)
    })
    for (const url of ['/', '/header']) {
      const { id } = await brand.add('Page', { url: `${server.origin}${url}` })
      expect(await brand.settled(id)).toMatchObject({ status: 'ready', raw_text: text })
    }
    const { id } = await brand.add('Page', { file })
    expect(await brand.settled(id)).toMatchObject({ status: 'ready', raw_text: text })
    await brand.resync(id)
    expect(await brand.settled(id)).toMatchObject({ status: 'ready', raw_text: text })
  },
)

test.each(['word/document.xml', 'word/document2.xml'])('reads the text of a DOCX from %s', async (main) => {
  const { id } = await brand.add('Guide', { file: makeDocx('Sewn in Tampere.', main) })
  expect(await brand.settled(id)).toMatchObject({
    status: 'ready',
    format: 'docx',
    raw_text: 'Sewn in Tampere.',
  })
})

test('rejects RTF and suggests DOCX', async () => {
  const file = Buffer.from(String.raw`{\rtf1\ansi Sewn in Tampere.\par}`)
  const server = await startServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/rtf' }).end(file),
  )
  for (const given of [{ file }, { url: server.origin }])
    await expect(brand.add('Guide', given)).rejects.toThrow(/(file|url): RTF is not supported; save it as DOCX/)
})

test('rejects an encrypted DOCX or an old DOC and says what to do', async () => {
  const file = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)])
  const server = await startServer((_, response) => response.end(file))
  for (const given of [{ file }, { url: server.origin }])
    await expect(brand.add('x', given)).rejects.toThrow(
      /(file|url): encrypted, or in an old Office format.*save it as DOCX without a password/,
    )
})
