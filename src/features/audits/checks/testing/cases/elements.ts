import { at, type CheckCase } from '../check-case.ts'

const link = (to: string, text = 'There') => `<a href="${to}">${text}</a>`
const alternate = (lang: string, to: string) => `<link rel="alternate" hreflang="${lang}" href="${to}">`
const elsewhere = 'https://partner.example/study'
const image = at('/team.png')

const copyOf = (path: string) => ({
  without: 'canonical' as const,
  head: `<link rel="canonical" href="${at(path)}">`,
})

const german =
  'Wer im Herbst mit dem Rad in die Stadt fährt, der braucht vor allem gutes Licht und eine Jacke. '.repeat(50)

export const elementCases: CheckCase[] = [
  {
    check: 'broken-internal-links',
    pages: [
      {
        url: '/a',
        text: link('/gone#part') + link('/gone?utm_source=x') + link('/fails') + link('/nowhere'),
      },
      { url: '/gone', status: 404 },
      { url: '/nowhere', status: 302 },
      { url: '/fails', problem: 'timeout' },
    ],
    finds: { [at('/a')]: [at('/fails'), at('/gone'), at('/nowhere')] },
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
    check: 'links-with-generic-text',
    pages: [
      {
        url: '/a',
        text: link('/prices', '<b>Click here</b> »') + link('/b', 'Weiterlesen …') + link('/c', '详情'),
      },
      { url: '/d', text: '<a href="/e" aria-label="Read more"><i></i></a>' },
    ],
    finds: { [at('/a')]: [at('/b'), at('/prices')], [at('/d')]: [at('/e')] },
    finePages: [
      {
        url: '/a',
        text: `${link('/prices', 'Here are our prices')}<a href="/b" aria-label="All bags">Here</a>`,
      },
    ],
  },
  {
    check: 'scripted-links',
    pages: [
      {
        url: '/a',
        text: `<span onclick="location.href='/prices'">Prices</span><a href="javascript:openPage(3)">Page 3</a>
          <a onclick="window.open('/x')">X</a><a href="#" onclick="window.location = '/bags'; return false">Bags</a>`,
      },
    ],
    finds: { [at('/a')]: [at('/bags'), at('/prices'), 'openPage(3)', "window.open('/x')"].toSorted() },
    finePages: [
      {
        url: '/a',
        text: `<a href="/bags" onclick="window.location = this.href">Bags</a><a href="javascript:void(0)">Menu</a>
          <a href="javascript:history.back()">Back</a><button onclick="toggle()">More</button><a name="top"></a>`,
      },
    ],
  },
  {
    check: 'broken-fragments',
    pages: [
      { url: '/a', text: `${link('#gone')}${link('/moved#bad')}${link('/guide#x%20y')}` },
      { url: '/moved', redirects: ['/guide'] },
    ],
    finds: { [at('/a')]: [at('/a#gone'), at('/guide#x%20y'), at('/moved#bad')] },
    finePages: [
      {
        url: '/a',
        text: `<h2 id=one>1</h2><a name='two words'></a>${link('#one')}${link('#two%20words')}${link('#')}${link('#top')}
          ${link('/b#three')}${link('/app#/route')}${link('/gone#x')}${link(`${elsewhere}#x`)}${link('/moved#three')}`,
      },
      { url: '/b', text: '<h2 class="x" id="three">3</h2>' },
      { url: '/moved', redirects: ['/b'] },
      { url: '/app' },
      { url: '/gone', status: 404 },
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
      { url: '/self/', isInSitemap: false, text: link('/self') },
      { url: '/self', redirects: ['/self/'] },
      {
        url: '/stub',
        isInSitemap: false,
        body: `<meta http-equiv="refresh" content="0; url=/target">${link('/target')}`,
      },
      { url: '/target' },
      { url: '/own-copy', text: link('/own-copy?print=1') },
      { url: '/own-copy?print=1', isInSitemap: false, ...copyOf('/own-copy') },
    ],
    finds: {
      [at('/alone')]: [],
      [at('/lost')]: [],
      [at('/self/')]: [],
      [at('/target')]: [],
      [at('/own-copy')]: [],
    },
    finePages: [
      { url: '/', text: link('/alone') + link('/moved') + link('/all/anvil') },
      { url: '/all/anvil', isInSitemap: false, ...copyOf('/anvil') },
      { url: '/anvil' },
      { url: '/moved', redirects: ['/moved/'] },
      { url: '/moved/', isInSitemap: false },
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
    check: 'broken-parts',
    pages: [
      {
        url: '/a',
        head: '<link rel="stylesheet" href="/main.css"><script src="https://cdn.example/lib.js"></script>',
        text: '<img src="/team.png" srcset="/team.png 1x, /team@2x.png 2x" alt="Team">',
      },
      ...['/main.css', 'https://cdn.example/lib.js', '/team@2x.png'].map((url) => ({
        ...{ url, status: 404, depth: null, isInSitemap: false },
      })),
    ],
    finds: { [at('/a')]: ['https://cdn.example/lib.js', at('/main.css'), at('/team@2x.png')] },
    finePages: [
      { url: '/a', head: '<link rel="preconnect" href="/gone"><link rel="stylesheet" href="/main.css">' },
      { url: '/gone', status: 404, depth: null, isInSitemap: false },
      {
        url: '/main.css',
        body: 'a {}',
        headers: { 'content-type': 'text/css' },
        depth: null,
        isInSitemap: false,
      },
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
    check: 'lang-contradicts-text',
    pages: [{ url: '/a', text: german }],
    finds: { [at('/a')]: [at('/a#de')] },
    finePages: [
      { url: '/a', text: german.slice(0, 2000) },
      { url: '/b', body: `<html lang="de-AT"><title>Herbst</title><main>${german}</main>` },
      { url: '/c', body: `<html lang="sw"><title>Herbst</title><main>${german}</main>` },
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
      { url: '/b', head: alternate('it', '/it') },
      { url: '/it', redirects: ['/it/'] },
      { url: '/it/' },
    ],
    finds: { [at('/a')]: [at('/de')], [at('/b')]: [at('/it')] },
    finePages: [
      { url: '/a', head: alternate('de', '/de') },
      { url: '/de', headers: { link: '</a>; rel="alternate"; hreflang="en"' } },
      { url: '/b/', head: alternate('fr', '/fr') + alternate('en', '/b') },
      { url: '/b', redirects: ['/b/'] },
      { url: '/fr/', head: alternate('fr', '/fr') + alternate('en', '/b') },
      { url: '/fr', redirects: ['/fr/'] },
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
    finePages: [
      { url: '/a', head: alternate('de', '/de') },
      { url: '/de' },
      { url: '/b/', head: alternate('en', '/b') },
      { url: '/b', redirects: ['/b/'] },
      { url: '/c', text: alternate('fr', '/gone') },
      { url: '/gone', status: 404 },
    ],
  },
  {
    check: 'hreflang-without-self',
    pages: [{ url: '/a', head: alternate('de', '/de') }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', head: alternate('de', '/de') + alternate('en', '/a') },
      { url: '/b/', head: alternate('de', '/de') + alternate('en', '/b') },
      { url: '/b', redirects: ['/b/'] },
    ],
  },
  {
    check: 'hreflang-conflict',
    pages: [{ url: '/a', head: alternate('de', '/de') + alternate('DE', '/at') + alternate('en', '/a') }],
    finds: { [at('/a')]: [at('/at'), at('/de')] },
    finePages: [{ url: '/a', head: alternate('de', '/de') + alternate('de-AT', '/at') + alternate('de', '/de') }],
  },
]
