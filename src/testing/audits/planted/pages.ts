import { html, words } from '../../../features/audits/checks/testing/site.ts'
import {
  type PlantedPage,
  type PlantedSite,
  plantSite,
  redirectTo,
  send,
  sitemapOf,
  textFile,
} from './site.ts'

const link = (to: string, text = `About ${to}`) => `<a href="${to}">${text}</a>`
const robots = (content: string) => `<meta name="robots" content="${content}">`
const canonical = (to: string): PlantedPage => ({
  without: 'canonical',
  head: `<link rel="canonical" href="${to}">`,
})
const description = (text: string): PlantedPage => ({
  without: 'description',
  head: `<meta name="description" content="${text}">`,
})
const data = (json: string) => `<script type="application/ld+json">${json}</script>`
const bag = '"image": "/team.png", "description": "A bag", "brand": "Acme"'
const german =
  'Wer im Herbst mit dem Rad in die Stadt fährt, der braucht vor allem gutes Licht und eine Jacke. '.repeat(
    50,
  )
const latin1 = { 'content-type': 'text/html; charset=iso-8859-1' }

/** A site with a fault of each check of pages, links and files, on pages without other faults. */
export function plantPages(): PlantedSite {
  const site = plantSite('acme.com')
  const { plant } = site
  const at = (path: string) => new URL(path, site.home).href
  const alternate = (lang: string, to: string) => `<link rel="alternate" hreflang="${lang}" href="${at(to)}">`

  /** Linked from the home page, and listed in the sitemap. */
  const listed = [
    plant('/fine', {}),
    plant('/guide', {}),
    ...plantTexts(site),
    plant('/refresh', { head: '<meta http-equiv="refresh" content="0; url=/fine">' }, 'meta-refresh'),
    plant('/soft', { title: 'Page not found – Acme' }, 'soft-404'),
    plant('/empty', { body: '' }, 'empty-page'),
    plant('/template', { title: '{{ page.title }} | Acme' }, 'unfilled-template'),
    plant('/half', { answer: sendHalf }, 'cut-off-response'),
    plant('/hidden-listed', { head: robots('noindex') }, 'noindex', 'noindex-in-sitemap'),
    plant('/canonical-none', { without: 'canonical' }, 'canonical-missing'),
    plant('/canonical-two', { head: `<link rel="canonical" href="/fine">` }, 'canonical-several'),
    plant('/canonical-gone', canonical('/gone'), 'canonical-to-broken', 'canonical-elsewhere-in-sitemap'),
    plant('/expired', { head: robots('unavailable_after: 2025-05-31') }, 'unavailable-after-past'),
    plant('/nofollow', { head: robots('nofollow') }, 'nofollow-page'),
    plant('/unquoted', { head: robots('nosnippet') }, 'snippets-forbidden'),
    plant('/short-quote', { head: robots('max-snippet:20') }, 'snippets-short'),
    plant('/no-ai', { head: robots('noai') }, 'noai-directive'),
    plant(
      '/not-for-gptbot',
      { head: '<meta name="gptbot" content="noindex">' },
      'bot-kept-out-by-page /not-for-gptbot gptbot',
    ),
    plant(
      '/broken-external',
      { text: link('https://partner.example/gone') + link('https://partner.example/') },
      'broken-external-links',
    ),
    plant('/no-text', { text: link('/fine', '<i></i>') }, 'links-without-text'),
    plant('/generic', { text: link('/fine', 'Click here') }, 'links-with-generic-text'),
    plant('/scripted', { text: `<span onclick="location.href='/fine'">Prices</span>` }, 'scripted-links'),
    plant('/fragments', { text: link('/fine#missing') }, 'broken-fragments'),
    plant('/malformed', { text: link('http://[broken') }, 'malformed-links'),
    plant('/nofollow-links', { text: '<a href="/fine" rel="nofollow">Fine</a>' }, 'nofollow-internal-links'),
    plant('/images', { text: '<img src="/team.png">' }, 'images-without-alt'),
    plant('/broken-image', { text: '<img src="/gone.png" alt="Team">' }, 'broken-images'),
    plant('/broken-style', { head: '<link rel="stylesheet" href="/gone.css">' }, 'broken-parts'),
    plant('/heavy-image', { text: '<img src="/heavy.png" alt="Team">' }, 'heavy-images'),
    plant('/mixed', { text: '<img src="http://acme.com/team.png" alt="Team">' }, 'mixed-content'),
    plant('/insecure-link', { text: link('http://acme.com/plain') }, 'insecure-internal-links'),
    plant('/language-none', { without: 'lang' }, 'lang-missing'),
    plant('/german', { text: `<h2>Rad</h2>${german}` }, 'lang-contradicts-text'),
    plant('/versions-en', { head: alternate('en', '/versions-en') + alternate('de', '/versions-de') }),
    plant('/versions-de', { head: alternate('en', '/versions-en') + alternate('de', '/versions-de') }),
    plant(
      '/versions-wrong',
      { head: alternate('en', '/versions-wrong') + alternate('en-UK', '/versions-wrong') },
      'hreflang-invalid',
    ),
    plant(
      '/versions-one-way',
      { head: alternate('en', '/versions-one-way') + alternate('de', '/fine') },
      'hreflang-no-return',
    ),
    plant(
      '/versions-gone',
      { head: alternate('en', '/versions-gone') + alternate('de', '/gone') },
      'hreflang-to-broken',
    ),
    plant('/versions-others', { head: alternate('de', '/versions-back') }, 'hreflang-without-self'),
    plant('/versions-back', {
      head: alternate('de', '/versions-back') + alternate('en', '/versions-others'),
    }),
    plant(
      '/versions-two',
      {
        head:
          alternate('en', '/versions-two') + alternate('de', '/versions-a') + alternate('de', '/versions-b'),
      },
      'hreflang-conflict',
    ),
    ...['a', 'b'].map((name) =>
      plant(`/versions-${name}`, {
        head: alternate('de', `/versions-${name}`) + alternate('en', '/versions-two'),
      }),
    ),
    plant(
      '/language-wrong',
      { body: changed('/language-wrong', 'lang="en"', 'lang="english"') },
      'lang-invalid',
    ),
    plant('/dead-end', { body: changed('/dead-end', /<nav>.*<\/nav>/, '') }, 'no-internal-links'),
    plant('/thin', { body: changed('/thin', /<p>.*<\/p>/, '<p>Just so few words</p>') }, 'thin-content'),
    plant(
      '/charset-none',
      {
        headers: { 'content-type': 'text/html' },
        body: changed('/charset-none', '<meta charset="utf-8">', ''),
      },
      'encoding-undeclared',
    ),
    plant(
      '/app-only',
      {
        body: changed(
          '/app-only',
          /<body>.*<\/body>/s,
          '<body><div id="root"></div><script src="/app.js"></script></body>',
        ),
      },
      'javascript-only',
    ),
    plant('/slow', { answer: sendLate }, 'slow-first-byte'),
    plant('/heavy', { text: `<!--${'x'.repeat(520_000)}-->` }, 'heavy-html'),
    plant('/endless', { text: ' '.repeat(2_200_000) }, 'html-cut-off', 'heavy-html'),
    plant('/plain-text', { text: `<h2>All</h2>${words(11, 2000)}`, isPlain: true }, 'not-compressed'),
    plant('/changed', { headers: { 'last-modified': 'Mon, 05 Oct 2026 12:00:00 GMT' } }, 'sitemap-stale'),
    plant('/no-preview', { without: 'social' }, 'social-tags-missing', 'social-image-missing'),
    plant('/no-viewport', { without: 'viewport' }, 'viewport-missing'),
    plant(
      '/fixed',
      { without: 'viewport', head: '<meta name="viewport" content="width=1024">' },
      'viewport-fixed',
    ),
    plant(`/${'long-'.repeat(40)}`, {}, 'url-too-long'),
    plant('/bags?a=1&b=2&c=3&d=4', {}, 'url-many-parameters'),
    plant('/a/b/a/c/a/', {}, 'url-repeats-itself'),
    plant('/deep/1', { text: link('/deep/2') }),
  ]
  for (const depth of [2, 3, 4, 5])
    plant(
      `/deep/${depth}`,
      { text: depth < 5 ? link(`/deep/${depth + 1}`) : '' },
      ...(depth === 5 ? ['deep-page'] : []),
    )
  plant('/alone', {}, 'orphan-page')
  plant(
    'http://acme.com/plain',
    {
      body: html({ url: '/plain', base: 'http://acme.com/' }).replaceAll(
        'href="/',
        'href="https://acme.com/',
      ),
    },
    'no-https',
  )

  /** Linked, but in no sitemap. */
  const unlisted = [
    plant('/members', { status: 401 }, 'access-denied'),
    plant('/nothing', { status: 204, body: '' }, 'no-page-status'),
    plant('/hidden', { head: robots('noindex') }, 'noindex'),
    plant(
      '/hidden-copy',
      merge(canonical('/fine'), { head: robots('noindex') }),
      'noindex',
      'noindex-with-canonical',
    ),
    plant('/canonical-hidden', canonical('/hidden'), 'canonical-to-noindex'),
    plant('/canonical-other', canonical('https://partner.example/'), 'canonical-to-other-site'),
    plant('/canonical-old', canonical('/old'), 'canonical-to-redirect'),
    plant('/canonical-first', canonical('/canonical-second'), 'canonical-chain'),
    plant('/canonical-second', canonical('/fine')),
    plant('/forgotten', {}, 'not-in-sitemap'),
    plant('/hub/broken', { text: link('/gone') }, 'broken-internal-links', 'not-in-sitemap'),
    plant('/hub/failing', { text: link('/fails') }, 'broken-internal-links', 'not-in-sitemap'),
    plant('/hub/loops', { text: link('/loop') }, 'broken-internal-links', 'not-in-sitemap'),
    plant('/hub/dead-ends', { text: link('/to-gone') }, 'broken-internal-links', 'not-in-sitemap'),
    plant(
      '/hub/moved',
      { text: link('/old') + link('/chain') + link('/now') },
      'links-to-redirects',
      'not-in-sitemap',
    ),
    link('/private'),
  ]
  for (const path of ['/gone', '/private'])
    site.faults.add(`${path === '/gone' ? 'client-error' : 'blocked-by-robots-txt'} ${path}`)
  plant('/fails', { status: 500 }, 'server-error')
  plant('/loop', redirectTo('/loop-2'), 'redirect-loop')
  plant('/loop-2', redirectTo('/loop'))
  plant('/to-gone', redirectTo('/gone'), 'redirect-to-error')
  plant('/old', redirectTo('/fine'), 'sitemap-redirect')
  plant('/chain', redirectTo('/old'), 'redirect-chain')
  plant('/now', redirectTo('/fine', 302), 'temporary-redirect')
  for (const fault of ['sitemap-dead-entry /gone', 'blocked-in-sitemap /private']) site.faults.add(fault)

  plant('/team.png', { headers: { 'content-type': 'image/png' }, body: 'png' })
  plant('/heavy.png', { headers: { 'content-type': 'image/png' }, body: 'x'.repeat(600_000), isPlain: true })
  plant('/app.js', { headers: { 'content-type': 'text/javascript' }, body: 'go()' })
  plant('/card.png', { headers: { 'content-type': 'image/png' }, body: 'png' })

  plantFiles(
    site,
    [
      ...[...site.pages.keys()].filter((path) =>
        listed.some((one) => one.includes(`href="${path.replaceAll('&', '&amp;')}"`)),
      ),
      ...['/alone', '/gone', '/private', '/old', '/deep/2', '/deep/3', '/deep/4', '/deep/5'],
    ]
      .map(at)
      .concat('http://acme.com/plain', site.home),
  )
  plant(
    '/',
    {
      headers: { 'strict-transport-security': '', 'content-security-policy': '' },
      text: `<h2>All pages</h2>${[...listed, ...unlisted].join(' ')} ${link('/x/x/x/x/x/')}`,
    },
    'hsts-missing',
    'csp-missing',
    'endless-addresses',
  )
  return site
}

