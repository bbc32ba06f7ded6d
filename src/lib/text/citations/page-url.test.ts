import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testData } from '../../../testing/test-data.ts'
import { pageKey, pageUrl } from './page-url.ts'

const urlOf = (raw: string) => pageUrl(raw)?.url

describe('the canonical URL', () => {
  test.each([
    ['HTTPS://WWW.Example.COM/A/b', 'https://www.example.com/A/b'],
    ['http://example.com:80/a', 'http://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://user:secret@example.com/a', 'https://example.com/a'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://müller.example/ü', 'https://xn--mller-kva.example/%C3%BC'],
    ['  https://example.com/a\n', 'https://example.com/a'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['www.example.com/a', 'http://www.example.com/a'],
    ['http://localhost:3000/a', 'http://localhost:3000/a'],
    ['http://[2001:db8::1]/a', 'http://[2001:db8::1]/a'],
  ])('of %j is %s', (raw, expected) => expect(urlOf(raw)).toBe(expected))

  test.each([
    '',
    '  ',
    '#section',
    '/relative/path',
    'example.com/without-scheme',
    '//example.com/a',
    'mailto:a@example.com',
    'javascript:alert(1)',
    'ftp://example.com/a',
    'data:text/html,a',
    'https://',
    'https://./a',
    'https://a..example.com/',
    'https://example.com../',
    'https://(example)/',
    'https://exa mple.com/',
    'https://example.com:99999/',
    'turn0search1',
    `https://example.com/${'a'.repeat(8173)}`,
    `https://example.com/${'ü'.repeat(2000)}`,
  ])('is undefined for %j', (raw) => expect(urlOf(raw)).toBeUndefined())

  test('may have up to 8,192 characters', () => {
    const longest = `https://example.com/${'a'.repeat(8172)}`
    expect(longest).toHaveLength(8192)
    expect(urlOf(longest)).toBe(longest)
  })

  test.each([
    ['https://m.example.com/s?a=1&amp;b=2', 'https://m.example.com/s?a=1&b=2'],
    ['https://example.com/s?a=1&amp;amp;b=2', 'https://example.com/s?a=1&b=2'],
    ['https://example.com/it&#39;s', "https://example.com/it's"],
    ['https:&#x2F;&#x2F;example.com&#x2F;a', 'https://example.com/a'],
    ['https://example.com/s?a=1&copy=2&lt=3', 'https://example.com/s?a=1&copy=2&lt=3'],
    ['https://example.com/s?a=1&am\tp;b=2', 'https://example.com/s?a=1&b=2'],
  ])('decodes the entities in %j', (raw, expected) => expect(urlOf(raw)).toBe(expected))

  test.each([
    ['https://example.com/a#section', 'https://example.com/a'],
    ['https://example.com/a#', 'https://example.com/a'],
    ['https://example.com/a#:~:text=b&amp;text=c,-d', 'https://example.com/a'],
    ['https://example.com/a#section:~:text=b', 'https://example.com/a'],
    ['https://example.com/#/', 'https://example.com/'],
    ['https://example.com/#!', 'https://example.com/'],
    ['https://example.com/#/route/1:~:text=b', 'https://example.com/#/route/1'],
    ['https://example.com/#!route/1', 'https://example.com/#!route/1'],
  ])('of %s has no fragment except a route', (raw, expected) => expect(urlOf(raw)).toBe(expected))
})

describe('tracking parameters', () => {
  test.each([
    ['?utm_source=chatgpt.com', ''],
    ['?variant=1&_gsid=x&utm_source=chatgpt.com', '?variant=1'],
    ['?b=2&gclid=x&a=1%2F+c&fbclid=y&a=&&d', '?b=2&a=1%2F+c&a=&d'],
    ['?UTM_Source=x&GCLID=y&utm%5Fmedium=z', ''],
    ['?id=7?utm_source=chatgpt.com', '?id=7'],
    ['??', '??'],
    ['?id=7&amp;utm_source=x&amp;p=2', '?id=7&p=2'],
    ['?srsltid=AfmBO&msclkid=1&mc_eid=2&_hsenc=3&gad_source=4&ref_src=5', ''],
    ['?q=utm_source&redirect=gclid', '?q=utm_source&redirect=gclid'],
    ['?ref=main&source=rss&s=2&t=30&tag=knives&si=4', '?ref=main&source=rss&s=2&t=30&tag=knives&si=4'],
    ['?constructor=1&__proto__=2', '?constructor=1&__proto__=2'],
  ])('%s becomes %j', (search, expected) => {
    expect(urlOf(`https://example.com/a${search}`)).toBe(`https://example.com/a${expected}`)
  })

  test.each([
    ['https://www.youtube.com/watch?v=jt1&amp;pp=0gcJ&si=x', 'https://www.youtube.com/watch?v=jt1'],
    ['https://x.com/a/status/1?s=20&t=x', 'https://x.com/a/status/1'],
    ['https://www.amazon.co.uk/dp/B01?tag=x-21&th=1&ref_=y', 'https://www.amazon.co.uk/dp/B01?th=1'],
    ['https://www.amazon.com/mixer/s?k=stand+mixer', 'https://www.amazon.com/mixer/s?k=stand+mixer'],
    ['https://www.nytimes.com/a.html?smid=url-share', 'https://www.nytimes.com/a.html'],
  ])('are removed per site: %s', (raw, expected) => expect(urlOf(raw)).toBe(expected))
})

describe('redirects', () => {
  const target = 'https://example.com/a?b=1&c=2'
  const encoded = encodeURIComponent(target)
  const base64 = Buffer.from(target).toString('base64url')

  test.each([
    `https://www.google.com/url?sa=t&url=${encoded}&usg=x`,
    `https://www.google.co.uk/url?q=${encoded}&sa=U`,
    `https://www.google.de/imgres?imgurl=https%3A%2F%2Fi.com%2Fa.png&imgrefurl=${encoded}`,
    `https://www.google.com/aclk?sa=l&adurl=${encoded}`,
    'https://www.google.com/amp/s/example.com/a?b=1&c=2',
    'https://example-com.cdn.ampproject.org/c/s/example.com/a?b=1&c=2&usqp=x',
    `https://translate.google.com/translate?sl=de&u=${encoded}`,
    `https://www.bing.com/ck/a?!&&p=0&u=a1${base64}&ntb=1`,
    `https://www.bing.com/ck/a?!&amp;&amp;p=0&amp;u=a1${base64}&amp;ntb=1`,
    `https://www.bing.com/aclk?ld=x&u=${Buffer.from(encoded).toString('base64')}`,
    `https://www.bing.com/alink/link?url=${encoded}&source=x`,
    `https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=${encoded}/RK=2/RS=x-`,
    `https://duckduckgo.com/l/?uddg=${encoded}&rut=x`,
    `https://l.facebook.com/l.php?u=${encoded}&h=AT`,
    `http://lm.facebook.com/l.php?u=${encoded}`,
    `https://l.instagram.com/?u=${encoded}&e=x`,
    `https://out.reddit.com/t3_1?url=${encoded}&token=x`,
    `https://t.umblr.com/redirect?z=${encoded}&t=x`,
    `https://www.youtube.com/redirect?event=video&q=${encoded}`,
    `https://www.linkedin.com/redir/redirect?url=${encoded}&urlhash=x`,
    `https://www.linkedin.com/safety/go?url=${encoded}&trk=x`,
    `https://slack-redir.net/link?url=${encoded}`,
    `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&data=x`,
    `https://href.li/?${target}`,
    `https://steamcommunity.com/linkfilter/?url=${encoded}`,
    `https://vk.com/away.php?to=${encoded}&cc_key=`,
    `https://medium.com/r/?url=${encoded}`,
    `https://go.skimresources.com/?id=1X2&url=${encoded}`,
    `https://www.google.com/url?q=${encodeURIComponent(encoded)}`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.google.com/url?q=${encoded}`)}`,
  ])('%s is resolved to its target', (raw) => expect(pageUrl(raw)).toEqual({ url: target, domain: 'example.com' }))

  test('keep a plus sign in the target', () => {
    expect(urlOf('https://www.google.com/url?q=https://example.com/a+b?c=d+e')).toBe('https://example.com/a+b?c=d+e')
  })

  test('are undefined if the target is not a page', () => {
    expect(urlOf('https://www.google.com/url?q=/search%3Fq%3Dlaptop')).toBeUndefined()
    expect(urlOf('https://l.facebook.com/l.php?u=javascript%3Aalert(1)')).toBeUndefined()
    expect(urlOf('https://www.google.com/url?q=')).toBeUndefined()
    expect(urlOf('https://www.google.com/url?q=https%3A%2F%2Fwww.bing.com%2Fsearch%3Fq%3Da')).toBeUndefined()
  })

  test('are followed up to five levels', () => {
    expect(urlOf(`${'https://href.li/?'.repeat(5)}${target}`)).toBe(target)
    expect(urlOf(`${'https://href.li/?'.repeat(6)}${target}`)).toBeUndefined()
  })

  test.each([
    'https://www.youtube.com/redirected?q=https%3A%2F%2Fexample.com',
    'https://medium.com/r/',
    'https://href.li/',
    'https://www.google.com/amp/about',
    'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC-1_2=',
    'https://t.co/AbC',
    'https://example.com/url?q=https%3A%2F%2Fexample.org',
    'https://google.example.com/url?q=https%3A%2F%2Fexample.org',
  ])('%s stays unchanged', (raw) => expect(urlOf(raw)).toBe(raw))
})

describe('search links', () => {
  test.each([
    'https://chatgpt.com/?hints=search&q=HP+15.6%22+Laptop',
    'https://chatgpt.com/?q=laptop',
    'https://chat.openai.com/?q=laptop',
    'https://www.google.com/search?q=laptop&udm=50',
    'https://www.google.com.br/search?q=laptop',
    'https://google.co.in/search?ibp=oshop&q=laptop',
    'https://www.google.de/shopping/product/123?hl=de',
    'https://www.google.com/?ibp=oshop&prds=catalogid:1',
    'https://shopping.google.com/product/123',
    'https://www.google.com/?q=laptop',
    'https://www.google.com/url?sa=i',
    'https://www.google.com/maps/search/hotels/@52,13',
    'https://www.google.com/travel/flights/search?tfs=x',
    'https://news.google.com/search?q=laptop',
    'https://www.bing.com/search?q=laptop',
    'https://www.bing.com/shop/productpage?q=x',
    'https://www.bing.com/images/search?q=laptop',
    'https://www.perplexity.ai/search?q=laptop',
    'https://www.perplexity.ai/search/best-laptop-AbC',
    'https://duckduckgo.com/?q=laptop&ia=web',
    'https://html.duckduckgo.com/html/?q=laptop',
    'https://search.yahoo.com/search?p=laptop',
    'https://de.images.search.yahoo.com/search/images?p=laptop',
    'https://search.yahoo.co.jp/search?p=laptop',
    'https://yandex.com.tr/search/?text=laptop',
    'https://search.brave.com/search?q=laptop',
  ])('%s is not a page', (raw) => expect(urlOf(raw)).toBeUndefined())

  test.each([
    'https://chatgpt.com/',
    'https://chatgpt.com/share/123',
    'https://openai.com/index/chatgpt?q=a',
    'https://support.google.com/websearch/answer/1?hl=en',
    'https://developers.google.com/search/docs',
    'https://www.google.com/search/howsearchworks/',
    'https://www.google.com/travel/hotels/entity/AbC',
    'https://www.google.com/maps/place/Berlin',
    'https://blogs.bing.com/search/2024/a',
    'https://www.perplexity.ai/page/laptops-AbC',
    'https://duckduckgo.com/about',
    'https://www.amazon.com/s?k=laptop',
    'https://m.yelp.com/search?find_desc=Swimwear',
    'https://notgoogle.com/search?q=a',
    'https://google.blogspot.com/search?q=a',
  ])('%s is a page', (raw) => expect(urlOf(raw)).toBe(raw))
})

describe('the domain', () => {
  test.each([
    ['https://www.nytimes.com/wirecutter/', 'nytimes.com'],
    ['https://reviewed.usatoday.com/a', 'usatoday.com'],
    ['https://a.b.example.co.uk/', 'example.co.uk'],
    ['https://alice.github.io/x', 'alice.github.io'],
    ['https://alice.blogspot.com/', 'alice.blogspot.com'],
    ['https://alice.substack.com/p/x', 'alice.substack.com'],
    ['https://www.alice.substack.com/p/x', 'alice.substack.com'],
    ['https://www.substack.com/x', 'substack.com'],
    ['https://substack.com/@alice', 'substack.com'],
    ['https://www.github.io/', 'github.io'],
    ['https://www.müller.de/', 'xn--mller-kva.de'],
    ['http://192.168.1.1/a', '192.168.1.1'],
    ['http://[2001:db8::1]/a', '[2001:db8::1]'],
    ['http://localhost:3000/a', 'localhost'],
    ['http://constructor/a', 'constructor'],
  ])('of %s is %s', (raw, domain) => expect(pageUrl(raw)?.domain).toBe(domain))

  const list = testData('robustness/psl_tests.txt')

  test.skipIf(!list)('agrees with the tests of the Public Suffix List', () => {
    const asserted = [
      ...readFileSync(list ?? '', 'utf8').matchAll(/^checkPublicSuffix\('([^']*)', (?:'([^']*)'|null)\)/gm),
    ]
    expect(asserted).toHaveLength(77)
    for (const [, host = '', expected] of asserted) {
      const domain = pageUrl(`http://${host}/`)?.domain
      if (host.startsWith('.')) expect(domain).toBeUndefined()
      else expect(domain).toBe(URL.parse(`http://${expected ?? host}/`)?.hostname)
    }
  })
})

describe('pageKey', () => {
  test('ignores scheme, www, trailing slashes and unnecessary encoding', () => {
    expect(pageKey('http://www.example.com/%7ea/%c3%bc//?b=%2d%2f')).toBe(
      pageKey('https://example.com/~a/%C3%BC?b=-%2F'),
    )
  })

  test.each([
    ['https://example.com/a', 'https://example.com/a?b'],
    ['https://example.com/a?b=1&c=2', 'https://example.com/a?c=2&b=1'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['https://example.com/#/a', 'https://example.com/#/b'],
    ['https://example.com/', 'https://example.com:8080/'],
    ['https://m.example.com/', 'https://example.com/'],
  ])('distinguishes %s from %s', (one, other) => expect(pageKey(one)).not.toBe(pageKey(other)))
})

describe('pageUrl of any string', () => {
  const naughty = testData('robustness/blns.json')
  const fragments = fc.constantFrom(
    ...[
      'https://',
      'http://',
      'www.',
      'example.com',
      'google.com',
      'href.li',
      'bing.com/ck/a',
      '/url',
      '/amp/s/',
      '?',
      '&',
    ],
    ...[
      'q=',
      'u=',
      'u=a1',
      'utm_source=x',
      '&amp;',
      '&#38;',
      'amp;',
      'lt;',
      '#',
      '#/',
      '#!',
      ':~:',
      '%26',
      '%3A',
      '.',
      '/',
    ],
    ...['\t', ' ', '%', 'ü', '\\', '@', ':80', '[::1]', '\ud800', '?utm_'],
  )
  const addresses = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'binary' }),
    fc.array(fragments, { maxLength: 25 }).map((parts) => parts.join('')),
    fc.array(fragments, { maxLength: 25 }).map((parts) => `https://${parts.join('')}`),
    fc.webUrl({ withQueryParameters: true }).map((url) => `https://www.google.com/url?q=${encodeURIComponent(url)}`),
  )

  test('never throws and is idempotent', () => {
    fc.assert(
      fc.property(addresses, (raw) => {
        const page = pageUrl(raw)
        if (!page) return
        expect(pageUrl(page.url)).toEqual(page)
        expect(page.url).toMatch(/^https?:\/\//)
        expect(pageKey(page.url)).not.toBe('')
      }),
      { numRuns: 3000 },
    )
  })

  test('accepts every web URL of a public site and keeps its host and path', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (raw) => {
        const { hostname, pathname } = new URL(raw)
        const page = pageUrl(raw)
        expect(page && new URL(page.url)).toMatchObject({ hostname, pathname })
      }),
      { numRuns: 1000 },
    )
  })

  test.skipIf(!naughty)('never throws on naughty strings', () => {
    const strings: string[] = JSON.parse(readFileSync(naughty ?? '', 'utf8'))
    for (const text of strings) {
      for (const raw of [text, `https://${text}`, `https://example.com/${text}`, `https://href.li/?${text}`]) {
        const page = pageUrl(raw)
        if (page) expect(pageUrl(page.url)).toEqual(page)
      }
    }
  })
})
