import { describe, expect, it } from 'vitest'
import { type CrawledOptions, crawled } from '../../../testing/site/crawled.ts'
import { linksOf, readPage } from './read-page.ts'

const read = (options: CrawledOptions) => readPage(crawled(options))
const documentOf = (body: string | Buffer, options: CrawledOptions = {}) => {
  const { document } = read({ ...options, body })
  if (document === null) throw new Error('no document')
  return document
}
const textOf = (body: string) => documentOf(`<title>t</title>${body}`).words

it.each([
  [
    'a link with rel=author, not the text after it',
    '<p><a rel="author" href="/a">Ada Lovelace</a> edits this site.</p>',
  ],
  ['a text after “By”', '<p>By Ada Lovelace</p><p>She edits this site.</p>'],
  ['a plain link after “by”', '<p>by <a href="/a">Ada Lovelace</a></p>'],
])('finds the author in %s', (_, body) => {
  expect(documentOf(`<title>t</title>${body}`).byline).toEqual({ author: 'Ada Lovelace' })
})

describe('facts of a URL', () => {
  it('without a response', () => {
    expect(read({ url: '/a', problem: 'dns', depth: null, isInSitemap: false })).toEqual({
      url: 'https://shop.example/a',
      depth: null,
      source: null,
      redirects: [],
      isAllowed: true,
      isInSitemap: false,
      problem: { kind: 'dns', message: 'a problem of the test' },
      response: null,
      document: null,
    })
  })

  it('of a file', () => {
    const headers = {
      'content-type': 'Application/PDF; x=y',
      'content-length': '9',
      etag: '"e"',
      'x-robots-tag': 'noindex',
      link: '</b>; rel=canonical',
    }
    const facts = read({ body: '%PDF-1.7 ', headers })
    expect(facts.document).toBeNull()
    expect(facts.response).toMatchObject({
      status: 200,
      contentType: 'application/pdf',
      contentLength: 9,
      bytes: 9,
      etag: '"e"',
      lastModified: null,
      canonicals: ['https://shop.example/b'],
      robots: [{ agent: '*', directives: ['noindex'] }],
    })
  })

  it('of a redirect exclude the document, which belongs to the target', () => {
    const facts = read({ url: '/old', redirects: ['/new'], body: '<title>New</title>' })
    expect(facts).toMatchObject({
      document: null,
      response: { url: 'https://shop.example/new', status: 200 },
    })
    expect(linksOf(facts).internal).toEqual(['https://shop.example/new'])
  })

  it('of an unchanged page are the previous facts with a new depth', () => {
    const before = read({ body: '<title>Before</title>', depth: 2 })
    const address = crawled({ status: 304, depth: 1, body: '' })
    expect(readPage(address, before)).toEqual({ ...before, depth: 1 })
    expect(readPage(address).response?.status).toBe(304)
  })

  it('without a content type are those of a page if the body looks like HTML', () => {
    expect(read({ headers: { 'content-type': '' }, body: '\n<!DOCTYPE html><title>x</title>' }).document).not.toBeNull()
    expect(read({ headers: { 'content-type': '' }, body: 'plain' }).document).toBeNull()
  })

  it('are safe for JSON and PostgreSQL: no NUL, no lone surrogate', () => {
    const body = '<title>a\0b &#xD83D; \u0007c</title><meta name=description content="x&#0;y\ud83d"><h1>\0</h1>'
    const facts = read({
      body: Buffer.from(body, 'utf8'),
      headers: { 'content-type': 'text/html', etag: 'x' },
    })
    const json = JSON.stringify(facts)
    expect(JSON.parse(json)).toEqual(facts)
    expect(json.isWellFormed()).toBe(true)
    expect(documentOf(`<title>${'x'.repeat(499)}😀</title>`).titles[0]?.isWellFormed()).toBe(true)
    expect(json).not.toContain('\\u0000')
  })
})

describe('the head', () => {
  it('is read in any notation and decoded', () => {
    const document = documentOf(
      `<HTML LANG=de-AT><Title>A &amp; B
      &mdash; C</Title><META NAME=Description CONTENT='It&#39;s'><noscript><img src=/pixel></noscript></head>
      <meta property=og:title content=Card><meta name="viewport" content="width=device-width">
      <link rel="shortcut CANONICAL" href="?x=1#y"><link rel=alternate hreflang=en href=/en>`,
      { url: '/dir/page' },
    )
    expect(document).toMatchObject({
      titles: ['A & B — C'],
      descriptions: ["It's"],
      lang: 'de-AT',
      viewport: 'width=device-width',
      canonicals: ['https://shop.example/dir/page?x=1'],
      alternates: [{ lang: 'en', url: 'https://shop.example/en' }],
      social: { 'og:title': 'Card' },
    })
  })

  it.each(['<body>', '<div>', '<svg></svg>', 'text', '</body>', '<head><iframe></iframe>'])(
    'ends where the body begins: title, description, canonical and alternates are ignored after %s',
    (start) => {
      const { titles, descriptions, canonicals, alternates, robots } = documentOf(
        `${start}<title>t</title><meta name=description content=d><link rel=canonical href=/c>
        <link rel=alternate hreflang=en href=/en><meta name=robots content=noindex>`,
      )
      expect({ titles, descriptions, canonicals, alternates }).toEqual({
        ...{ titles: [], descriptions: [], canonicals: [], alternates: [] },
      })
      // Engines respect noindex anywhere in the page.
      expect(robots).toHaveLength(1)
    },
  )

  it('ignores comments, scripts, templates and SVG', () => {
    const document = documentOf(`<!-- <title>no</title> --><script>"<title>no</title>"</script>
      <template><title>no</title><a href="/no">no</a></template><title>yes</title><svg><title>no</title></svg>
      <svg/><textarea><title>no</title></textarea>`)
    expect(document.titles).toEqual(['yes'])
    expect(document.links).toEqual([])
  })

  it('sets the base URL', () => {
    const document = documentOf('<base href="/base/"><base href="/other/"><a href="x">x</a><img src="y">')
    expect(document.links).toEqual([{ url: 'https://shop.example/base/x', count: 1 }])
    expect(document.images).toEqual([{ url: 'https://shop.example/base/y', withoutAlt: 1 }])
  })
})

