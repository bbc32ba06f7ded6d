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

it.each(Object.entries(pageShapes))('reads only the main text and authors of a page like a %s', (_, make) => {
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
    'a person before an organization',
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
    'only an organization',
    ld([{ '@type': 'Article', author: { '@type': 'Organization', name: 'Acme Lab' } }]),
    ['Acme Lab'],
  ],
  [
    'broken data, then a meta',
    `<script type="application/ld+json">{"@type":</script><meta name="author" content="By Jane Doe, PhD and Zoë Roe">`,
    ['Jane Doe, PhD', 'Zoë Roe'],
  ],
  ['a URL instead of a name', '<meta property="article:author" content="https://facebook.com/x">', []],
  ['not a name', '<meta name="author" content="admin">', []],
])('reads authors from %s', (_, head, authors) => {
  expect((read(article(head)) as PageContent).authors).toEqual(authors)
})

it.each<[string, string[]]>([
  ['<p class="byline">By <b>Jane Doe</b> on Jan 3, 2025</p>', ['Jane Doe']],
  ['<div class="mentions-list"><a><span class="author">Al Reader</span></a></div>', []],
  ['<div class="h-cite"><span class="author">Al Reader</span></div><p class="reply"><b class="author">Bo</b>', []],
  ['<span class="author">Jane Doe · 5 min read</span>', ['Jane Doe']],
  ['<p class="author">Von Jürgen Groß und Anna Ärmel</p>', ['Jürgen Groß', 'Anna Ärmel']],
])('reads authors from the byline %s', (body, authors) => {
  expect((read(article('', body)) as PageContent).authors).toEqual(authors)
})

it.each<[string, string[]]>([
  ['Brenda Goodman, MA', ['Brenda Goodman, MA']],
  ['Jane Doe, Senior Editor', ['Jane Doe']],
  ['Jane Doe, PhD, RDN, Head of Research', ['Jane Doe, PhD, RDN']],
  ['Jane Doe - Staff Writer', ['Jane Doe']],
  ['Jane Doe | Contributing Editor', ['Jane Doe']],
  ['By Jane Doe, Senior Editor, and Zoë Roe, Chefredakteurin', ['Jane Doe', 'Zoë Roe']],
  ['Jong, Michiel de', ['Michiel de Jong']],
  ['van der Berg, Anna', ['Anna van der Berg']],
  ['Doe, Jane; Roe, Zoë M.', ['Jane Doe', 'Zoë M. Roe']],
  ['Doe, J., Roe, Z. M.', ['J. Doe', 'Z. M. Roe']],
  ['Doe, Jane, PhD', ['Jane Doe, PhD']],
  ['Le Monde (avec AFP)', ['Le Monde']],
  ['Marie Dupont (avec Zoë Roe, à Paris)', ['Marie Dupont']],
  ['(avec AFP)', []],
  ['Jane Doe (Senior Editor)', ['Jane Doe']],
  ['Senior Editor', []],
  ['Editorial Team', ['Editorial Team']],
  ['Jane Doe, Zoë Roe', ['Jane Doe', 'Zoë Roe']],
  ['Reuters, AFP', ['Reuters', 'AFP']],
  ['CNET, PCMag', ['CNET', 'PCMag']],
  ['Jane Doe, Author of Boots', ['Jane Doe']],
  ['Zoë Roe, Rédactrice en chef', ['Zoë Roe']],
  ['Jane Doe, Jan 3, 2025', ['Jane Doe']],
  ['Acme, Inc.', ['Acme, Inc.']],
])('splits the author text %s', (listed, authors) => {
  const inData = ld({ '@type': 'Article', author: { '@type': 'Person', name: listed } })
  expect((read(article(inData)) as PageContent).authors).toEqual(authors)
  expect((read(article(`<meta name="author" content="${listed}">`)) as PageContent).authors).toEqual(authors)
})

