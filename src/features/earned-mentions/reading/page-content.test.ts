import { expect, it } from 'vitest'
import { pageShapes } from '../../../testing/earned-mentions/page-shapes.ts'
import { type PageContent, readPage } from './page-content.ts'

const read = (html: string, contentType = 'text/html; charset=utf-8', url = 'https://site.example/a/b') =>
  readPage(Buffer.from(html), contentType, url)

const long =
  'We tried a good many of them for weeks, in rain and in snow, and wrote down what we saw, so that you need not. '
const parts = {
  title: 'The best of them',
  authors: ['Jane Doe', 'Zoë Roe'],
  paragraphs: [long, `${long} Bolmex comes first.`, `${long} Kentrafo is a good second.`, long],
  surroundings: ['Orvelin', 'Wendolin'],
  language: 'en',
  date: '2025-11-03T08:00:00.000Z',
}

it.each(Object.entries(pageShapes))('a page made like a %s: its main text and authors alone', (_, make) => {
  for (const authors of [parts.authors, ['Jane Doe'], []]) {
    const page = read(make({ ...parts, authors })) as PageContent
    expect(page).toMatchObject({ title: parts.title, authors, language: 'en' })
    for (const name of ['Bolmex', 'Kentrafo']) expect(page.content).toContain(name)
    for (const name of parts.surroundings) expect(page.content).not.toContain(name)
  }
})

const article = (head: string, body = '') =>
  `<html><head>${head}</head><body><article><h1>T</h1>${body}<p>${long}</p><p>${long}</p></article></body></html>`
const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

it.each<[string, string, string[]]>([
  ['names in one string', ld({ '@type': 'Article', author: 'Jane Doe' }), ['Jane Doe']],
  [
    'a person before an organisation',
    ld({
      '@type': 'NewsArticle',
      author: [
        { '@type': 'Organization', name: 'Acme Staff' },
        { '@type': 'Person', name: 'Jane Doe' },
      ],
    }),
    ['Jane Doe'],
  ],
  [
    'an organisation alone',
    ld([{ '@type': 'Article', author: { '@type': 'Organization', name: 'Acme Lab' } }]),
    ['Acme Lab'],
  ],
  [
    'broken data, then a meta',
    `<script type="application/ld+json">{"@type":</script><meta name="author" content="By Jane Doe, PhD and Zoë Roe">`,
    ['Jane Doe, PhD', 'Zoë Roe'],
  ],
  [
    'an address where a name should be',
    '<meta property="article:author" content="https://facebook.com/x">',
    [],
  ],
  ['no name at all', '<meta name="author" content="admin">', []],
])('authors: %s', (_, head, authors) => {
  expect((read(article(head)) as PageContent).authors).toEqual(authors)
})

it.each<[string, string[]]>([
  ['<p class="byline">By <b>Jane Doe</b> on Jan 3, 2025</p>', ['Jane Doe']],
  ['<span class="author">Jane Doe · 5 min read</span>', ['Jane Doe']],
  ['<p class="author">Von Jürgen Groß und Anna Ärmel</p>', ['Jürgen Groß', 'Anna Ärmel']],
])('authors in a byline: %s', (body, authors) => {
  expect((read(article('', body)) as PageContent).authors).toEqual(authors)
})

it('dates: the later of publication and change, which begin with the year', () => {
  const dated = (head: string) => (read(article(head)) as PageContent).datedAt
  const both = ld({
    '@type': 'Article',
    datePublished: '2024-01-02',
    dateModified: '2025-03-04T10:00:00+02:00',
  })
  expect(dated(both)).toBe('2025-03-04T08:00:00.000Z')
  expect(dated('<meta name="date" content="2024-05-06 07:08:09">')).toBe('2024-05-06T07:08:09.000Z')
  expect(dated('<meta name="date" content="03/04/2024">')).toBeUndefined()
  expect(dated('<meta name="date" content="9999-01-01">')).toBeUndefined()
})

it('no name reaches across two blocks, and links lead to hosts', () => {
  const body =
    '<ul><li>Capital</li><li>One <a href="//Shop.Example/x">x</a><a href="mailto:a@b.example">y</a></li></ul>'
  const page = read(article('', body)) as PageContent
  expect(page.content).toContain('Capital\nOne')
  expect(page.linkHosts).toEqual(['shop.example'])
})

it('bytes are read in the encoding that the page names', () => {
  const html = article('<meta charset="iso-8859-1">', '<p>Gr\u00fc\u00dfe aus dem Norden</p>')
  const page = readPage(Buffer.from(html, 'latin1'), 'text/html', 'https://a.example/') as PageContent
  expect(page.content).toContain('Grüße aus dem Norden')
})

it.each([
  ['', 'nothing'],
  ['<html><body><nav>A B C</nav></body></html>', 'menus only'],
  ['<p>Just a moment…</p>', 'a notice'],
  [`${'<div>'.repeat(60_000)}x`, 'too many elements'],
])('a page without a main text gives the reason', (html) => {
  expect(typeof read(html)).toBe('string')
})
