import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KnowledgeBrand, makeKnowledgeBrand, type ShownDocument } from '../../testing/knowledge/knowledge-brand.ts'
import { makePdf } from '../../testing/knowledge/make-pdf.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testData } from '../../testing/test-data.ts'

const folder = testData('pdfs/samples')
const names = folder === undefined ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' })
const samples = names.filter((name) => name.endsWith('.pdf')).sort()
/** Number of samples cut off at a random length; the document title shows the length. */
const cutSamples = 15
/** Samples that are damaged, encrypted or without text. */
const unreadable = new Set([
  '005-libreoffice-writer-password/libreoffice-writer-password.pdf',
  '007-imagemagick-images/imagemagick-ASCII85Decode.pdf',
  '007-imagemagick-images/imagemagick-CCITTFaxDecode.pdf',
  '007-imagemagick-images/imagemagick-images.pdf',
  '007-imagemagick-images/imagemagick-lzw.pdf',
  '017-unreadable-meta-data/unreadablemetadata.pdf',
  '019-grayscale-image/grayscale-image.pdf',
  '023-cmyk-image/cmyk-image.pdf',
])

const reasons =
  /^(the PDF is (damaged|encrypted)|the PDF contains no text, only images|the PDF has \d+ pages; the limit|reading the document takes)/

let app: TestApp
let brand: KnowledgeBrand

beforeAll(async () => {
  app = await startTestApp({ KNOWLEDGE_MAX_MEGABYTES: '100', KNOWLEDGE_READ_SECONDS: '300' })
  brand = await makeKnowledgeBrand(app)
})
afterAll(() => app.close())

/** A PDF whose xref table names itself as the previous one. */
function cyclicPdf(): Buffer {
  const text = makePdf([[['A table of places that leads back to itself.', 10]]]).toString('latin1')
  return Buffer.from(text.replace('trailer<<', `trailer<</Prev ${text.lastIndexOf('xref\n0')}`), 'latin1')
}

test.skipIf(folder === undefined)(
  'every document ends up ready or failed with a reason, and searches work while they are processed',
  async () => {
    const given = new Map<string, Buffer>()
    for (const name of samples) given.set(name, readFileSync(`${folder}/${name}`))
    for (const [name, bytes] of [...given].sort(() => Math.random() - 0.5).slice(0, cutSamples)) {
      // Long enough to be recognized as a PDF.
      const end = 20 + Math.floor(Math.random() * (bytes.length - 20))
      given.set(`${name} to ${end}`, bytes.subarray(0, end))
    }
    given.set('looping', cyclicPdf())
    given.set('100,000 pages', makePdf(Array.from({ length: 100_000 }, () => [['Page', 10]])))
    for (const [title, file] of given) await brand.add(title, { file })

    let documents: ShownDocument[] = []
    do {
      documents = await brand.list()
      const { status } = await brand.search('page')
      expect(status).toBe(200)
      // Leaves the processor to the document processing.
      await sleep(100)
    } while (documents.some(({ status }) => status === 'processing'))

    expect(documents).toHaveLength(given.size)
    for (const { title, status, error } of documents) {
      if (status === 'failed') expect(error, title).toMatch(reasons)
      else expect([status, error], title).toEqual(['ready', null])
    }
    const of = new Map(documents.map((document) => [document.title, document]))
    expect(of.get('looping')).toMatchObject({ status: 'ready', chunks: 1 })
    expect(of.get('100,000 pages')?.error).toBe('the PDF has 100000 pages; the limit is 5000')
    const failed = samples.filter((name) => of.get(name)?.status !== 'ready')
    expect(failed).toEqual(samples.filter((name) => unreadable.has(name)))
  },
)
