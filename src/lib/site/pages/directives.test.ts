import { describe, expect, it } from 'vitest'
import { readLinkHeader } from './read-page.ts'
import { readRefresh } from './refresh.ts'
import { readRobotsHeader, readRobotsMeta } from './robots-directives.ts'

describe('robots meta', () => {
  it.each([
    ['robots', 'noindex, nofollow', { agent: '*', directives: ['noindex', 'nofollow'] }],
    [' Robots ', 'NOINDEX NOFOLLOW', { agent: '*', directives: ['noindex', 'nofollow'] }],
    [
      'robots',
      'max-snippet : 20, unavailable_after: 25 Jun 2030 15:00:00 PST',
      { agent: '*', directives: ['max-snippet:20', 'unavailable_after:25 jun 2030 15:00:00 pst'] },
    ],
    ['robots', 'something new', { agent: '*', directives: [] }],
    ['GPTBot', 'noindex', { agent: 'gptbot', directives: ['noindex'] }],
    ['description', 'none of them', undefined],
    ['keywords', 'follow, index, cards', undefined],
    ['generator', '', undefined],
  ])('%s: %s', (name, content, rule) => {
    expect(readRobotsMeta(name, content)).toEqual(rule)
  })
})

describe('X-Robots-Tag', () => {
  it.each([
    ['noindex', [{ agent: '*', directives: ['noindex'] }]],
    [
      'noarchive, googlebot: noindex, nofollow, otherbot: none',
      [
        { agent: '*', directives: ['noarchive'] },
        { agent: 'googlebot', directives: ['noindex', 'nofollow'] },
        { agent: 'otherbot', directives: ['none'] },
      ],
    ],
    ['max-snippet: 0', [{ agent: '*', directives: ['max-snippet:0'] }]],
    ['nonsense, googlebot:', []],
    ['', []],
  ])('%s', (header, rules) => {
    expect(readRobotsHeader(header)).toEqual(rules)
  })
})

describe('Link', () => {
  it('reads targets with relation and language', () => {
    const header = '</a,b>; rel="canonical", <https://shop.example/de>; REL=alternate; hreflang="de"; title="x, <y>"'
    expect(readLinkHeader(header)).toEqual([
      { target: '/a,b', rel: 'canonical', hreflang: '' },
      { target: 'https://shop.example/de', rel: 'alternate', hreflang: 'de' },
    ])
  })

  it.each(['', '<', '</a', '>;<', ',,,', '</a>;;;="'])('ignores malformed: %s', (header) => {
    expect(readLinkHeader(header).length).toBeLessThan(2)
  })
})

describe('a refresh', () => {
  const base = 'https://shop.example/dir/page'
  it.each([
    ['0; url=/new', 0, 'https://shop.example/new'],
    ['5;URL="next?x=1#part"', 5, 'https://shop.example/dir/next?x=1'],
    [" 1.5 , 'https://other.example/'", 1, 'https://other.example/'],
    ['3 other', 3, 'https://shop.example/dir/other'],
    ['30', 30, null],
    ['0;', 0, null],
    ['0; url=mailto:a@b.example', 0, null],
  ])('%s', (content, seconds, url) => {
    expect(readRefresh(content, base)).toEqual({ seconds, url })
  })

  it.each(['', 'url=/new', '-1; url=/x', '5x; url=/y', 'soon'])('is ignored: %s', (content) => {
    expect(readRefresh(content, base)).toBeUndefined()
  })
})
