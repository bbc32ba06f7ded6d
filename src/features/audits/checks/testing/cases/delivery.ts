import { at, type CheckCase } from '../check-case.ts'
import { sitemap, wellMadeSite, words } from '../site.ts'

const { home } = wellMadeSite
const fault = (kind: 'malformed' | 'too_many_entries' | 'other_site', examples: string[] = []) => ({
  sitemaps: [{ ...sitemap, faults: [{ kind, count: 1, examples }] }],
})

export const deliveryCases: CheckCase[] = [
  {
    check: 'no-https',
    pages: [{ url: 'http://shop.example/a' }],
    finds: { 'http://shop.example/a': [] },
    finePages: [{ url: 'http://shop.example/a', redirects: ['/guide'] }],
  },
  {
    check: 'https-unavailable',
    site: { home: { ...home, httpsProblem: 'tls' } },
    finds: { [home.url]: [] },
  },
  {
    check: 'mixed-content',
    pages: [
      {
        url: '/a',
        head: '<link rel="stylesheet" href="http://cdn.example/a.css">',
        text: '<img src="http://cdn.example/a.png" alt="A"><iframe src="http://cdn.example/f"></iframe>',
      },
    ],
    finds: {
      [at('/a')]: ['http://cdn.example/a.css', 'http://cdn.example/a.png', 'http://cdn.example/f'],
    },
    finePages: [
      {
        url: '/a',
        head: '<link rel="license" href="http://license.example/">',
        text: '<a href="http://partner.example/">Partner</a><img src="//cdn.example/a.png" alt="A">',
      },
    ],
  },
  {
    check: 'hsts-missing',
    pages: [{ url: '/', depth: 0, headers: { 'strict-transport-security': 'max-age=0' } }],
    finds: { [home.url]: [] },
    finePages: [
      { url: '/', depth: 0, headers: { 'strict-transport-security': 'includeSubDomains; max-age="600"' } },
      { url: '/a', headers: { 'strict-transport-security': '' } },
    ],
  },
  {
    check: 'csp-missing',
    pages: [{ url: '/', depth: 0, headers: { 'content-security-policy': '' } }],
    finds: { [home.url]: [] },
    finePages: [
      {
        ...{ url: '/', depth: 0, headers: { 'content-security-policy': '' } },
        head: `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`,
      },
    ],
  },
  {
    check: 'insecure-internal-links',
    pages: [{ url: '/a', text: '<a href="http://www.shop.example/guide">Guide</a>' }],
    finds: { [at('/a')]: ['http://www.shop.example/guide'] },
    finePages: [{ url: '/a', text: '<a href="http://partner.example/">Partner</a>' }],
  },
  {
    check: 'slow-first-byte',
    pages: [{ url: '/a', firstByteMs: 801 }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', firstByteMs: 800 }],
  },
  {
    check: 'heavy-html',
    pages: [{ url: '/a', text: `<!--${'x'.repeat(500_000)}-->` }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', text: `<!--${'x'.repeat(480_000)}-->` }],
  },
  {
    check: 'html-cut-off',
    pages: [
      { url: '/a', text: ' '.repeat(2 * 1024 * 1024) },
      { url: '/b', truncated: 'too_large' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [{ url: '/a', text: ' '.repeat(2_000_000) }],
  },
  {
    check: 'not-compressed',
    pages: [{ url: '/a', text: words(11, 2000), headers: { 'content-encoding': '' } }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', headers: { 'content-encoding': '' } }],
  },
  {
    check: 'sitemap-missing',
    site: { sitemaps: [], sitemapPages: 0 },
    finds: { [home.url]: [] },
  },
  {
    check: 'sitemap-unreadable',
    site: fault('malformed'),
    finds: { [sitemap.url]: [] },
    fineSite: fault('other_site'),
  },
  {
    check: 'sitemap-over-limits',
    site: fault('too_many_entries'),
    finds: { [sitemap.url]: [] },
    fineSite: fault('other_site'),
  },
  {
    check: 'sitemap-invalid-entries',
    site: fault('other_site', ['https://other.example/']),
    finds: { [sitemap.url]: ['https://other.example/'] },
    fineSite: fault('malformed'),
  },
  {
    check: 'sitemap-without-dates',
    site: { sitemaps: [{ ...sitemap, entriesWithoutLastmod: 2 }] },
    finds: { [sitemap.url]: [] },
    fineSite: { sitemaps: [{ ...sitemap, entriesWithoutLastmod: 1 }] },
  },
  {
    check: 'sitemap-stale',
    pages: [{ url: '/a', headers: { 'last-modified': 'Mon, 09 Jun 2025 12:00:00 GMT' } }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', headers: { 'last-modified': 'Thu, 15 May 2025 12:00:00 GMT' } },
      { url: '/b', headers: { 'last-modified': 'no date' } },
    ],
  },
  {
    check: 'sitemap-dead-entry',
    pages: [
      { url: '/gone', status: 404 },
      { url: '/old', redirects: ['/gone'], status: 404 },
    ],
    finds: { [at('/gone')]: [], [at('/old')]: [] },
    finePages: [{ url: '/gone', status: 404, isInSitemap: false }],
  },
  {
    check: 'sitemap-redirect',
    pages: [{ url: '/old', redirects: ['/guide'] }],
    finds: { [at('/old')]: [] },
    finePages: [
      { url: '/old', redirects: ['/guide'], isInSitemap: false },
      { url: '/older', redirects: ['/gone'], status: 404 },
    ],
  },
  {
    check: 'canonical-elsewhere-in-sitemap',
    pages: [{ url: '/a?x=1', without: 'canonical', head: '<link rel="canonical" href="/guide">' }],
    finds: { [at('/a?x=1')]: [at('/guide')] },
    finePages: [
      {
        url: '/a?x=1',
        without: 'canonical',
        head: '<link rel="canonical" href="/guide">',
        isInSitemap: false,
      },
      { url: '/a/', without: 'canonical', head: '<link rel="canonical" href="/a">' },
      { url: '/a', redirects: ['/a/'] },
    ],
  },
  {
    check: 'not-in-sitemap',
    pages: [
      { url: '/new', isInSitemap: false },
      { url: '/a/', isInSitemap: false, without: 'canonical', head: '<link rel="canonical" href="/a">' },
      { url: '/a', isInSitemap: false, redirects: ['/a/'] },
    ],
    finds: { [at('/new')]: [], [at('/a/')]: [] },
    finePages: [
      { url: '/listed/', isInSitemap: false },
      { url: '/listed', redirects: ['/listed/'] },
      {
        url: '/copy',
        isInSitemap: false,
        without: 'canonical',
        head: '<link rel="canonical" href="/guide">',
      },
      { url: '/hidden', isInSitemap: false, head: '<meta name="robots" content="noindex">' },
      { url: '/file.pdf', isInSitemap: false, headers: { 'content-type': 'application/pdf' } },
    ],
  },
  {
    check: 'social-tags-missing',
    pages: [{ url: '/a', without: 'social' }],
    finds: { [at('/a')]: [] },
  },
  {
    check: 'social-image-missing',
    pages: [{ url: '/a', without: 'social' }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', without: 'social', head: '<meta name="twitter:image" content="/x.png">' }],
  },
  {
    check: 'viewport-missing',
    pages: [{ url: '/a', without: 'viewport' }],
    finds: { [at('/a')]: [] },
  },
  {
    check: 'viewport-fixed',
    pages: [
      { url: '/a', without: 'viewport', head: '<meta name="viewport" content="width=1024">' },
      { url: '/b', without: 'viewport', head: '<meta name="viewport" content="user-scalable=no">' },
      { url: '/c', without: 'viewport', head: '<meta name="viewport" content="maximum-scale=1.0">' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [], [at('/c')]: [] },
    finePages: [
      {
        url: '/a',
        without: 'viewport',
        head: '<meta name="viewport" content="width=device-width, maximum-scale=10, user-scalable=yes">',
      },
    ],
  },
  {
    check: 'url-too-long',
    pages: [{ url: `/${'a'.repeat(181)}` }],
    finds: { [at(`/${'a'.repeat(181)}`)]: [] },
    finePages: [{ url: `/${'a'.repeat(179)}` }],
  },
  {
    check: 'url-many-parameters',
    pages: [{ url: '/bags?a=1&b=2&c=3&d=4' }],
    finds: { [at('/bags?a=1&b=2&c=3&d=4')]: [] },
    finePages: [{ url: '/bags?a=1&b=2&c=3' }],
  },
  {
    check: 'url-repeats-itself',
    pages: [{ url: '/a/b/a/c/a/' }],
    finds: { [at('/a/b/a/c/a/')]: [] },
    finePages: [{ url: '/a/b/a/' }],
  },
  {
    check: 'endless-addresses',
    site: {
      crawl: {
        ...wellMadeSite.crawl,
        passedOver: [{ kind: 'too_deep', links: 3, examples: [at('/calendar?day=1')] }],
      },
    },
    finds: { [home.url]: [at('/calendar?day=1')] },
    fineSite: {
      crawl: { ...wellMadeSite.crawl, passedOver: [{ kind: 'page_limit', links: 3, examples: [at('/a')] }] },
    },
  },
]
