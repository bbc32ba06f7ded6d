import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KnowledgeBrand, makeKnowledgeBrand } from '../../../testing/knowledge/knowledge-brand.ts'
import { makePdf } from '../../../testing/knowledge/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let brand: KnowledgeBrand

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Adds a document to a new brand. */
async function add(given: { text: string } | { file: Buffer }) {
  brand = await makeKnowledgeBrand(app)
  const { id } = await brand.add('Document', given)
  return brand.settled(id)
}

const found = async (question: string) =>
  (await brand.search(question)).passages.map(({ headings, text, page }) => ({ headings, text, page }))

test('finds headings without text below them, with their parent headings', async () => {
  await add({
    text: '# Acme\n\n## Trusted by 500 companies\n\n## Pricing\n\nFrom 49 euro a month.\n\n## Support\n\n### Around the clock\n\n## Contact us',
  })
  expect(await found('trusted companies')).toEqual([
    { headings: ['Acme'], text: 'Trusted by 500 companies', page: null },
  ])
  expect(await found('price')).toMatchObject([{ headings: ['Acme', 'Pricing'] }])
  expect(await found('around the clock')).toEqual([
    { headings: ['Acme', 'Support'], text: 'Around the clock', page: null },
  ])
  expect(await found('contact')).toMatchObject([{ headings: ['Acme'], text: 'Contact us' }])
})

test('finds a document that has only headings', async () => {
  const { chunks } = await add({ text: '# Waterproof boots\n\n# Leather care' })
  expect(chunks).toBe(1)
  expect(await found('boots')).toEqual([{ headings: [], text: 'Waterproof boots\nLeather care', page: null }])
})

test('does not repeat a heading as long as a text in every passage below it', async () => {
  const long = 'We make boots. '.repeat(2000).trim()
  const sections = Array.from({ length: 300 }, (_, number) => `## Part ${number}\n\nSoap ${number}.`)
  await add({ text: `# ${long}\n\n${sections.join('\n\n')}` })
  const { passages, text } = await brand.search('soap', '&limit=100')
  expect(passages).toHaveLength(100)
  expect(text.length).toBeLessThan(50_000)
  expect((await found('boots')).map(({ text }) => text).join(' ')).toContain('We make boots.')
})

test('splits text without spaces between characters', async () => {
  const letters = `x${'😀'.repeat(1600)}`
  const { chunks } = await add({ text: `# Signs\n\n${letters}` })
  const { passages } = await brand.search('signs')
  expect(passages).toHaveLength(chunks)
  const texts = passages.toSorted((a, b) => a.chunk - b.chunk).map(({ text }) => text)
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.join('').replaceAll('\n', '')).toBe(letters)
})

test('starts a new passage on each page', async () => {
  const pages = ['Founded in Tampere.', 'Sewn by hand.', 'Certified for safety.', 'Sold in Oslo.']
  await add({ file: makePdf(pages.map((line) => [[line, 12]])) })
  for (const [index, line] of pages.entries())
    expect(await found(line)).toMatchObject([{ text: line, page: index + 1 }])
})

test.each([
  ['Sightline', 'Sightlineは日本語の製品です。', '他の会社の話です。'],
  ['2024', '2024年の売上は伸びた。', '去年の売上。'],
  ['PDF', 'PDFファイルを読む。', '文書を読む。'],
  ['靴', '靴を買うなら東京。', '服を買うなら大阪。'],
  ['データ', '検索データベース。', 'ー、テ、タ。'],
  ['제품', '제품의 가격은 높다.', '회사는 서울에 있다.'],
  ['가격', '제품의 가격은 높다.', '회사는 서울에 있다.'],
  ['รองเท้า', 'เราขายรองเท้าหนัง', 'บริษัทอยู่ที่นี่'],
  ['STRASSE', 'Die Straße ist lang.', 'Der Weg ist lang.'],
  ['muller', 'Herr Müller näht Schuhe.', 'Herr Meier näht Hosen.'],
  ['apt-get', 'Use apt-get to install.', 'Apt words get praise here.'],
])('the query %s ranks «%s» before «%s»', async (question, text, other) => {
  await add({ text: `# A\n\n${other}\n\n# B\n\n${text}` })
  expect((await found(question))[0]).toMatchObject({ text })
})

test.each([
  ['packge', 'Each package is counted.'],
  ['Schuhe', 'Ein Schuh aus Leder.'],
  ['Schuh', 'Wanderschuhe und Schuhe.'],
  ['Rückgabe', 'Das Rückgaberecht gilt ein Jahr.'],
  ['certifcaton', 'Certification by the state.'],
])('the query %s has no exact match and finds the similar «%s»', async (question, text) => {
  await add({ text: `# A\n\nOther words are here: bag, shop, right.\n\n# B\n\n${text}` })
  expect((await brand.search(question)).body.meta).toMatchObject({ similar: true, total: 1 })
  expect(await found(question)).toMatchObject([{ text }])
})

test('unrelated words find nothing, and an exact match disables similar matches', async () => {
  await add({ text: '# A\n\nShoe one.\n\n# B\n\nShoes two, packages.' })
  for (const question of ['zzzz', 'the', 'xylophone', '%', "o'r%_", 'bag'])
    expect((await brand.search(question)).body.meta).toMatchObject({ similar: false, total: 0 })
  expect((await brand.search('packages packge')).body.meta).toMatchObject({ similar: false, total: 1 })
})