it.each([
  ['//<![CDATA[\n', '\n//]]>'],
  ['<![CDATA[', ']]>'],
  ['/* <![CDATA[ */ ', ' /* ]]> */'],
  ['<!--//--><![CDATA[//><!--\n', '\n//--><!]]>'],
  ['<!-- ', ' -->'],
])('reads linked data within %s', (before, after) => {
  const data = JSON.stringify({ '@type': 'Article', author: 'Jane Doe' })
  const page = read(article(`<script type="application/ld+json">${before}${data}${after}</script>`))
  expect((page as PageContent).authors).toEqual(['Jane Doe'])
})

const box = (names: string, text: string) => `<div class="${names}">${text}</div>`
const story = parts.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')

it.each(['with-sidebar', 'promo', 'content has-sidebar', 'withSidebar', 'main-nav-page', 'post-share social'])(
  'reads an article in a box of class %s as the main text, without the boxes next to it',
  (names) => {
    const neighbors =
      box('promo', `<p>${long} Wendolin is on offer.</p>`) + box('sidebar', `<p>Orvelin, says ${long}</p>`)
    for (const inner of [story, `<h2>T</h2><div>${story}</div>`]) {
      const page = read(`<html><body><p>${long}</p>${box(names, inner + neighbors)}${neighbors}</body></html>`)
      const { content } = page as PageContent
      for (const name of ['Bolmex', 'Kentrafo']) expect(content).toContain(name)
      for (const name of ['Wendolin', 'Orvelin']) expect(content).not.toContain(name)
    }
  },
)

const paragraph = (name: string) => `<p>${long.repeat(3)} ${name}.</p>`
/** For texts like this, readability keeps only the inner part. */
const list = (name: string) =>
  `<div class="list"><dl>${`<dt>Sole</dt><dd>${paragraph(name)}</dd>`.repeat(12)}</dl></div>`
const chapter = (title: string, text: string, attributes = 'class="sect1"') =>
  `<div ${attributes}><h2>${title}</h2><div class="body">${text}</div></div>`

it('reads all sections of a manual, without comments, teasers and forms around them', () => {
  const manual = `<html><body><div id="top"><p>Wendolin</p></div><div id="content">
    ${chapter('Before', paragraph('Bolmex'))}
    ${chapter('<a href="#soles">Soles</a>', list('Soldan'))}
    ${chapter('After', paragraph('Kentrafo') + box('readerComments', paragraph('Orvelin')))}
    ${chapter('See', '<p>Melkart.</p>')}
    ${chapter('<a href="/other">Why we love Wendolin</a>', paragraph('Wendolin'))}
    ${chapter('Your letters', paragraph('Wendolin'), 'class="sect1" id="readerComments"')}
    ${chapter('Write to us', `${paragraph('Orvelin')}<form><textarea></textarea></form>`)}
    ${chapter('Hidden', paragraph('Wendolin'), 'class="sect1" style="color: red; display: none"')}
    <h2><a href="/more">Orvelin</a></h2>
    <div class="card"><h2>More</h2>${paragraph('Wendolin')}</div></div>
    <div class="row"><div class="col"><h4>Read on</h4>${paragraph('Orvelin')}</div></div></body></html>`
  const { content } = read(manual) as PageContent
  for (const name of ['Bolmex', 'Soldan', 'Kentrafo', 'Melkart']) expect(content).toContain(name)
  for (const name of parts.surroundings) expect(content).not.toContain(name)
})