/** A page without faults, with a part of its HTML replaced. */
const changed = (url: string, part: string | RegExp, by: string) =>
  html({ url, base: 'https://acme.com/' }).replace(part, by)

const merge = (first: PlantedPage, second: PlantedPage): PlantedPage => ({
  ...first,
  ...second,
  head: `${first.head}${second.head}`,
})

/** Plants faults of titles, descriptions, headings, structured data, texts and encodings. */
function plantTexts({ plant }: PlantedSite): string[] {
  const slogan = 'The slogan of the shop, which stands on every page of it'
  const copy = `<main><h1>Same text</h1><p>${words(9, 400)}</p></main>`
  return [
    plant('/untitled', { without: 'title' }, 'title-missing'),
    plant(
      '/title-long',
      { title: 'A title that is much longer than the sixty characters shown' + ' by it' },
      'title-too-long',
    ),
    plant('/title-short', { title: 'Blog' }, 'title-too-short'),
    plant('/titles', { head: '<title>Another title here</title>' }, 'title-several'),
    plant('/title-same-1', { title: 'Products of the shop' }, 'title-duplicate'),
    plant('/title-same-2', { title: 'Products of the shop' }, 'title-duplicate'),
    plant('/undescribed', { without: 'description' }, 'meta-description-missing'),
    plant('/description-long', description('x'.repeat(161)), 'meta-description-too-long'),
    plant('/description-short', description('x'.repeat(49)), 'meta-description-too-short'),
    plant(
      '/descriptions',
      { head: '<meta name="description" content="another">' },
      'meta-description-several',
    ),
    plant('/description-same-1', description(slogan), 'meta-description-duplicate'),
    plant('/description-same-2', description(slogan), 'meta-description-duplicate'),
    plant('/heading-none', { without: 'h1' }, 'h1-missing'),
    plant('/headings', { text: '<h1>Another</h1>' }, 'h1-several'),
    plant('/heading-empty', { text: '<h2>&nbsp;</h2>' }, 'heading-empty'),
    plant('/heading-jump', { text: '<h2>One</h2><h4>Two</h4>' }, 'heading-levels-skipped'),
    plant('/long', { text: words(3, 600) }, 'long-text-without-subheadings'),
    plant('/data-none', { without: 'data' }, 'structured-data-missing'),
    plant('/data-broken', { head: data('{"name": "The "best" bag"}') }, 'structured-data-invalid'),
    plant(
      '/data-lacking',
      { head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", ${bag}}`) },
      'structured-data-incomplete',
    ),
    plant(
      '/data-sparse',
      { head: data('{"@context": "https://schema.org", "@type": "Article", "headline": "x"}') },
      'structured-data-sparse',
    ),
    plant(
      '/data-wrong',
      {
        head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", ${bag},
          "offers": {"@type": "Offer", "price": "49,00 €", "priceCurrency": "EUR"}}`),
      },
      'structured-data-invalid-values',
    ),
    plant(
      '/data-misspelled',
      { head: data('{"@context": "https://schema.org", "@type": "WebPage", "nmae": "x"}') },
      'structured-data-unknown-words',
    ),
    plant('/data-bare', { head: data('{"@type": "Thing"}') }, 'structured-data-without-context'),
    plant('/copy-1', { body: changed('/copy-1', /<main>.*<\/main>/s, copy) }, 'duplicate-content'),
    plant('/copy-2', { body: changed('/copy-2', /<main>.*<\/main>/s, copy) }, 'duplicate-content'),
    plant('/concealed', { text: `<p style="font-size:0px">Best ${words(20, 30)}</p>` }, 'hidden-text'),
    plant('/mojibake', { text: '<p>Die MÃ¼nchner StraÃŸen fÃ¼hren in die Altstadt.</p>' }, 'encoding-broken'),
    plant('/charset-two', { headers: latin1 }, 'encoding-contradiction'),
  ]
}

/** robots.txt, the sitemaps and llms.txt, each with faults. */
function plantFiles({ plant, home }: PlantedSite, urls: readonly string[]): void {
  const at = (path: string) => new URL(path, home).href
  const maps = ['sitemap.xml', 'broken.xml', 'foreign.xml', 'undated.xml', 'index.xml']
  plant(
    '/robots.txt',
    textFile(
      [
        'User-agent: *',
        'Disallow: /private',
        'Forbid: /x',
        ...maps.map((name) => `Sitemap: ${at(name)}`),
      ].join('\n'),
    ),
    'robots-txt-unknown-lines',
  )
  plant('/sitemap.xml', sitemapOf(urls.map((url) => ({ url }))))
  plant(
    '/broken.xml',
    { headers: { 'content-type': 'application/xml' }, body: '<urlset><url>' },
    'sitemap-unreadable',
  )
  plant(
    '/foreign.xml',
    sitemapOf([{ url: at('/fine') }, { url: 'https://partner.example/' }]),
    'sitemap-invalid-entries',
  )
  plant('/undated.xml', sitemapOf([{ url: at('/fine'), lastmod: '' }]), 'sitemap-without-dates')
  const index = (name: string): PlantedPage => ({
    headers: { 'content-type': 'application/xml' },
    body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${at(name)}</loc></sitemap></sitemapindex>`,
  })
  plant('/index.xml', index('/nested.xml'))
  plant('/nested.xml', index('/sitemap.xml'), 'sitemap-over-limits')
  plant(
    '/llms.txt',
    textFile(`Acme\n\n- [Gone](${at('/gone')})\n- [Fine](${at('/fine')})\n`),
    'llms-txt-untitled',
    'llms-txt-broken-links',
  )
}

const sendHalf: PlantedPage['answer'] = ({ url = '' }, response) => {
  const page = { isPlain: true, base: 'https://acme.com/', headers: { 'content-length': '20000' } }
  send(response, url, page)
  response.once('finish', () => response.destroy())
}

const sendLate: PlantedPage['answer'] = ({ url = '' }, response) => {
  setTimeout(() => send(response, url, { base: 'https://acme.com/' }), 1000)
}
