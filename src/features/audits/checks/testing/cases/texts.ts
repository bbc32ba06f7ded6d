import { at, type CheckCase } from '../check-case.ts'
import { words } from '../site.ts'

const description = (text: string) => `<meta name="description" content="${text}">`
const noindex = '<meta name="robots" content="noindex">'
const sixty = 'A title that has exactly sixty characters, not more nor less'

const article = (more: string) =>
  `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Article", "headline": "x",
    "author": {"@type": "Person", "name": "Ada"}, ${more}}</script>`

export const textCases: CheckCase[] = [
  {
    check: 'title-missing',
    pages: [
      { url: '/a', without: 'title' },
      { url: '/b', title: ' ' },
      { url: '/c', without: 'title', text: '<title>In the body</title>' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [], [at('/c')]: [] },
    finePages: [
      { url: '/a', without: 'title', status: 404 },
      {
        url: '/b',
        without: 'title',
        head: '<title>Real title of this</title><svg><title>Icon</title></svg>',
      },
    ],
  },
  {
    check: 'title-too-long',
    pages: [{ url: '/a', title: `${sixty}!` }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', title: sixty },
      { url: '/b', title: sixty.replace('A', '😀') },
    ],
  },
  {
    check: 'title-too-short',
    pages: [{ url: '/a', title: 'Blog' }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', title: '密码管理器' },
      { url: '/b', title: 'Ten chars!' },
    ],
  },
  {
    check: 'title-several',
    pages: [{ url: '/a', head: '<title>Another title</title>' }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', head: '<svg><title>Icon</title></svg>' },
      { url: '/b', text: '<title>An example of a title</title>' },
    ],
  },
  {
    check: 'title-duplicate',
    pages: [
      { url: '/a', title: 'Products of the shop' },
      { url: '/b', title: ' Products  of the\nshop' },
    ],
    finds: { [at('/a')]: [at('/b')], [at('/b')]: [at('/a')] },
    finePages: [
      { url: '/a', title: 'Products of the shop' },
      { url: '/b', title: 'Products of the shop', head: noindex },
      {
        url: '/c',
        title: 'Products of the shop',
        without: 'canonical',
        head: `<link rel="canonical" href="/a">`,
      },
      { url: '/d', title: 'Products of the shop', status: 500 },
    ],
  },
  {
    check: 'title-duplicate',
    pages: ['/a', '/b', '/c'].flatMap((path) => [
      { url: path, redirects: [`${path}/`] },
      {
        url: `${path}/`,
        title: 'Products of the shop',
        without: 'canonical',
        head: `<link rel="canonical" href="${path === '/c' ? '/b' : path}">`,
      },
    ]),
    finds: { [at('/a/')]: [at('/b/')], [at('/b/')]: [at('/a/')] },
  },
  {
    check: 'meta-description-missing',
    pages: [
      { url: '/a', without: 'description' },
      { url: '/b', without: 'description', head: description('') },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
  },
  {
    check: 'meta-description-too-long',
    pages: [{ url: '/a', without: 'description', head: description('x'.repeat(161)) }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', without: 'description', head: description('x'.repeat(160)) }],
  },
  {
    check: 'meta-description-too-short',
    pages: [{ url: '/a', without: 'description', head: description('x'.repeat(49)) }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', without: 'description', head: description('密'.repeat(25)) }],
  },
  {
    check: 'meta-description-several',
    pages: [{ url: '/a', head: description('another one') }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', text: description('another one') }],
  },
  {
    check: 'meta-description-duplicate',
    pages: [
      { url: '/a', without: 'description', head: description('The slogan of the shop, on every page') },
      { url: '/b', without: 'description', head: description('The slogan of the shop, on every page') },
    ],
    finds: { [at('/a')]: [at('/b')], [at('/b')]: [at('/a')] },
    finePages: [
      { url: '/a', without: 'description' },
      { url: '/b', without: 'description' },
    ],
  },
  {
    check: 'h1-missing',
    pages: [
      { url: '/a', without: 'h1' },
      { url: '/b', without: 'h1', text: '<h1> <img src="x.png"></h1>' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [{ url: '/a', without: 'h1', text: '<h1><img src="x.png" alt="Shop"></h1>' }],
  },
  {
    check: 'h1-several',
    pages: [{ url: '/a', text: '<h1>Another</h1>' }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', text: '<h2>Another</h2><template><h1>Later</h1></template>' }],
  },
  {
    check: 'heading-empty',
    pages: [{ url: '/a', text: '<h2>&nbsp;</h2>' }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', text: '<h2><span>Text</span></h2>' }],
  },
  {
    check: 'heading-levels-skipped',
    pages: [{ url: '/a', text: '<h2>One</h2><h4>Two</h4>' }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', text: '<h2>One</h2><h3>Two</h3><h2>Three</h2>' }],
  },
  {
    check: 'long-text-without-subheadings',
    pages: [{ url: '/a', text: words(3, 600) }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', text: `<h2>Part</h2>${words(3, 600)}` },
      { url: '/b', text: words(4, 400) },
    ],
  },
  {
    check: 'thin-content',
    pages: [
      { url: '/a', body: '<title>Four pictures of bags</title><main>Just so few words</main>' },
      { url: '/b', body: `<title>Only navigation</title><nav>${words(5, 300)}</nav><main>Few</main>` },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [
      { url: '/a', body: `<title>A hundred</title>${words(6, 100)}` },
      { url: '/b', body: `<title>Chinese</title>${'密码管理器'.repeat(30)}` },
    ],
  },
  {
    check: 'duplicate-content',
    pages: [
      { url: '/a', body: `<title>A</title>${words(9, 400)}` },
      { url: '/b', body: `<title>B</title><div>${words(9, 400)}</div>` },
    ],
    finds: { [at('/a')]: [at('/b')], [at('/b')]: [at('/a')] },
    finePages: [
      { url: '/a', body: `<title>A</title>${words(9, 400)}` },
      { url: '/b', body: `<title>B</title>${words(10, 400)}` },
      { url: '/c', body: `<link rel="canonical" href="/a">${words(9, 400)}` },
    ],
  },
  {
    check: 'hidden-text',
    pages: [
      { url: '/a', text: `<div style="font-size:0px"><div>Best</div> ${words(20, 30)}</div>` },
      { url: '/b', text: `<p style="background: #FFF; color: white">Buy ${words(21, 30)}</p>` },
      { url: '/c', text: `<p style='position:absolute; left: -9999px'>Ask ${words(22, 30)}</p>` },
    ],
    finds: Object.fromEntries(
      [
        ['/a', `Best ${words(20, 30)}`],
        ['/b', `Buy ${words(21, 30)}`],
        ['/c', `Ask ${words(22, 30)}`],
      ].map(([path = '', text = '']) => [at(path), [`${at(path)}#:~:text=${encodeURIComponent(text.slice(0, 60))}`]]),
    ),
    finePages: [
      { url: '/a', text: `<div style="display: none">${words(23, 30)}</div>` },
      { url: '/b', text: `<a style="left:-9999px" href="/">To the content</a><p>${words(24, 30)}</p>` },
      { url: '/c', text: `<p style="color: #fff; background: #000">${words(25, 30)}</p>` },
    ],
  },
  {
    check: 'javascript-only',
    pages: [
      {
        url: '/a',
        body: '<title>An app</title><div class="x" id="root"> </div><script src="/app.js"></script>',
      },
      { url: '/c', body: '<title>An API</title><div id="swagger-ui"></div><script src="/app.js"></script>' },
      {
        url: '/b',
        body: '<title>An app</title><noscript>Please enable JavaScript.</noscript><script>go()</script>',
      },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [], [at('/c')]: [] },
    finePages: [
      {
        url: '/a',
        body: `<title>Rendered</title><div id="root">${words(8, 200)}</div><script src="/app.js"></script>`,
      },
      { url: '/b', body: '<title>Short</title><div id="map"></div><script src="/statistics.js"></script>' },
    ],
  },
  {
    check: 'encoding-broken',
    pages: [
      { url: '/a', body: Buffer.from('<title>M\xfcnchen im Winter</title>', 'latin1') },
      { url: '/b', text: '<p>Die MÃ¼nchner StraÃŸen fÃ¼hren in die Altstadt.</p>' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [
      { url: '/c', text: `<pre><code>${'// Prints: tÃ©st <b>\ufffd</b>'.repeat(3)}</code></pre>` },
      { url: '/b', text: '<p>NÃO: “MAÇÔ, SÃO PAULO, AMANHÔ. It stored MÃ¼nchen.</p>' },
      {
        url: '/a',
        headers: { 'content-type': 'text/html; charset=iso-8859-1' },
        body: Buffer.from('<title>M\xfcnchen im Winter</title>', 'latin1'),
      },
    ],
  },
  {
    check: 'encoding-undeclared',
    pages: [{ url: '/a', headers: { 'content-type': 'text/html' }, body: '<title>No charset</title>' }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', headers: { 'content-type': 'text/html' } }],
  },
  {
    check: 'encoding-contradiction',
    pages: [{ url: '/a', headers: { 'content-type': 'text/html; charset=iso-8859-1' } }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', headers: { 'content-type': 'text/html; charset=UTF8' } }],
  },
  {
    check: 'answer-late',
    pages: [{ url: '/a', text: `<h2>Is it <i>late?</i></h2><p>${words(4, 100)} <b>${words(5, 40)}</b></p>` }],
    finds: { [at('/a')]: [`${at('/a')}#:~:text=Is%20it%20late%3F`] },
    finePages: [
      { url: '/a', text: `<h2>Is it late?</h2><p>No.</p><p>${words(4, 140)}</p>` },
      { url: '/b', text: `<h2>Is it late?</h2><div>No.</div><p>${words(5, 140)}</p>` },
      { url: '/c', text: `<h2>Is it late?</h2><ul><li>No</li></ul><p>${words(6, 140)}</p>` },
      { url: '/d', text: `<h2>It is late</h2><p>${words(7, 140)}</p>` },
      { url: '/e', text: `<h2>Is it late?</h2><h3>No</h3><p>${words(8, 140)}</p>` },
    ],
  },
  {
    check: 'byline-without-markup',
    pages: [
      { url: '/a', text: '<p>By Ada Lovelace</p><p>March 3, 2026</p>' },
      { url: '/b', text: '<p>by <a href="/guide">Grace Hopper</a> on <time>2026-03-01</time></p>' },
      { url: '/c', text: '<p>Filed under <a rel="author" href="/guide">the editors</a></p>' },
    ],
    finds: {
      [at('/a')]: ['Ada%20Lovelace', 'March%203%2C%202026'].map((text) => `${at('/a')}#:~:text=${text}`),
      [at('/b')]: ['2026-03-01', 'Grace%20Hopper'].map((text) => `${at('/b')}#:~:text=${text}`),
      [at('/c')]: [`${at('/c')}#:~:text=the%20editors`],
    },
    finePages: [
      { url: '/a', text: '<p>By Ada Lovelace</p><p>March 3, 2026</p>', head: article('"datePublished": "2026-03-03"') },
      { url: '/b', text: '<p>By Ada Lovelace</p>', head: '<meta name="author" content="Ada Lovelace">' },
      { url: '/c', text: '<p>By Ada Lovelace</p> <p>By Grace Hopper</p>' },
      { url: '/d', text: '<p>By and by it became late.</p><p>Sold by Acme</p><h2>By Popular Demand</h2>' },
      { url: '/e', text: '<p>March 3, 2026</p><nav>By Ada Lovelace</nav>' },
    ],
  },
]