describe('links', () => {
  it('are counted by URL, with their text and rel', () => {
    const document =
      documentOf(`<a href="/a#x">A</a><a href="/a?utm_source=x"></a><a href=" https://www.shop.example/b ">B</a>
      <a href="https://partner.example" rel="x nofollow"><img alt="Partner"></a><a href="mailto:a@b.example">m</a>
      <a href="//[">bad</a><a>none</a><a href=/a><i></i></a><area href="/map" alt="Map">`)
    expect(document.links).toEqual([
      { url: 'https://shop.example/a', count: 3, withoutText: 2, fragments: ['x'] },
      { url: 'https://www.shop.example/b', count: 1 },
      { url: 'https://partner.example/', count: 1, isExternal: true, isNofollow: true },
      { url: 'https://shop.example/map', count: 1 },
    ])
    expect(document.linkCounts).toEqual({ internal: 5, external: 1 })
    expect(document.malformedLinks).toEqual(['//['])
  })

  it('end where the next link begins', () => {
    const { links } = documentOf('<a href="/a"><a href="/b">B')
    expect(links).toEqual([
      { url: 'https://shop.example/a', count: 1, withoutText: 1 },
      { url: 'https://shop.example/b', count: 1 },
    ])
  })

  it('are grouped by kind for later checks', () => {
    const facts = read({
      body: `<meta http-equiv=refresh content="0;url=/next"><link rel=canonical href=/c><link rel=canonical href=/>
        <link rel=alternate hreflang=de href=/de><link rel=stylesheet href=/s.css><script src=/s.js></script>
        <a href=/a>A</a><a href="//x.example/">X</a><img src="data:,x">
        <img src=/i.png srcset="/i.png 1x,/i,2.png 2x , data:,x 3x, /i4.png"><source srcset="/i5.avif, /i6.avif 2x">`,
    })
    expect(linksOf(facts)).toEqual({
      internal: ['https://shop.example/next', 'https://shop.example/a'],
      external: ['https://x.example/'],
      images: ['https://shop.example/i.png'],
      imageVersions: ['/i,2.png', '/i4.png', '/i5.avif', '/i6.avif'].map((path) => `https://shop.example${path}`),
      parts: ['https://shop.example/s.css', 'https://shop.example/s.js'],
      selves: ['https://shop.example/c', 'https://shop.example/de'],
    })
  })
})

describe('images', () => {
  it('are counted by URL, and data URLs by their start', () => {
    const data = `data:image/png;base64,${'A'.repeat(1000)}`
    const document = documentOf(`<img src="/a.png" alt="A"><img src="/a.png"><img data-src="/b.png" alt>
      <img srcset="/c.png 1x, /d.png 2x" aria-hidden=true><img src="${data}"><img>`)
    expect(document.images).toEqual([
      { url: 'https://shop.example/a.png', withoutAlt: 1 },
      { url: 'https://shop.example/b.png' },
      { url: 'https://shop.example/c.png' },
      { url: data.slice(0, 60), withoutAlt: 1 },
      { url: '', withoutAlt: 1 },
    ])
    expect(document.imageCounts).toEqual({ all: 6, withoutAlt: 4, emptyAlt: 1 })
  })

  it('are stored without characters that stores reject', () => {
    expect(documentOf('<img src=data:,\0a>').images).toEqual([{ url: 'data:, a', withoutAlt: 1 }])
  })
})

describe('the main text', () => {
  it.each([
    ['all words except boilerplate', '<header>no</header><nav>no</nav><p>one two</p><aside>no</aside><footer>no', 2],
    [
      'only the text in main elements, if there are any',
      'outside <main>one <header>two</header> <nav>no</nav></main> outside',
      2,
    ],
    ['unbroken across inline elements', '<p>un<b>believ</b>able don&#39;t</p><p>stop</p>', 4],
    [
      'only visible text',
      '<script>a b</script><style>c</style><noscript>d e</noscript><svg><text>f</text></svg>seen',
      1,
    ],
    ['boilerplate if there is nothing else', '<nav>one two three</nav>', 3],
    [
      'unaffected by unclosed or doubly closed elements',
      '</nav></main><main></main></main><nav>no</nav></nav><main>one two',
      2,
    ],
    ['read after self-closing SVG elements', '<svg><path/></svg><svg/>one', 1],
  ])('is %s', (_what, body, count) => {
    expect(textOf(body)).toBe(count)
  })
})

describe('headings', () => {
  it('have their level and the start of their text', () => {
    const { headings } = documentOf(
      `<h1>One <b>two</b></h1><h3><img alt="Three"></h3><h2></h2><h7>x</h7><h2>${'x'.repeat(900)}`,
    )
    expect(headings.counts).toEqual([1, 2, 1, 0, 0, 0])
    expect(headings.empty).toBe(1)
    expect(headings.first.map(({ level, text }) => [level, text.length])).toEqual([
      [1, 7],
      [3, 5],
      [2, 0],
      [2, 200],
    ])
  })
})
