import { describe, expect, it } from 'vitest'
import { readVisibleText } from './visible-text.ts'

/** [source, visible text, target and label of its links] */
type LinkCase = [string, string, [string, string][]]

const linkCases: LinkCase[] = [
  ['see [a b](https://x.y/z "title") now', 'see a b now', [['https://x.y/z', 'a b']]],
  [
    "[a](<https://x.y/a b> 'title') [b](u (title))",
    'a b',
    [
      ['https://x.y/a b', 'a'],
      ['u', 'b'],
    ],
  ],
  ['[a](https://x.y/a_(b)?c=1&amp;d=\\_)', 'a', [['https://x.y/a_(b)?c=1&d=_', 'a']]],
  [
    '[a](https://x.y/a b "t") [b](https://x.y/ "a "b" c")',
    'a b',
    [
      ['https://x.y/a b', 'a'],
      ['https://x.y/', 'b'],
    ],
  ],
  ['**1. [HP 15" Laptop]() – \\$5**', '1. HP 15" Laptop – $5', []],
  ['[**HP** `15`](u)', 'HP 15', [['u', 'HP 15']]],
  ['[a] (b), [c](d e), [e](', '[a] (b), [c](d e), [e](', []],
  [
    '[a [b](u) c](v)',
    'a b c',
    [
      ['v', 'a b c'],
      ['u', 'b'],
    ],
  ],
  [
    '![Galaxy S24](https://x.y/s.jpg) [![alt](i)](u)',
    'Galaxy S24 alt',
    [
      ['https://x.y/s.jpg', 'Galaxy S24'],
      ['u', 'alt'],
      ['i', 'alt'],
    ],
  ],
  ['<https://x.y/a?b> <me@x.y> <mailto:me@x.y>', 'x.y me@x.y me@x.y', [['https://x.y/a?b', 'x.y']]],
  [
    'See ([The Verge][1] and [X][ b  C ])\n\n[1]: https://v.com/a "Deals"\n[B c]: <https://x.com>',
    'See (The Verge and X)',
    [
      ['https://v.com/a', 'The Verge'],
      ['https://x.com', 'X'],
    ],
  ],
  [
    '[Verge][] and [verge]\n\n[verge]: /a',
    'Verge and verge',
    [
      ['/a', 'Verge'],
      ['/a', 'verge'],
    ],
  ],
  [
    '[1]: http://a.b\n[1]: http://c.d\n\nx [y][1]',
    'x y',
    [
      ['http://a.b', ''],
      ['http://c.d', ''],
      ['http://a.b', 'y'],
    ],
  ],
  [
    'Samsung[1][2] leads.\n\n[1]: http://a.b "A "quoted" title"\n[2]: http://c.d',
    'Samsung[1][2] leads.',
    [
      ['http://a.b', 'A "quoted" title'],
      ['http://c.d', '2'],
    ],
  ],
  [
    'best[^1^][^2^].\n\n[^1^]: http://a.b\n[^2^]: http://c.d',
    'best[^1^][^2^].',
    [
      ['http://a.b', '^1^'],
      ['http://c.d', '^2^'],
    ],
  ],
  [
    'x [a][1]  [1]: https://v.com/a "T"  [2]: https://w.com',
    'x a',
    [
      ['https://v.com/a', 'a'],
      ['https://w.com', ''],
    ],
  ],
  ['[Note]: important\n[a][b]', '[Note]: important [a][b]', []],
  ['[Garmin]: rugged/light', '[Garmin]: rugged/light', []],
  ['best.[^1]\n\n[^1]: [Reuters](https://r.com/a)', 'best.[^1]\n[^1]: Reuters', [['https://r.com/a', 'Reuters']]],
  ['best [x][1]\n\n[1]: https://v.com/a.', 'best x', [['https://v.com/a', 'x']]],
  [
    'good[1].\n\nSources:\n[1] A page – https://a.b/c\n[2] https://d.e.',
    'good[1].\nSources: [1] A page – a.b [2] d.e.',
    [
      ['https://a.b/c', '1'],
      ['https://a.b/c', 'a.b'],
      ['https://d.e', 'd.e'],
    ],
  ],
  [
    'good [2].\n1. https://a.b\n2. <https://c.d>',
    'good [2].\na.b\nc.d',
    [
      ['https://c.d', '2'],
      ['https://a.b', 'a.b'],
      ['https://c.d', 'c.d'],
    ],
  ],
  [
    'at https://www.samsung.com/us/phones?a=b, ok',
    'at www.samsung.com, ok',
    [['https://www.samsung.com/us/phones?a=b', 'www.samsung.com']],
  ],
  [
    '(https://x.y/a_(b)) **http://me@x.y:80/** HTTPS://X.Y',
    '(x.y) x.y X.Y',
    [
      ['https://x.y/a_(b)', 'x.y'],
      ['http://me@x.y:80/', 'x.y'],
      ['HTTPS://X.Y', 'X.Y'],
    ],
  ],
  [
    'www.samsung.com/us. www.x www. xhttp://a http:// a',
    'www.samsung.com. www.x www. xhttp://a http:// a',
    [['www.samsung.com/us', 'www.samsung.com']],
  ],
  ['见https://x.y/z。好', '见x.y。好', [['https://x.y/z', 'x.y']]],
  ['[https://x.y/z](https://x.y/w)', 'x.y', [['https://x.y/w', 'x.y']]],
  [
    '<a href="https://x.y?a=1&amp;b">the <b>page</b></a> <img src="i.png" alt="Pic">',
    'the page Pic',
    [
      ['https://x.y?a=1&b', 'the page'],
      ['i.png', 'Pic'],
    ],
  ],
  [
    'Samsung[1](http://a)[2](http://b)LG, [Sony](http://c)s',
    'Samsung 1 2 LG, Sonys',
    [
      ['http://a', '1'],
      ['http://b', '2'],
      ['http://c', 'Sony'],
    ],
  ],
]

