import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testData } from '../../../testing/test-data.ts'
import { type GivenCitation, readCitations } from './citations.ts'

const GROUNDING = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'

function linksTo(...links: [target: string, label: string][]) {
  return links.map(([target, label], offset) => ({ target, label, offset, isBare: false }))
}

describe('readCitations', () => {
  test('lists given pages first, then links in the text, in order', () => {
    const given = [{ url: 'https://b.com/2', title: 'Two' }, { url: 'https://a.com/1' }]
    const links = linksTo(['https://c.com/3', 'Three'], ['https://a.com/1', 'One'])
    expect(readCitations(given, links)).toEqual([
      { url: 'https://b.com/2', domain: 'b.com', title: 'Two', position: 1 },
      { url: 'https://a.com/1', domain: 'a.com', title: 'One', position: 2 },
      { url: 'https://c.com/3', domain: 'c.com', title: 'Three', position: 3 },
    ])
  })

  test.each([
    'http://example.com/a',
    'https://example.com/a/',
    'https://example.com/a?utm_source=chatgpt.com',
    'https://EXAMPLE.com/%61#:~:text=b&amp;text=c',
    'https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fa&sa=U',
  ])('treats %s as the same page and keeps the first URL', (url) => {
    const citations = readCitations([{ url: 'https://www.example.com/a' }, { url }], [])
    expect(citations).toEqual([{ url: 'https://www.example.com/a', domain: 'example.com', title: '', position: 1 }])
  })

  test.each([
    'https://example.com/A',
    'https://example.com/a?id=1',
    'https://example.com/a%2F',
    'https://example.com:8443/a',
    'https://blog.example.com/a',
    'https://example.com/a#/b',
  ])('counts %s as a separate page', (url) => {
    expect(readCitations([{ url: 'https://example.com/a' }, { url }], [])).toHaveLength(2)
  })

  test('skips invalid pages without a gap in the positions', () => {
    const given = [{ url: '' }, { url: 'https://chatgpt.com/?hints=search&q=laptop', title: 'Best Buy' }]
    const links = linksTo(['', 'HP 15.6" Touchscreen Laptop'], ['mailto:a@b.com', 'mail'], ['https://a.com', 'A'])
    expect(readCitations(given, links)).toEqual([{ url: 'https://a.com/', domain: 'a.com', title: 'A', position: 1 }])
  })

  test.each([
    'https://www.coachweb.comAlternative',
    'https://www.coachweb.comalternative/options',
    'http://192.168.1.1/setup',
    'http://localhost:3000',
    'https://wiki.intranet/vpn',
  ])('ignores %s in plain text, but not as a link', (target) => {
    const link = { target, label: '', offset: 0 }
    expect(readCitations([], [{ ...link, isBare: true }])).toEqual([])
    expect(readCitations([], [{ ...link, isBare: false }])).toHaveLength(1)
    expect(readCitations([{ url: target }], [])).toHaveLength(1)
  })

  test.each(['http://www.example.co.uk/a', 'www.alice.github.io', 'https://müller.de', 'https://a.b.museum'])(
    'counts %s in plain text as a source',
    (target) => expect(readCitations([], [{ target, label: '', offset: 0, isBare: true }])).toHaveLength(1),
  )

  test('uses the first title as plain text', () => {
    const given = [
      { url: 'https://a.com', title: ' \n' },
      { url: 'https://a.com', title: ' Q&amp;A\n on\u0000 Knives\ud800 ' },
      { url: 'https://a.com', title: 'Later' },
    ]
    expect(readCitations(given, [])[0]?.title).toBe('Q&A on Knives\ufffd')
  })

  test.each([
    '1',
    '[2]',
    '¹',
    '',
    'example.com',
    'Booking.com',
    'https://example.com/a',
    'www.example',
    'rtings.com/tv…',
    'rtings.com…',
    "Tom's Guide+1",
    'Wikipedia+4Debian Packages+14',
  ])('does not use the label %j as a title', (label) =>
    expect(readCitations([], linksTo(['https://example.com', label]))[0]?.title).toBe(''),
  )

  test.each(['The Verge', 'RTINGS', 'Node.js', 'and/or', '最佳笔记本电脑', 'Amazon.com: 5 best laptops'])(
    'uses the label %j as a title',
    (label) => expect(readCitations([], linksTo(['https://example.com', label]))[0]?.title).toBe(label),
  )

  test('assigns Gemini’s grounding links to the host in their title', () => {
    const given = [
      { url: `${GROUNDING}AbC_1=`, title: 'www.nytimes.com' },
      { url: `${GROUNDING}AbC_2=`, title: 'The best laptops' },
      { url: `${GROUNDING}AbC_3=` },
    ]
    const links = linksTo([`${GROUNDING}AbC_3=`, 'Alice.substack.com'], [`${GROUNDING}AbC_1=`, 'cnet.com'])
    expect(readCitations(given, links)).toEqual([
      { url: `${GROUNDING}AbC_1=`, domain: 'nytimes.com', title: 'www.nytimes.com', position: 1 },
      { url: `${GROUNDING}AbC_2=`, domain: 'google.com', title: 'The best laptops', position: 2 },
      { url: `${GROUNDING}AbC_3=`, domain: 'alice.substack.com', title: '', position: 3 },
    ])
  })

  test('does not assign other pages to a host in their title', () => {
    const [citation] = readCitations([{ url: 'https://a.com/x', title: 'nytimes.com' }], [])
    expect(citation?.domain).toBe('a.com')
  })
})

