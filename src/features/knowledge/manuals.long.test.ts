import { readFileSync } from 'node:fs'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KnowledgeBrand, makeKnowledgeBrand } from '../../testing/knowledge/knowledge-brand.ts'
import { manualQuestions } from '../../testing/knowledge/manual-questions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testData } from '../../testing/test-data.ts'
import type { Extracted } from './extracted.ts'
import { textOf } from './extracted.ts'
import { extractPdf } from './extraction/pdf.ts'
import { passagesOf } from './passages/passages.ts'

const folder = testData('pdfs/debian')
const manuals = { 'The Debian GNU/Linux FAQ': 'debian-faq', 'Filesystem Hierarchy Standard': 'fhs-3.0' }

const words = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
const bytesOf = (name: string) => readFileSync(`${folder}/${name}.pdf`)

describe.skipIf(folder === undefined).each(Object.values(manuals))('%s', (name) => {
  let extracted: Extracted
  beforeAll(async () => {
    extracted = await extractPdf(new Uint8Array(bytesOf(name)), 5000)
  })

  test('extracts at least 99% of the words in the publisher’s text version', () => {
    const wanted = new Set(words(readFileSync(`${folder}/${name}.txt`, 'utf8')))
    const found = new Set(words(textOf(extracted.blocks)))
    const missing = [...wanted].filter((word) => !found.has(word))
    expect(missing.length / wanted.size, missing.join(' ')).toBeLessThan(0.01)
  })
})

/** The text that the PDF draws on each page, only letters and digits. */
async function drawnPages(name: string): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytesOf(name)))
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(plain(items.map((item) => ('str' in item ? item.str : '')).join('')))
  }
  return pages
}

test.skipIf(folder === undefined).each(Object.values(manuals))(
  '20 passages spread over %s start on the page that they report',
  async (name) => {
    const { blocks } = await extractPdf(new Uint8Array(bytesOf(name)), 5000)
    const passages = passagesOf(blocks)
    const pages = await drawnPages(name)
    for (let place = 0; place < 20; place += 1) {
      const passage = passages[Math.floor((place * passages.length) / 20)]
      const beginning = plain(passage?.text ?? '').slice(0, 25)
      expect(pages[(passage?.page ?? 0) - 1], passage?.text.slice(0, 60)).toContain(beginning)
    }
  },
)

const plain = (text: string) => words(text).join('')

interface OutlineItem {
  title: string
  dest: string | unknown[] | null
  items: OutlineItem[]
}

/** The sections in the PDF's outline, with their pages. */
async function outlineOf(name: string): Promise<[title: string, page: number][]> {
  const document = await getDocumentProxy(new Uint8Array(bytesOf(name)))
  const sections: [string, number][] = []
  const add = async (items: readonly OutlineItem[]) => {
    for (const { title, dest, items: inner } of items) {
      const place = typeof dest === 'string' ? await document.getDestination(dest) : dest
      const [reference] = (place ?? []) as Parameters<typeof document.getPageIndex>
      if (reference !== undefined) sections.push([title, (await document.getPageIndex(reference)) + 1])
      await add(inner)
    }
  }
  await add((await document.getOutline()) as OutlineItem[])
  return sections
}

test.skipIf(folder === undefined)(
  '20 sections start on the pages that the publisher’s outline assigns them',
  async () => {
    const name = 'debian-faq'
    const { blocks } = await extractPdf(new Uint8Array(bytesOf(name)), 5000)
    const headings = blocks.filter(({ level }) => level !== undefined)
    const sections = await outlineOf(name)
    for (let place = 0; place < 20; place += 1) {
      const [title, page] = sections[Math.floor((place * sections.length) / 20)] as [string, number]
      const found = headings.filter(({ text }) => plain(text).endsWith(plain(title)))
      expect(
        found.map((heading) => heading.page),
        title,
      ).toContain(page)
    }
  },
)

describe.skipIf(folder === undefined)('40 questions about both manuals', () => {
  let app: TestApp
  let brand: KnowledgeBrand
  beforeAll(async () => {
    app = await startTestApp()
    brand = await makeKnowledgeBrand(app)
    for (const [title, name] of Object.entries(manuals)) {
      const { id } = await brand.add(title, { file: bytesOf(name) })
      expect((await brand.settled(id)).status).toBe('ready')
    }
  })
  afterAll(() => app.close())

  test('search without a model returns the answer in the first three passages for at least 85% of them', async () => {
    const missed: string[] = []
    for (const [question, answer] of manualQuestions) {
      const { passages } = await brand.search(question, '&limit=3')
      if (!passages.some(({ text }) => answer.test(text.replace(/\s+/g, ' ')))) missed.push(question)
    }
    expect(manualQuestions).toHaveLength(40)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6)
  })
})
