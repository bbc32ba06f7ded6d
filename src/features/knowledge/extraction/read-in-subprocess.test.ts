import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inForm, longTest, portion } from '../../../testing/forms.ts'
import { makePdf } from '../../../testing/knowledge/make-pdf.ts'
import { testData } from '../../../testing/test-data.ts'
import type { ReadDocument } from './prepare-document.ts'
import { readInSubprocess } from './read-in-subprocess.ts'

const limits = { seconds: 60, megabytes: 1000, pages: 5000 }
const never = new AbortController().signal
const read = (bytes: Buffer, own: Partial<typeof limits> = {}, signal = never) =>
  readInSubprocess({ format: 'pdf', title: 'T', bytes, limits: { ...limits, ...own } }, signal)
/** The text of a document, or the reason for its failure. */
const outcome = (document: Promise<ReadDocument>) =>
  document.then(
    ({ text }) => text,
    (error: Error) => `failed: ${error.message}`,
  )

test('reads a document and prepares it for search', async () => {
  const document = await read(
    makePdf([
      [
        ['Boots', 24],
        ['Sewn in Tampere.', 10],
      ],
    ]),
  )
  expect(document).toMatchObject({
    text: 'Boots\n\nSewn in Tampere.',
    characters: 23,
    pages: 1,
    passages: [{ headings: ['Boots'], text: 'Sewn in Tampere.', page: 1 }],
    termCount: 3,
  })
  expect(document.terms).toContain('"term":"tamper","passages":[0],"counts":[1],"lengths":[3]')
})

const manual = testData('pdfs/debian/debian-faq.pdf')

test.skipIf(manual === undefined)('stops at its time, memory and page limits, and when the caller aborts', async () => {
  const bytes = readFileSync(manual as string)
  expect(await outcome(read(bytes, { seconds: 0.2 }))).toBe('failed: reading the document takes longer than 0.2 s')
  expect(await outcome(read(bytes, { megabytes: 15 }))).toBe(
    'failed: reading the document takes more than 15 MB of memory',
  )
  expect(await outcome(read(bytes, { pages: 72 }))).toBe('failed: the PDF has 73 pages; the limit is 72')
  await expect(read(bytes, {}, AbortSignal.timeout(100))).rejects.toThrow('timeout')
})

longTest('rejects a PDF with too many pages', async () => {
  const pdf = makePdf(Array.from({ length: 100_000 }, () => []))
  expect(await outcome(read(pdf, { pages: 5000 }))).toBe('failed: the PDF has 100000 pages; the limit is 5000')
})

const samples = testData('pdfs/samples')
const failures = /^failed: (the PDF is (damaged|encrypted)|the PDF contains no text, only images)/

test.skipIf(samples === undefined)('reads each sample or reports why it cannot', async () => {
  const names = readdirSync(samples as string, { recursive: true, encoding: 'utf8' })
  const pdfs = portion(names.filter((one) => one.endsWith('.pdf')).sort(), 0, 12)
  const unread: string[] = []
  for (const name of pdfs) {
    const text = await outcome(read(readFileSync(`${samples}/${name}`)))
    if (!text.startsWith('failed: ')) continue
    expect(text, name).toMatch(failures)
    unread.push(name.split('/').at(-1) as string)
  }
  const unreadable = [
    'cmyk-image.pdf',
    'grayscale-image.pdf',
    'imagemagick-ASCII85Decode.pdf',
    'imagemagick-CCITTFaxDecode.pdf',
    'imagemagick-images.pdf',
    'imagemagick-lzw.pdf',
    'libreoffice-writer-password.pdf',
    'unreadablemetadata.pdf',
  ]
  expect(unread.sort()).toEqual(unreadable.filter((one) => pdfs.some((name) => name.endsWith(`/${one}`))))
})

test.skipIf(manual === undefined)(
  'reads a truncated PDF in part or reports it as damaged, wherever it is cut off',
  async () => {
    const bytes = readFileSync(manual as string)
    for (const share of inForm([0.001, 0.37, 0.88], [0.001, 0.13, 0.37, 0.62, 0.88, 0.999])) {
      const text = await outcome(read(bytes.subarray(0, Math.floor(bytes.length * share))))
      if (text.startsWith('failed: ')) expect(text, `${share}`).toMatch(failures)
    }
  },
)