const answers = testData('answers/product-bench.jsonl')

describe.skipIf(!answers)('citations of real answers', () => {
  const rows = (answers ? readFileSync(answers, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { surface: string; answer: string; sources: GivenCitation[] } => JSON.parse(line))
  const read = rows.map(({ sources }) => readCitations(sources, []))
  const citations = read.flat()

  test('keep every source except search links', () => {
    const searches = rows.flatMap(({ sources }) => sources).filter(({ url }) => url.includes('hints=search'))
    expect(searches).toHaveLength(6)
    for (const [index, { sources }] of rows.entries()) {
      // Independent count by scheme, host, path and query without tracking tags.
      const pages = new Set(
        sources
          .filter(({ url }) => !url.includes('hints=search'))
          .map(({ url }) => url.split('#')[0]?.replaceAll('&amp;', '&') ?? '')
          .map((url) => url.replace(/^https?:\/\/(www\.)?/, ''))
          .map((url) => url.replace(/(?<=[?&])(utm_\w+|srsltid|_gsid|pp|ocid)=[^&]*/g, '').replace(/[/?&]+$/, '')),
      )
      expect(read[index]?.length).toBe(pages.size)
    }
  })

  test('have no tags, fragments or escapes, but keep product variants', () => {
    for (const { url } of citations) expect(url).not.toMatch(/utm_|_gsid|srsltid|#|&amp;/)
    expect(citations.filter(({ url }) => url.includes('?variant='))).toHaveLength(229)
    expect(citations.filter(({ url }) => url.includes('/search?find_desc=Swimwear&find_loc='))).not.toHaveLength(0)
  })

  test('name sites without subdomains', () => {
    const domains = new Set(citations.map(({ domain }) => domain))
    expect(domains).toContain('nytimes.com')
    expect(domains).toContain('yelp.com')
    expect([...domains].filter((domain) => domain.startsWith('www.'))).toEqual([])
  })

  test('are not counted again if the text links to them', () => {
    let repeated = 0
    for (const [index, { answer, sources }] of rows.entries()) {
      const targets = [...answer.matchAll(/\]\((https?:[^()\s]+)\)/g)].map(({ 1: target = '' }) => target)
      const links = linksTo(...targets.map((target): [string, string] => [target, 'label']))
      const listed = links.filter(({ target }) => sources.some(({ url }) => url === target))
      repeated += listed.length
      expect(readCitations(sources, listed)).toHaveLength(read[index]?.length ?? 0)
    }
    expect(repeated).toBeGreaterThan(400)
  })
})