/** Hosts joined to the following text: [source, visible text, targets of its links] */
const glued: [string, string, string[]][] = [
  ['www.coachweb.comAlternative options', 'www.coachweb.com Alternative options', ['www.coachweb.com']],
  ['at https://blog.nike.co.ukBest', 'at blog.nike.co.uk Best', ['https://blog.nike.co.uk']],
  ['www.nike.com.Best shoes', 'www.nike.com.Best shoes', ['www.nike.com']],
  ['www.rei.com+2 www.rtings.com3', 'www.rei.com+2 www.rtings.com 3', ['www.rei.com', 'www.rtings.com']],
  ['www.müller.deDie', 'www.müller.de Die', ['www.müller.de']],
  ['www.coachweb.comAb/c', 'www.coachweb.com Ab/c', ['www.coachweb.com']],
  ['www.MyShop.Com/a, www.nike.com(US)', 'www.MyShop.Com, www.nike.com(US)', ['www.MyShop.Com/a', 'www.nike.com']],
  ['http://1.2.3.4/a www.x.xn--p1ai', '1.2.3.4 www.x.xn--p1ai', ['http://1.2.3.4/a', 'www.x.xn--p1ai']],
]

/** Truncated answers: [source, visible text, targets of its links] */
const truncated: [string, string, string[]][] = [
  ['See [docs](https://x.com and then Acme is great', 'See [docs](x.com and then Acme is great', ['https://x.com']],
  ['See [docs](https://x.com "and Acme', 'See [docs](x.com "and Acme', ['https://x.com']],
  ['**Acme**[S](https://e.com/ve', 'Acme S', ['https://e.com/ve']],
  ['Acme ([Acme Docs](https://e.com/a_(b', 'Acme (Acme Docs', ['https://e.com/a_(b']],
  ['[S](https://e.com/ve\nAcme', '[S](e.com Acme', ['https://e.com/ve']],
  ['[S](https://e.com/a b\nAcme (x)', '[S](e.com b Acme (x)', ['https://e.com/a']],
  ['Acme [S](', 'Acme [S](', []],
  ['Acme [S](<https://e.com/ve', 'Acme [S](<e.com', ['https://e.com/ve']],
  ['Acme [S', 'Acme [S', []],
]

describe('links', () => {
  it.each(truncated)('that are truncated hide only their target: %j', (source, seen, targets) => {
    const visible = readVisibleText(source)
    expect(visible.text).toBe(seen)
    expect(visible.links.map((link) => link.target)).toEqual(targets)
  })

  it.each(glued)('in plain text end at the domain: %j', (source, seen, targets) => {
    const visible = readVisibleText(source)
    expect(visible.text).toBe(seen)
    expect(visible.links.map((link) => link.target)).toEqual(targets)
    expect(visible.offsets.length).toBe(visible.text.length + 1)
  })

  it.each(linkCases)('%j', (source, seen, found) => {
    const visible = readVisibleText(source)
    expect(visible.text).toBe(seen)
    expect(visible.links.map((link) => [link.target, link.label])).toEqual(found)
  })
  it('report the positions of URL hosts in the text', () => {
    const source = '**a** <https://me@x.y:80/z> [b http://c/d](https://e) [www.f.gh/i](u) j.k'
    const { text, addresses } = readVisibleText(source)
    expect(text).toBe('a x.y b c www.f.gh j.k')
    expect(addresses.map(({ start, end }) => text.slice(start, end))).toEqual(['x.y', 'c', 'www.f.gh'])
  })
  it('may be joined in a long text', () => {
    const { text, links } = readVisibleText('www.a.deB,'.repeat(2 ** 17))
    expect(links).toHaveLength(2 ** 17)
    expect(text).toHaveLength(11 * 2 ** 17)
  })
  it('have their offset in the source', () => {
    const { links } = readVisibleText('a [b](c) <http://d> http://e ![f](g)')
    expect(links.map((link) => link.offset)).toEqual([2, 10, 20, 30])
  })
})
