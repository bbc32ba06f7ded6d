import { at, type CheckCase } from '../check-case.ts'

const link = (to: string, text = 'There') => `<a href="${to}">${text}</a>`
const data = (json: string) => `<script type="application/ld+json">${json}</script>`
const alternate = (lang: string, to: string) => `<link rel="alternate" hreflang="${lang}" href="${to}">`
const elsewhere = 'https://partner.example/study'
const image = at('/team.png')

export const elementCases: CheckCase[] = [
  {
    check: 'broken-internal-links',
    pages: [
      { url: '/a', text: link('/gone#part') + link('/gone?utm_source=x') + link('/fails') },
      { url: '/gone', status: 404 },
      { url: '/fails', problem: 'timeout' },
    ],
    finds: { [at('/a')]: [at('/fails'), at('/gone')] },
    finePages: [
      { url: '/a', text: link('/members') + link('/help') + link('/unknown') + link(elsewhere) },
      { url: '/members', status: 403 },
      { url: '/help', isAllowed: false, problem: 'disallowed' },
      { url: elsewhere, status: 404 },
    ],
  },
  {
    check: 'broken-external-links',
    pages: [
      { url: '/a', text: link(elsewhere) },
      { url: elsewhere, status: 404 },
    ],
    finds: { [at('/a')]: [elsewhere] },
    finePages: [
      { url: '/a', text: link(elsewhere) + link('/gone') },
      { url: elsewhere, status: 403 },
      { url: '/gone', status: 404 },
    ],
  },
  {
    check: 'links-to-redirects',
    pages: [
      { url: '/a', text: link('/old') },
      { url: '/old', redirects: ['/guide'] },
    ],
    finds: { [at('/a')]: [at('/old')] },
    finePages: [
      { url: '/a', text: link('/old') + link(elsewhere) },
      { url: '/old', redirects: ['/gone'], status: 404 },
      { url: elsewhere, redirects: ['https://partner.example/new'] },
    ],
  },
  {
    check: 'links-without-text',
    pages: [{ url: '/a', text: link('/cart', '<i></i>') + link('/card', '<img src="/x.png" alt="">') }],
    finds: { [at('/a')]: [at('/card'), at('/cart')] },
    finePages: [
      {
        url: '/a',
        text:
          link('/cart', '<img src="/x.png" alt="Cart">') +
          '<a href="/b" aria-label="B"></a><a href="/c"><svg><title>C</title></svg></a><a href="#top"></a>' +
          '<a name="mark"></a>',
      },
    ],
  },
  {
    check: 'malformed-links',
    pages: [{ url: '/a', text: link('http://[broken') }],
    finds: { [at('/a')]: ['http://[broken'] },
    finePages: [{ url: '/a', text: link('mailto:me@shop.example') + link('javascript:void(0)') + link('') }],
  },
  {
    check: 'orphan-page',
    pages: [
      { url: '/alone', text: link('/alone') },
      { url: '/lost' },
      { url: '/a', text: link('/old') },
      { url: '/old', redirects: ['/landed'] },
      { url: '/landed', text: link('/a') },
    ],
    finds: { [at('/alone')]: [], [at('/lost')]: [] },
    finePages: [
      { url: '/', text: link('/alone') },
      { url: '/alone' },
      { url: '/unlisted', isInSitemap: false },
    ],
  },
  {
    check: 'deep-page',
    pages: [{ url: '/a', depth: 5 }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', depth: 4 },
      { url: '/b', depth: null },
    ],
  },
  {
    check: 'nofollow-internal-links',
    pages: [{ url: '/a', text: '<a href="/b" rel="noopener NoFollow">B</a>' }],
    finds: { [at('/a')]: [at('/b')] },
    finePages: [{ url: '/a', text: `<a href="${elsewhere}" rel="nofollow">Advert</a>` }],
  },
  {
    check: 'no-internal-links',
    pages: [{ url: '/a', body: `<title>Landing page</title>${link('/a')}${link(elsewhere)}` }],
    finds: { [at('/a')]: [] },
  },
  {
    check: 'images-without-alt',
    pages: [
      { url: '/a', text: '<img src="/team.png"><img src="/b.png" alt="B"><img data-src="/c.png">' },
      { url: '/b', text: '<img>' },
    ],
    finds: { [at('/a')]: [at('/c.png'), image], [at('/b')]: [] },
    finePages: [{ url: '/a', text: '<img src="/team.png" alt=""><img src="/b.png" role="presentation">' }],
  },
  {
    check: 'broken-images',
    pages: [
      { url: '/a', text: '<img src="/team.png" alt="Team">' },
      { url: '/team.png', status: 404 },
    ],
    finds: { [at('/a')]: [image] },
    finePages: [
      { url: '/a', text: '<img src="/team.png" alt="Team">' },
      { url: '/team.png', body: 'png', headers: { 'content-type': 'image/png' } },
    ],
  },
  {
    check: 'heavy-images',
    pages: [
      { url: '/a', text: '<img src="/team.png" alt="Team">' },
      {
        url: '/team.png',
        body: '',
        headers: { 'content-type': 'image/png', 'content-length': '500001' },
      },
    ],
    finds: { [at('/a')]: [image] },
    finePages: [
      { url: '/a', text: `<img src="/team.png" alt="Team">${link('/big.pdf')}` },
      { url: '/team.png', body: '', headers: { 'content-type': 'image/png', 'content-length': '500000' } },
      {
        url: '/big.pdf',
        body: '',
        headers: { 'content-type': 'application/pdf', 'content-length': '9000000' },
      },
    ],
  },
  {
    check: 'lang-missing',
    pages: [{ url: '/a', without: 'lang' }],
    finds: { [at('/a')]: [] },
  },
  {
    check: 'lang-invalid',
    pages: [
      { url: '/a', body: '<html lang="english"><title>English</title>' },
      { url: '/b', body: '<html lang="en_US"><title>English</title>' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [
      { url: '/a', body: '<html lang="pt-BR"><title>Português</title>' },
      { url: '/b', body: '<html lang="zh-Hant-TW"><title>中文</title>' },
    ],
  },
  {
    check: 'hreflang-invalid',
    pages: [{ url: '/a', head: alternate('en-UK', '/b') + alternate('de', '/c') }],
    finds: { [at('/a')]: [at('/b')] },
    finePages: [{ url: '/a', head: alternate('en-GB', '/b') + alternate('X-Default', '/a') }],
  },
  {
    check: 'hreflang-no-return',
    pages: [
      { url: '/a', head: alternate('de', '/de') + alternate('fr', '/fr') + alternate('nl', '/unread') },
      { url: '/de' },
      { url: '/fr', head: alternate('en', '/a') },
    ],
    finds: { [at('/a')]: [at('/de')] },
    finePages: [
      { url: '/a', head: alternate('de', '/de') },
      { url: '/de', headers: { link: '</a>; rel="alternate"; hreflang="en"' } },
    ],
  },
  {
    check: 'hreflang-to-broken',
    pages: [
      { url: '/a', head: alternate('de', '/de') + alternate('fr', '/fr') },
      { url: '/de', status: 404 },
      { url: '/fr', redirects: ['/guide'] },
    ],
    finds: { [at('/a')]: [at('/de'), at('/fr')] },
    finePages: [{ url: '/a', head: alternate('de', '/de') }, { url: '/de' }],
  },
  {
    check: 'hreflang-without-self',
    pages: [{ url: '/a', head: alternate('de', '/de') }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', head: alternate('de', '/de') + alternate('en', '/a') }],
  },
  {
    check: 'hreflang-conflict',
    pages: [{ url: '/a', head: alternate('de', '/de') + alternate('DE', '/at') + alternate('en', '/a') }],
    finds: { [at('/a')]: [at('/at'), at('/de')] },
    finePages: [
      { url: '/a', head: alternate('de', '/de') + alternate('de-AT', '/at') + alternate('de', '/de') },
    ],
  },
  {
    check: 'structured-data-missing',
    pages: [{ url: '/a', without: 'data' }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', without: 'data', text: '<p itemscope itemtype="https://schema.org/Thing">x</p>' },
      { url: '/b', without: 'data', text: '<p vocab="https://schema.org/" typeof="Thing">x</p>' },
    ],
  },
  {
    check: 'structured-data-invalid',
    pages: [{ url: '/a', head: data('{"name": "The "best" bag"}') }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', head: data('//<![CDATA[\n{"@type": "Thing"}\n//]]>') }],
  },
  {
    check: 'structured-data-incomplete',
    pages: [{ url: '/a', head: data('{"@graph": [{"@type": "Product", "name": "Bag"}]}') }],
    finds: { [at('/a')]: [] },
    finePages: [
      {
        url: '/a',
        head: data(
          '{"@type": "Product", "name": "Bag", "offers": {"@type": "Offer", "price": 0, "priceCurrency": "EUR"}}',
        ),
      },
      { url: '/b', head: data('{"@type": "Product", "@id": "#bag"}') },
    ],
  },
  {
    check: 'structured-data-sparse',
    pages: [{ url: '/a', head: data('{"@type": ["Article"], "headline": "x"}') }],
    finds: { [at('/a')]: [] },
    finePages: [
      {
        url: '/a',
        head: data(
          '{"@type": "https://schema.org/Article", "headline": "x", "author": {"@type": "Person", "name": "y"}, "datePublished": "2025-01-01", "image": "z"}',
        ),
      },
    ],
  },
]
