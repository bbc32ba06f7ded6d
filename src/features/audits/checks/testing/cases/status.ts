import { at, type CheckCase } from '../check-case.ts'
import { wellMadeSite } from '../site.ts'

export const statusCases: CheckCase[] = [
  {
    check: 'client-error',
    pages: [
      { url: '/gone', status: 404 },
      { url: '/never', status: 410 },
    ],
    finds: { [at('/gone')]: [], [at('/never')]: [] },
    finePages: [
      { url: '/members', status: 403 },
      { url: '/often', status: 429 },
      { url: '/old', status: 404, redirects: ['/new'] },
    ],
  },
  {
    check: 'access-denied',
    pages: [
      { url: '/members', status: 401 },
      { url: '/wall', status: 503, body: '<script src="/cdn-cgi/challenge-platform/x.js"></script>' },
      { url: '/test', headers: { 'cf-mitigated': 'challenge' } },
    ],
    finds: { [at('/members')]: [], [at('/wall')]: [], [at('/test')]: [] },
    finePages: [{ url: '/gone', status: 404 }],
  },
  {
    check: 'rate-limited',
    pages: [{ url: '/often', status: 429 }],
    finds: { [at('/often')]: [] },
    finePages: [{ url: '/members', status: 403 }],
  },
  {
    check: 'server-error',
    pages: [{ url: '/fails', status: 500 }],
    finds: { [at('/fails')]: [] },
    finePages: [{ url: '/gone', status: 499 }],
  },
  {
    check: 'no-page-status',
    pages: [
      { url: '/nowhere', status: 302 },
      { url: '/choose', status: 300, headers: { location: '/guide' } },
      { url: '/nothing', status: 204 },
      { url: '/later', status: 202 },
    ],
    finds: { [at('/nowhere')]: [], [at('/choose')]: [], [at('/nothing')]: [], [at('/later')]: [] },
    finePages: [
      { url: '/unchanged', status: 304 },
      { url: '/wall', status: 202, headers: { 'x-amzn-waf-action': 'challenge' } },
      { url: '/old', status: 302, redirects: ['/nowhere'] },
    ],
  },
  {
    check: 'unreachable-page',
    pages: [
      { url: '/slow', problem: 'timeout' },
      { url: '/cert', problem: 'tls' },
    ],
    finds: { [at('/slow')]: [], [at('/cert')]: [] },
    finePages: [
      { url: '/private', problem: 'disallowed', isAllowed: false },
      { url: '/stopped', problem: 'aborted' },
      { url: '/circle', problem: 'redirect_loop', redirects: ['/circle'] },
    ],
  },
  {
    check: 'cut-off-response',
    pages: [{ url: '/half', truncated: 'closed_early' }],
    finds: { [at('/half')]: [] },
    finePages: [{ url: '/huge', truncated: 'too_large' }],
  },
  {
    check: 'soft-404',
    pages: [
      { url: '/a', title: 'Page not found – Shop Example' },
      { url: '/b', without: 'h1', text: '<h1>404</h1>' },
      { url: '/c', title: 'Seite nicht gefunden' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [], [at('/c')]: [] },
    finePages: [
      { url: '/a', title: 'Peugeot 404: history of a car', text: '<h1>Peugeot 404</h1>' },
      { url: '/gone', status: 404, title: 'Page not found' },
    ],
  },
  {
    check: 'empty-page',
    pages: [
      { url: '/a', body: '' },
      { url: '/b', body: '<!doctype html><html><head><meta charset="utf-8"></head><body>\n</body></html>' },
    ],
    finds: { [at('/a')]: [], [at('/b')]: [] },
    finePages: [
      { url: '/a', body: '', status: 404 },
      { url: '/b', body: '', headers: { 'content-type': 'text/plain' } },
      { url: '/c', body: '<img src="/plan.png" alt="">' },
      { url: '/d', body: '', redirects: ['/guide'] },
      { url: '/e', body: '<iframe src="/map"></iframe>' },
    ],
  },
  {
    check: 'unfilled-template',
    pages: [
      { url: '/a', title: '{{ page.title }} | Shop' },
      { url: '/b', body: '{% include head.html %}\n<p>{{ content }}</p>' },
      { url: '/c', body: '<!doctype html>\n<%= render "header" %><p>Hello</p>' },
      { url: '/d', body: '<?php get_header(); ?><p>Hello</p>' },
      { url: '/e', body: '---\nlayout: post\ntitle: Hello\n---\n# Hello' },
    ],
    finds: Object.fromEntries(['/a', '/b', '/c', '/d', '/e'].map((path) => [at(path), []])),
    finePages: [
      { url: '/a', title: 'How {{ variables }} work in templates', text: '<code>{{ page.title }}</code>' },
      { url: '/b', text: '<p>{% raw %}</p>' },
    ],
  },
  {
    check: 'address-not-read',
    pages: [{ url: 'https://shop.example:8443/', problem: 'refused_port' }],
    finds: { 'https://shop.example:8443/': [] },
    finePages: [{ url: '/odd', problem: 'invalid_url', redirects: ['https://['] }],
  },
  {
    check: 'site-read-in-part',
    site: { crawl: { ...wellMadeSite.crawl, end: 'page_limit' } },
    finds: { [at('/')]: [] },
  },
  {
    check: 'redirect-chain',
    pages: [{ url: '/a', redirects: ['/b', '/guide'] }],
    finds: { [at('/a')]: [at('/b')] },
    finePages: [
      { url: '/b', redirects: ['/guide'] },
      { url: '/x', redirects: ['/y', '/x'], problem: 'redirect_loop' },
    ],
  },
  {
    check: 'redirect-loop',
    pages: [{ url: '/x', redirects: ['/y', '/x'], problem: 'redirect_loop' }],
    finds: { [at('/x')]: [at('/x'), at('/y')] },
    finePages: [{ url: '/x', redirects: ['/y', '/guide'] }],
  },
  {
    check: 'redirect-to-error',
    pages: [
      { url: '/old', redirects: ['/gone'], status: 404 },
      { url: '/moved', redirects: ['https://elsewhere.example/'], problem: 'dns' },
      { url: '/odd', redirects: ['https://['], problem: 'invalid_url' },
      { url: '/half', redirects: ['/nowhere'], status: 302 },
    ],
    finds: {
      [at('/old')]: [at('/gone')],
      [at('/moved')]: ['https://elsewhere.example/'],
      [at('/odd')]: [],
      [at('/half')]: [at('/nowhere')],
    },
    finePages: [
      { url: '/old', redirects: ['/guide'] },
      { url: '/private', redirects: ['/p'], problem: 'disallowed' },
    ],
  },
  {
    check: 'temporary-redirect',
    pages: [{ url: '/now', redirects: ['/guide'], redirectStatus: 302 }],
    finds: { [at('/now')]: [at('/now')] },
    finePages: [{ url: '/now', redirects: ['/guide'], redirectStatus: 308 }],
  },
  {
    check: 'meta-refresh',
    pages: [
      { url: '/old', head: '<meta http-equiv="Refresh" content="0; url=/guide">' },
      { url: '/older', headers: { refresh: '2;url=/guide' } },
      {
        url: '/oldest',
        body: `<title>Moved</title><script>
          window.location.href = '/guide' + window.location.search;</script><a href="/guide">Go on</a>`,
      },
      { url: '/script', body: '<script>if (true) location.replace("https://elsewhere.example/")</script>' },
    ],
    finds: {
      [at('/old')]: [at('/guide')],
      [at('/older')]: [at('/guide')],
      [at('/oldest')]: [at('/guide')],
      [at('/script')]: ['https://elsewhere.example/'],
    },
    finePages: [
      { url: '/frames', text: "<script>if (top !== self) top.location = '/guide'</script>" },
      { url: '/self', body: "<title>Again</title><script>location.href = '/self'</script>" },
      { url: '/ticker', head: '<meta http-equiv="refresh" content="30">' },
      { url: '/slides', head: '<meta http-equiv="refresh" content="20; url=/guide">' },
    ],
  },
]
