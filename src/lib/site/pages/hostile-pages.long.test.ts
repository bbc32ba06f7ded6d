import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crawled } from '../../../testing/site/crawled.ts'
import { factLimits } from './page-facts.ts'
import { readPage } from './read-page.ts'

/** Maximum size of the facts of any page: mostly 3,000 links and 1,000 images with long URLs. */
const maxCharacters = 12_000_000

const piece = fc.oneof(
  fc.constantFrom(
    ...['<', '>', '</', '/>', '"', "'", '=', '<!--', '-->', '<![CDATA[', ']]>', '&', '&#', ';', '&amp', '\0', '\ud800'],
    ...[
      '<a href=',
      '<img src=',
      '<meta name=robots content=',
      '<meta http-equiv=refresh content="0;url=',
      '<base href=',
    ],
    ...[
      '<script type="application/ld+json">',
      '</script>',
      '<title>',
      '</title>',
      '<svg>',
      '</svg>',
      '<math>',
      '<template>',
    ],
    ...[
      '<h1>',
      '</h2>',
      '<main>',
      '</nav>',
      '<textarea>',
      '<plaintext>',
      '<noscript>',
      '<link rel=canonical href=',
      '{"@type":',
    ],
    ...[
      'http://[',
      'https://a.example/%',
      '//',
      'data:,',
      'javascript:',
      '{"a":[',
      '<html lang=',
      ' hreflang=x rel=alternate',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const soup = fc.array(piece, { maxLength: 80 }).map((pieces) => Buffer.from(pieces.join('')))
const header = fc.oneof(
  fc.constantFrom(
    'text/html',
    'text/html; charset=utf-16le',
    'text/html;charset=iso-2022-jp',
    'application/xhtml+xml',
    '',
  ),
  fc.stringMatching(/^[ -~]{0,40}$/),
)
const headers = fc.record({ 'content-type': header, link: header, 'x-robots-tag': header, refresh: header })

describe('hostile pages', () => {
  it.each([
    ['bytes', fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes))],
    ['pieces of HTML', soup],
  ])('reading %s never fails and returns plain data', (_what, bodies) => {
    fc.assert(
      fc.property(bodies, headers, (body, sent) => {
        const facts = readPage(crawled({ body, headers: sent }))
        const json = JSON.stringify(facts)
        expect(JSON.parse(json)).toEqual(facts)
        expect(json.includes('\\u0000') || !json.isWellFormed() || /\\ud[89a-f]/.test(json)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  const size = factLimits.htmlBytes
  const filled = (unit: string, end = '') => unit.repeat(Math.ceil((size + 1) / unit.length)) + end
  it.each([
    ['unclosed elements', filled('<b>') + filled('</i>')],
    ['nested elements', filled('<div><nav><svg><main>')],
    ['unlimited links', filled('<a href=/x').replaceAll('x', () => `${Math.random()}>`)],
    ['repeated links', filled('<a href=x>')],
    ['long URLs', filled(`<a href=/${'y'.repeat(2000)}`).replaceAll('=/y', () => `=/${Math.random()}`)],
    ['images', filled('<img src=').replaceAll('=', () => `=${Math.random()}>`)],
    ['one long attribute', `<a href="${filled('x')}">`],
    ['many attributes', `<a ${filled('q').replaceAll('q', () => `a${Math.random()}=1 `)}>`],
    ['open quotes', filled('<a href="')],
    ['open comments', filled('<!--')],
    ['entities', filled('&amp')],
    ['unfinished entities', filled('&#x')],
    ['titles', filled('<title>t</title>')],
    ['one long title', `<title>${filled('t ')}`],
    ['whitespace in a title', `<title>${filled(' ')}x</title>`],
    ['meta elements', filled('<meta name=robots content=noindex>')],
    ['refreshes', filled(`<meta http-equiv=refresh content="${' '.repeat(3000)}x">`)],
    ['deep JSON-LD', `<script type=application/ld+json>${filled('[')}`],
    ['many JSON-LD blocks', filled('<script type=application/ld+json>{"@type":"Product"}</script>')],
    ['whitespace in JSON-LD', `<script type=application/ld+json>x${filled(' ')}x</script>`],
    ['CDATA ends in JSON-LD', `<script type=application/ld+json>${filled(']]> ')}x</script>`],
    ['empty roots', filled('<div id=')],
    ['headings', filled('<h1>')],
    ['languages', filled('<link rel=alternate hreflang=x href=/x>')],
    ['Chinese text', filled('密码')],
    ['surrogates', filled('&#xD83D;')],
  ])('%s are read quickly with a limited result', (_what, body) => {
    const before = process.cpuUsage()
    const facts = readPage(crawled({ body }))
    expect(facts.document?.isCut).toBe(true)
    expect(JSON.stringify(facts).length).toBeLessThan(maxCharacters)
    // CPU time, which other processes do not affect.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(10)
  })
})
