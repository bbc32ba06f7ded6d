import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assemble, makePdf } from '../../../testing/knowledge/make-pdf.ts'
import { testData } from '../../../testing/test-data.ts'
import { textOf } from '../extracted.ts'
import { extractPdf } from './pdf.ts'

const maxPages = 5000
const extract = (bytes: Buffer) => extractPdf(new Uint8Array(bytes), maxPages)

test('turns lines into paragraphs and headings, with the page they start on', async () => {
  const { blocks, pages } = await extract(
    makePdf([
      [
        ['Boots', 24],
        ['Sewn in Tampere', 10],
        ['by hand.', 10],
      ],
      [
        ['Care', 18],
        ['Wax them.', 10],
      ],
    ]),
  )
  expect(pages).toBe(2)
  expect(blocks).toEqual([
    { text: 'Boots', level: 1, page: 1 },
    { text: 'Sewn in Tampere by hand.', page: 1 },
    { text: 'Care', level: 2, page: 2 },
    { text: 'Wax them.', page: 2 },
  ])
})

test('joins a sentence across pages', async () => {
  const { blocks } = await extract(makePdf([[['It is sewn by', 10]], [['hand.', 10]], [['Next.', 10]]]))
  expect(blocks.map(({ text, page }) => [page, text])).toEqual([
    [1, 'It is sewn by hand.'],
    [3, 'Next.'],
  ])
})

test('starts each slide as a new block, but joins lines that continue in lower case or are hyphenated', async () => {
  const slide = (n: number) =>
    [
      [`Our Markets in Year ${n}`, 20],
      ['Growth in all of Europe', 20],
      [`Revenue of ${n} million`, 20],
    ] as const
  const { blocks } = await extract(makePdf([1, 2, 3, 4, 5, 6, 7, 8, 9].map(slide)))
  expect(blocks.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(blocks[3]).toEqual({
    text: 'Our Markets in Year 4 Growth in all of Europe Revenue of 4 million',
    page: 4,
  })
  const running = await extract(makePdf([[['From Turku,', 10]], [['Oulu and Helsin-', 10]], [['ki', 10]]]))
  expect(running.blocks).toEqual([
    {
      text: 'From Turku, Oulu and Helsinki',
      page: 1,
      turns: [
        { at: 12, page: 2 },
        { at: 27, page: 3 },
      ],
    },
  ])
})

test('joins a full page with the next one, unless that starts with a list item', async () => {
  const full = Array.from({ length: 40 }, () => ['Our boots are sewn and sold in', 10] as const)
  const { blocks } = await extract(makePdf([full, [['Tampere', 10]], full, [['1. Tampere', 10]]]))
  expect(blocks.map(({ page, turns = [] }) => [page, turns.map((turn) => turn.page)])).toEqual([
    [1, [2]],
    [3, []],
    [4, []],
  ])
})

test('joins a hyphenated word and keeps a compound', async () => {
  const page = [
    ['a divi-', 10],
    ['ded word, a well-', 10],
    ['known name, well-known', 10],
  ] as const
  expect(textOf((await extract(makePdf([page]))).blocks)).toBe('a divided word, a well-known name, well-known')
})

test('omits running heads, but keeps the first lines of pages without them', async () => {
  const pages = [1, 2, 3, 4, 5].map(
    (n) =>
      [
        ['The Manual', 10],
        ['', 10],
        ['', 10],
        [`Text of page ${n},`, 10],
        ['and more.', 10],
      ] as const,
  )
  expect(textOf((await extract(makePdf(pages))).blocks)).not.toContain('Manual')
  const plain = [1, 2, 3, 4, 5].map(
    (n) =>
      [
        [`First ${n}.`, 10],
        ['Second.', 10],
      ] as const,
  )
  expect(textOf((await extract(makePdf(plain))).blocks).match(/First/g)).toHaveLength(5)
})

test('reports why a PDF cannot be read', async () => {
  const one = makePdf([[['Text', 10]]])
  await expect(extract(makePdf([[], []]))).rejects.toThrow('only images or drawings')
  await expect(extract(one.subarray(0, 30))).rejects.toThrow('damaged')
  await expect(extract(Buffer.from('%PDF-1.7 nonsense'))).rejects.toThrow('damaged')
  await expect(extractPdf(new Uint8Array(makePdf([[], [], []])), 2)).rejects.toThrow('has 3 pages; the limit is 2')
})

test('ends on a cyclic xref table and a cyclic page tree', async () => {
  const objects = new Map([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, '<</Type/Pages/Count 1/Kids[2 0 R]>>'],
  ])
  const plain = assemble(objects)
  const xref = plain.lastIndexOf('xref\n0')
  await expect(extract(assemble(objects, `/Prev ${xref}`))).rejects.toThrow('damaged')
})

const samples = testData('pdfs/samples')

test.skipIf(samples === undefined)('reports an encrypted PDF', async () => {
  const path = `${samples}/005-libreoffice-writer-password/libreoffice-writer-password.pdf`
  await expect(extract(readFileSync(path))).rejects.toThrow('encrypted')
})
