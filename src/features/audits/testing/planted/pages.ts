import { html, words } from '../../checks/testing/site.ts'
import { plantFiles } from './files.ts'
import { type Answer, type PlantedPage, type PlantedSite, plantSite, redirectTo, send } from './site.ts'
import { changed, plantTexts } from './texts.ts'

const link = (to: string, text = `About ${to}`) => `<a href="${to}">${text}</a>`
const robots = (content: string) => `<meta name="robots" content="${content}">`
const canonical = (to: string): PlantedPage => ({
  without: 'canonical',
  head: `<link rel="canonical" href="${to}">`,
})
const german =
  'Wer im Herbst mit dem Rad in die Stadt fährt, der braucht vor allem gutes Licht und eine Jacke. '.repeat(50)

/** A site with a fault of each check of pages, links and files, on pages without other faults. */
export function plantPages(): PlantedSite {
  const site = plantSite('shop.example')
  const { plant } = site
  const at = (path: string) => new URL(path, site.home).href
  const alternate = (lang: string, to: string) => `<link rel="alternate" hreflang="${lang}" href="${at(to)}">`

  /** Linked from the home page, and listed in the sitemap. */
  const listed = [
    plant('/fine', {}),
    plant('/guide', {}),
    ...plantTexts(site),
    plant('/refresh', { head: '<meta http-equiv="refresh" content="0; url=/fine">' }, 'meta-refresh'),
    plant('/soft', { title: 'Page not found – Shop' }, 'soft-404'),
    plant('/empty', { body: '' }, 'empty-page'),
    plant('/template', { title: '{{ page.title }} | Shop' }, 'unfilled-template'),
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
    plant('/mixed', { text: '<img src="http://shop.example/team.png" alt="Team">' }, 'mixed-content'),
    plant('/insecure-link', { text: link('http://shop.example/plain') }, 'insecure-internal-links'),
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
        head: alternate('en', '/versions-two') + alternate('de', '/versions-a') + alternate('de', '/versions-b'),
      },
      'hreflang-conflict',
    ),
    ...['a', 'b'].map((name) =>
      plant(`/versions-${name}`, {
        head: alternate('de', `/versions-${name}`) + alternate('en', '/versions-two'),
      }),
    ),
    plant('/language-wrong', { body: changed('/language-wrong', 'lang="en"', 'lang="english"') }, 'lang-invalid'),
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
    plant('/fixed', { without: 'viewport', head: '<meta name="viewport" content="width=1024">' }, 'viewport-fixed'),
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
    'http://shop.example/plain',
    {
      body: html({ url: '/plain', base: 'http://shop.example/' }).replaceAll('href="/', 'href="https://shop.example/'),
    },
    'no-https',
  )

  /** Linked, but in no sitemap. */
  const unlisted = [
    plant('/members', { status: 401 }, 'access-denied'),
    plant('/nothing', { status: 204, body: '' }, 'no-page-status'),
    plant('/hidden', { head: robots('noindex') }, 'noindex'),
    plant('/hidden-copy', merge(canonical('/fine'), { head: robots('noindex') }), 'noindex', 'noindex-with-canonical'),
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
    plant('/hub/moved', { text: link('/old') + link('/chain') + link('/now') }, 'links-to-redirects', 'not-in-sitemap'),
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
      .concat('http://shop.example/plain', site.home),
  )
  plant(
    '/',
    {
      headers: { 'strict-transport-security': '', 'content-security-policy': '' },
      head: '<link rel="alternate" type="text/tab-separated-values" href="/feed.tsv">',
      text: `<h2>All pages</h2>${[...listed, ...unlisted].join(' ')} ${link('/x/x/x/x/x/')}`,
    },
    'hsts-missing',
    'csp-missing',
    'endless-addresses',
  )
  return site
}

const merge = (first: PlantedPage, second: PlantedPage): PlantedPage => ({
  ...first,
  ...second,
  head: `${first.head}${second.head}`,
})

const sendHalf: Answer = ({ url = '' }, response) => {
  const page = { isPlain: true, base: 'https://shop.example/', headers: { 'content-length': '20000' } }
  send(response, url, page)
  response.once('finish', () => response.destroy())
}

const sendLate: Answer = ({ url = '' }, response) => {
  setTimeout(() => send(response, url, { base: 'https://shop.example/' }), 1000)
}