it.each<[string, (name: string, text: string) => string, boolean]>([
  ['a section', (_, text) => `<div class="post"><h2>T</h2>${text}</div>`, true],
  ['an article', (_, text) => `<article class="post"><h2>T</h2>${text}</article>`, false],
  ['a teaser', (name, text) => `<div class="post"><h2><a href="/${name}">T</a></h2>${text}</div>`, false],
  [
    'a teaser that is a link',
    (name, text) => `<div class="post"><a href="/${name}"><h2>T</h2></a>${text}</div>`,
    false,
  ],
])('decides whether %s next to the main text belongs to it', (_, around, isPart) => {
  const body = (name: string) => `<div class="body">${name === 'Bolmex' ? list(name) : paragraph(name)}</div>`
  const all = ['Orvelin', 'Bolmex', 'Wendolin'].map((name) => around(name, body(name)))
  const { content } = read(
    `<html><body><div id="top"><p>x</p></div><div id="content">${all.join('')}</div></body></html>`,
  ) as PageContent
  expect(content).toContain('Bolmex')
  for (const name of parts.surroundings) expect(content.includes(name)).toBe(isPart)
})

it('excludes related posts and consent notices from the main text, even if they are long', () => {
  const related = `<p>${long} Wendolin.</p>`.repeat(12)
  const page = read(
    `<html><body><div>${story}</div>${box('related-posts', related)}${box('cookie-notice', related)}</body></html>`,
  )
  expect((page as PageContent).content).toContain('Bolmex')
  expect((page as PageContent).content).not.toContain('Wendolin')
})

it('reads a page with 20,000 nested boxes in time', () => {
  const deep = read(`<html><body><main>${'<div class="sidebar">'.repeat(20_000)}<p>x</p></main>${story}</body></html>`)
  expect(deep).toBeDefined()
})

it('the publication date is the first one on the page, not the date of the last change', () => {
  const published = (head: string) => (read(article(head)) as PageContent).publishedAt
  const both = { '@type': 'Article', datePublished: '2024-01-02', dateModified: '2025-03-04' }
  expect(published(ld(both))).toBe('2024-01-02T00:00:00.000Z')
  expect(published('<meta property="article:published_time" content="2024-05-06T07:08:09Z">')).toBe(
    '2024-05-06T07:08:09.000Z',
  )
  expect(published('<meta property="article:modified_time" content="2024-05-06">')).toBeUndefined()
})

it.each([
  ['<meta property="og:site_name" content=" The  Daily ">', 'The Daily'],
  [ld({ '@type': 'Article', publisher: { '@type': 'Organization', name: 'The Daily' } }), 'The Daily'],
  [
    ld([
      { '@type': 'Article', publisher: { '@id': '#o' } },
      { '@id': '#o', name: 'The Daily' },
    ]),
    'The Daily',
  ],
  [ld({ '@type': 'WebSite', name: 'The Daily' }), 'The Daily'],
  ['<meta name="application-name" content="The Daily">', 'The Daily'],
  ['', ''],
])('the outlet is the publisher of the page: %s', (head, outlet) => {
  expect((read(article(head)) as PageContent).outlet).toBe(outlet)
})

it('the page date is the later of publication and change, and must be in year-first order', () => {
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

it('separates the texts of two blocks, and lists the hosts of links', () => {
  const body =
    '<ul><li>Capital</li><li>One <a href="//Shop.Example/x">x</a><a href="mailto:a@b.example">y</a></li></ul>'
  const page = read(article('', body)) as PageContent
  expect(page.content).toContain('Capital\nOne')
  expect(page.linkHosts).toEqual(['shop.example'])
})

it('decodes bytes in the encoding that the page declares', () => {
  const html = article('<meta charset="iso-8859-1">', '<p>Gr\u00fc\u00dfe aus dem Norden</p>')
  const page = readPage(Buffer.from(html, 'latin1'), 'text/html', 'https://a.example/') as PageContent
  expect(page.content).toContain('Grüße aus dem Norden')
})

it.each([
  ['', 'no text'],
  ['<html><body><nav>A B C</nav></body></html>', 'menus only'],
  ['<p>Just a moment…</p>', 'a notice'],
  [`${'<div>'.repeat(60_000)}x`, 'too many elements'],
])('returns a reason for a page without a main text', (html) => {
  expect(typeof read(html)).toBe('string')
})
