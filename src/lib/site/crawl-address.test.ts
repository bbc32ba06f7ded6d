import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crawlAddress } from './crawl-address.ts'

test.each([
  ['HTTP://Site.Example:80/a/../b#part', 'http://site.example/b'],
  ['https://site.example:443', 'https://site.example/'],
  ['https://site.example:8443/', 'https://site.example:8443/'],
  ['https://site.example/?', 'https://site.example/'],
  ['https://site.example/%7euser/%e3%83%84', 'https://site.example/~user/%E3%83%84'],
  ['https://site.example/ツ', 'https://site.example/%E3%83%84'],
  ['https://site.example/?q=%61', 'https://site.example/?q=a'],
  ['https://site.example/a?utm_source=x&page=2&UTM_Medium=y&gclid=z', 'https://site.example/a?page=2'],
  ['https://site.example/a?fbclid=z', 'https://site.example/a'],
  ['https://site.example/a;jsessionid=0A1B?PHPSESSID=x&id=1', 'https://site.example/a?id=1'],
])('normalizes %s to %s', (text, address) => {
  expect(crawlAddress(text)).toBe(address)
})

test.each([
  'https://site.example/a/',
  'https://site.example/A',
  'https://site.example//a',
  'https://site.example/a?b=1&a=2',
  'https://site.example/a?b',
  'https://site.example/a?b=',
  'https://site.example/a?ref=home&sid=5',
  'https://site.example/a%2Fb',
  'https://site.example/a%2Eb',
  'https://site.example/a+b?c=d+e',
  'https://site.example/a;v=1.2',
  'http://www.site.example/index.html',
])('keeps %s unchanged', (text) => {
  expect(crawlAddress(text)).toBe(text)
})

test.each([
  'mailto:a@site.example',
  'ftp://site.example/',
  'javascript:void 0',
  'data:text/plain,a',
  'http://',
  'https://user@site.example/',
  'page.html',
])('rejects %s', (text) => {
  expect(crawlAddress(text)).toBeUndefined()
})

test('resolves a relative URL against its page', () => {
  expect(crawlAddress('../b?c', 'https://site.example/a/')).toBe('https://site.example/b?c')
  expect(crawlAddress('//other.example/', 'https://site.example/')).toBe('https://other.example/')
})

test('a normalized URL does not change if normalized again', () => {
  const path = fc.stringMatching(/^(%[0-9A-Fa-f]{2}|[a-z.~;/&?=%]){0,20}$/)
  fc.assert(
    fc.property(path, (text) => {
      const address = crawlAddress(`https://site.example/${text}`)
      expect(address).toBeDefined()
      expect(crawlAddress(address ?? '')).toBe(address)
    }),
    { numRuns: 2000, examples: [['%a%30'], ['%%34%31']] },
  )
})
