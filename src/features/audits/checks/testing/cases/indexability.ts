import type { SectionAccess } from '../../../../../lib/site/crawling/site-facts.ts'
import { at, type CheckCase } from '../check-case.ts'
import { bot, wellMadeSite, words } from '../site.ts'

const noindex = '<meta name="robots" content="noindex">'
const canonical = (path: string) => `<link rel="canonical" href="${at(path)}">`
const { robots, home, llmsTxt } = wellMadeSite
const htmlOf = (content: string) => `<title>A page</title>${content.replace('WORDS', words(3, 120))}`
const section = (access: Partial<SectionAccess['bots'][number]>): SectionAccess => ({
  ...{ path: '/blog/', pages: 12, url: at('/blog/a') },
  bots: [{ ...bot('search'), ...access }],
})

export const indexabilityCases: CheckCase[] = [
  {
    check: 'blocked-by-robots-txt',
    pages: [{ url: '/help', isAllowed: false, problem: 'disallowed', isInSitemap: false }],
    finds: { [at('/help')]: [] },
  },
  {
    check: 'blocked-in-sitemap',
    pages: [{ url: '/help', isAllowed: false, problem: 'disallowed' }],
    finds: { [at('/help')]: [] },
    finePages: [{ url: '/help', isAllowed: false, problem: 'disallowed', isInSitemap: false }],
  },
  {
    check: 'noindex',
    pages: [
      { url: '/a', head: noindex },
      { url: '/b', headers: { 'x-robots-tag': 'none' } },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [
      { url: '/a', head: '<meta name="robots" content="index, follow, noarchive">' },
      { url: '/b', headers: { 'x-robots-tag': 'otherbot: noindex' } },
    ],
  },
  {
    check: 'noindex-in-sitemap',
    pages: [{ url: '/a', head: noindex }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', head: noindex, isInSitemap: false }],
  },
  {
    check: 'canonical-missing',
    pages: [
      { url: '/a', without: 'canonical' },
      { url: '/in-the-body', without: 'canonical', head: `</head><p>${canonical('/in-the-body')}` },
    ],
    finds: { [at('/a')]: [], [at('/in-the-body')]: [] },
    finePages: [
      { url: '/a', without: 'canonical', headers: { link: `<${at('/a')}>; rel="canonical"` } },
      { url: '/b', without: 'canonical', head: noindex },
    ],
  },
  {
    check: 'canonical-several',
    pages: [
      { url: '/a', head: canonical('/b') },
      { url: '/c', headers: { link: `<${at('/d')}>; rel=canonical` } },
    ],
    finds: { [at('/a')]: [at('/a'), at('/b')], [at('/c')]: [at('/c'), at('/d')] },
    finePages: [
      { url: '/a', headers: { link: `<${at('/a')}>; rel=canonical` } },
      { url: '/b', head: canonical('/b') + canonical('/b') },
      { url: '/c', text: canonical('/d') },
    ],
  },
  {
    check: 'canonical-to-broken',
    pages: [
      { url: '/a', without: 'canonical', head: canonical('/gone') },
      { url: '/gone', status: 404 },
    ],
    finds: { [at('/a')]: [at('/gone')] },
    finePages: [{ url: '/a', without: 'canonical', head: canonical('/guide') }],
  },
  {
    check: 'canonical-to-other-site',
    pages: [
      { url: '/a', without: 'canonical', head: '<link rel="canonical" href="https://copied.example/a">' },
      { url: '/b', without: 'canonical', head: '<link rel="canonical" href="http://localhost:3000/b">' },
    ],
    finds: { [at('/a')]: ['https://copied.example/a'], [at('/b')]: ['http://localhost:3000/b'] },
    finePages: [
      { url: '/a', without: 'canonical', head: '<link rel="canonical" href="https://www.shop.example/a">' },
      { url: '/b', without: 'canonical', head: '<link rel="canonical" href="https://blog.shop.example/b">' },
      { url: '/c', head: `${noindex}<link rel="canonical" href="https://copied.example/c">` },
    ],
  },
  {
    check: 'canonical-to-redirect',
    pages: [
      { url: '/old', redirects: ['/guide'] },
      { url: '/a', without: 'canonical', head: canonical('/old') },
    ],
    finds: { [at('/a')]: [at('/old')] },
    finePages: [{ url: '/a', without: 'canonical', head: canonical('/guide') }],
  },
  {
    check: 'canonical-to-noindex',
    pages: [
      { url: '/a', without: 'canonical', head: canonical('/b') },
      { url: '/b', head: noindex },
    ],
    finds: { [at('/a')]: [at('/b')] },
    finePages: [
      { url: '/a', without: 'canonical', head: canonical('/guide') },
      { url: '/b', head: noindex },
    ],
  },
  {
    check: 'canonical-chain',
    pages: [
      { url: '/a', without: 'canonical', head: canonical('/b') },
      { url: '/b', without: 'canonical', head: canonical('/c') },
      { url: '/c' },
      { url: '/d', without: 'canonical', head: canonical('/old') },
      { url: '/old', redirects: ['/b'] },
    ],
    finds: { [at('/a')]: [at('/b')], [at('/d')]: [at('/old')] },
    finePages: [
      { url: '/a', without: 'canonical', head: canonical('/c') },
      { url: '/b', without: 'canonical', head: canonical('/c') },
      { url: '/c' },
      { url: '/d/', without: 'canonical', head: canonical('/d') },
      { url: '/d', redirects: ['/d/'] },
      { url: '/e', without: 'canonical', head: canonical('/d/') },
    ],
  },
  {
    check: 'noindex-with-canonical',
    pages: [{ url: '/a', without: 'canonical', head: noindex + canonical('/guide') }],
    finds: { [at('/a')]: [at('/guide')] },
    finePages: [
      { url: '/a', head: noindex },
      { url: '/b/', without: 'canonical', head: noindex + canonical('/b') },
      { url: '/b', redirects: ['/b/'] },
    ],
  },
  {
    check: 'unavailable-after-past',
    pages: [
      { url: '/a', head: '<meta name="robots" content="unavailable_after: 2025-05-31">' },
      { url: '/b', headers: { 'x-robots-tag': 'unavailable_after: Wed, 03 Jan 2024 10:00:00 GMT' } },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [
      {
        url: '/a',
        head: '<meta name="robots" content="noarchive, unavailable_after: 25 Jun 2030 15:00:00 PST">',
      },
      { url: '/b', headers: { 'x-robots-tag': 'otherbot: unavailable_after: 2024-01-01' } },
      { url: '/c', head: '<meta name="robots" content="unavailable_after: never">' },
    ],
  },
  {
    check: 'nofollow-page',
    pages: [{ url: '/a', head: '<meta name="ROBOTS" content="INDEX,NOFOLLOW">' }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', head: '<meta name="examplebot" content="nofollow">' }],
  },
  {
    check: 'robots-txt-unreachable',
    site: { robots: { ...robots, state: 'unreachable', status: 503 } },
    finds: { [robots.url]: [] },
    fineSite: { robots: { ...robots, state: 'missing', status: 404 } },
  },
  {
    check: 'robots-txt-missing',
    site: { robots: { ...robots, state: 'missing', status: 404 } },
    finds: { [robots.url]: [] },
  },
  {
    check: 'robots-txt-blocks-home',
    site: { robots: { ...robots, isHomeAllowed: false } },
    finds: { [home.url]: [robots.url] },
    fineSite: { robots: { ...robots, isHomeAllowed: false, state: 'unreachable' } },
  },
  {
    check: 'robots-txt-unknown-lines',
    site: { robots: { ...robots, unknownLines: [{ line: 4, text: 'Disalow /' }], unknownLineCount: 1 } },
    finds: { [robots.url]: [`${robots.url}#line-4`] },
  },
  {
    check: 'ai-search-bots-blocked',
    site: { bots: [bot('search', { isAllowed: false, robotsToken: 'Search Bot' }), bot('training')] },
    finds: { [home.url]: [`${robots.url}#Search%20Bot`] },
    fineSite: { bots: [bot('search'), bot('training', { isAllowed: false })] },
  },
  {
    check: 'ai-fetch-bots-blocked',
    site: {
      bots: [bot('fetch', { isAllowed: false }), bot('agent', { isAllowed: false, robotsToken: 'A' })],
    },
    finds: { [home.url]: [`${robots.url}#A`, `${robots.url}#ExampleBot`] },
    fineSite: { bots: [bot('search', { isAllowed: false })] },
  },
  {
    check: 'ai-training-bots-blocked',
    site: { bots: [bot('training', { isAllowed: false })] },
    finds: { [home.url]: [`${robots.url}#ExampleBot`] },
    fineSite: { bots: [bot('fetch', { isAllowed: false })] },
  },
  ...Object.entries({
    'content-needs-scripts': 'text',
    'links-need-scripts': 'links',
    'structured-data-needs-scripts': 'structured_data',
    'scripts-change-directives': 'noindex',
  } as const).map(([check, part]) => ({
    check,
    site: { sections: [{ ...section({}), rendering: { differs: [part], problem: null } }] },
    finds: { [at('/blog/a')]: [`${at('/blog/a')}#${part}`] },
    fineSite: { sections: [{ ...section({}), rendering: { differs: [], problem: null } }] },
  })),
  {
    check: 'ai-bots-refused',
    site: {
      bots: [
        bot('search', { probe: { redirects: [], status: 403, problem: null, isChallenge: false } }),
        bot('fetch', {
          bot: 'B',
          probe: { redirects: [], status: null, problem: 'closed_early', isChallenge: false },
        }),
      ],
    },
    finds: { [home.url]: [`${home.url}#B`, `${home.url}#Example%20Bot`] },
    fineSite: {
      bots: [
        bot('search', { probe: null }),
        bot('fetch', { probe: { redirects: [], status: 403, problem: null, isChallenge: true } }),
      ],
    },
  },
  {
    check: 'ai-bots-challenged',
    site: {
      bots: [bot('search', { probe: { redirects: [], status: 403, problem: null, isChallenge: true } })],
    },
    finds: { [home.url]: [`${home.url}#Example%20Bot`] },
    fineSite: {
      // The home page fails for all clients, so bots are not the cause.
      home: { ...home, status: 503 },
      bots: [bot('search', { probe: { redirects: [], status: 503, problem: null, isChallenge: true } })],
    },
  },
  {
    check: 'ai-search-bots-blocked-on-page',
    pages: [{ url: '/blog/a' }, { url: '/blog/b', status: 404 }],
    site: { robots: { ...robots, text: 'User-agent: examplebot\nDisallow: /blog/' } },
    finds: { [at('/blog/a')]: [`${robots.url}#ExampleBot`] },
    // Blocked on the home page too: that check reports it.
    finePages: [{ url: '/blog/a' }],
    fineSite: {
      robots: { ...robots, text: 'User-agent: examplebot\nDisallow: /' },
      bots: [bot('search', { isAllowed: false }), bot('training')],
    },
  },
  {
    check: 'ai-training-bots-blocked-on-page',
    pages: [{ url: '/blog/a' }],
    site: { robots: { ...robots, text: 'User-agent: *\nDisallow: /blog/' } },
    finds: { [at('/blog/a')]: [`${robots.url}#ExampleBot`] },
    finePages: [{ url: '/blog/a' }],
    fineSite: { robots: { ...robots, text: 'User-agent: other\nDisallow: /blog/' } },
  },
  {
    check: 'ai-bots-get-other-content',
    site: { sections: [section({ differs: ['text', 'links'] })] },
    finds: { [at('/blog/a')]: [`${at('/blog/a')}#Example%20Bot%3A%20text%2C%20links`] },
    fineSite: { sections: [section({})] },
  },
  {
    check: 'ai-bots-refused',
    site: {
      sections: [section({ probe: { redirects: [], status: 406, problem: null, isChallenge: false } })],
    },
    finds: { [at('/blog/a')]: [`${at('/blog/a')}#Example%20Bot`] },
    fineSite: { sections: [section({ probe: null })] },
  },
  {
    check: 'snippets-short',
    pages: [{ url: '/a', head: '<meta name="robots" content="max-snippet:20">' }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', head: '<meta name="robots" content="max-snippet:-1">' },
      { url: '/b', head: '<meta name="robots" content="max-snippet:200">' },
    ],
  },
  {
    check: 'llms-txt-contradicts-sitemap',
    pages: [
      { url: '/unlisted', isInSitemap: false },
      { url: '/hidden', head: '<meta name="robots" content="noindex">' },
    ],
    site: { llmsTxt: { ...llmsTxt, links: [at('/unlisted'), at('/hidden'), at('/guide')] } },
    finds: { [llmsTxt.url]: [at('/hidden'), at('/unlisted')] },
    finePages: [
      { url: '/old', redirects: ['/guide'], isInSitemap: false },
      { url: '/guide.md', isInSitemap: false },
    ],
    fineSite: {
      llmsTxt: { ...llmsTxt, links: [at('/old'), at('/guide.md'), at('/unknown'), 'https://other.example/'] },
    },
  },
  ...(['acp', 'ucp'] as const).map((kind): CheckCase => {
    const file = { redirects: [], status: 200, problem: null, kind, url: at(`/.well-known/${kind}`) }
    const head = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Offer"}</script>'
    return {
      check: `${kind}-file-invalid`,
      pages: [{ url: '/bag', head }],
      site: { agentFiles: [{ ...file, faults: ['ucp.version', 'JSON'] }] },
      finds: { [file.url]: [`${file.url}#JSON`, `${file.url}#ucp.version`] },
      // It sells nothing.
      fineSite: { agentFiles: [{ ...file, faults: ['JSON'] }] },
    }
  }),
  {
    check: 'snippets-forbidden',
    pages: [{ url: '/a', body: htmlOf('<div data-nosnippet><main><p>WORDS</p></main></div>') }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', body: htmlOf('<main><p>WORDS</p><p data-nosnippet>Members only</p></main>') }],
  },
  {
    check: 'llms-txt-missing',
    site: { llmsTxt: { ...llmsTxt, exists: false, status: 404 } },
    finds: { [home.url]: [llmsTxt.url] },
  },
  {
    check: 'llms-txt-untitled',
    site: { llmsTxt: { ...llmsTxt, title: null } },
    finds: { [llmsTxt.url]: [] },
    fineSite: { llmsTxt: { ...llmsTxt, exists: false, title: null } },
  },
  {
    check: 'llms-txt-broken-links',
    pages: [{ url: '/gone', status: 404, depth: null, isInSitemap: false }],
    site: { llmsTxt: { ...llmsTxt, links: [at('/gone'), at('/guide'), at('/unknown')] } },
    finds: { [llmsTxt.url]: [at('/gone')] },
    finePages: [{ url: '/old', redirects: ['/guide'] }],
    fineSite: { llmsTxt: { ...llmsTxt, links: [at('/old'), at('/guide')] } },
  },
  {
    check: 'snippets-forbidden',
    pages: [
      { url: '/a', head: '<meta name="robots" content="nosnippet">' },
      { url: '/b', headers: { 'x-robots-tag': 'max-snippet: 0' } },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [{ url: '/a', head: '<meta name="robots" content="max-snippet:-1, max-image-preview:large">' }],
  },
  {
    check: 'noai-directive',
    pages: [{ url: '/a', head: '<meta name="robots" content="noai, noimageai">' }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', head: '<meta name="robots" content="noarchive">' }],
  },
  {
    check: 'bot-kept-out-by-page',
    pages: [
      { url: '/a', head: '<meta name="googlebot" content="noindex, nofollow">' },
      { url: '/b', headers: { 'x-robots-tag': 'GPTBot: noindex, otherbot: noarchive' } },
    ],
    finds: { [at('/a')]: [`${at('/a')}#googlebot`], [at('/b')]: [`${at('/b')}#gptbot`] },
    finePages: [
      { url: '/a', head: '<meta name="googlebot" content="notranslate">' },
      { url: '/b', head: '<meta name="generator" content="none of your business">' },
    ],
  },
]
