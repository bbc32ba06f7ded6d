import { expect, test } from 'vitest'
import { crawlServed, linking, startPages } from '../../../testing/site/crawl-served.ts'
import { createTrapGuard } from './traps.ts'

const site = 'https://site.example'

/** Returns how many URLs pass the guard. */
function passing(count: number, address: (n: number) => string): number {
  const guard = createTrapGuard()
  return Array.from({ length: count }, (_, n) => guard.check(`${site}${address(n)}`, 3)).filter(
    (reason) => reason === undefined,
  ).length
}

test.each([
  ['pages by number', 30_000, (n: number) => `/product/${n}`, 30_000],
  ['pages by name', 30_000, (n: number) => `/2020/05/01/post-${n.toString(36)}-x`, 30_000],
  ['pages by one parameter', 30_000, (n: number) => `/?id=${n}`, 20_000],
  ['two parameters', 5000, (n: number) => `/list?page=${n}&sort=x`, 2000],
  ['combined filters', 5000, (n: number) => `/list?a=${n}&b=1&c=2&d=3`, 100],
  ['sets of filters', 5000, (n: number) => `/list?f${n}=1`, 50],
  ['days of a calendar', 5000, (n: number) => `/events/${2000 + n}/${1 + (n % 12)}/${1 + (n % 28)}/`, 2000],
  ['months of a calendar', 5000, (n: number) => `/events/${2000 + (n % 900)}-${1 + (n % 12)}?n=${n}&v=x`, 2000],
])('%s', (_name, count, address, expected) => {
  expect(passing(count, address)).toBe(expected)
})

test.each([
  ['/a/b/a/b/a/b/a/b/', 'repeating'],
  ['/en/news/en/news/', undefined],
  ['/2020/01/01/01/01', undefined],
  [`/${'a/'.repeat(3)}${'bcdefghijklmnopqrst'.split('').join('/')}`, 'too_long'],
  [`/${'x'.repeat(2100)}`, 'too_long'],
])('%s is %s', (path, reason) => {
  expect(createTrapGuard().check(`${site}${path}`, 3)).toBe(reason)
})

test('rejects a click depth over 100, except for pages from a sitemap', () => {
  const { check } = createTrapGuard()
  expect([100, 101, null].map((depth) => check(`${site}/a`, depth))).toEqual([undefined, 'too_deep', undefined])
})

const answers: [string, (url: string) => string[]][] = [
  // A relative link without a leading slash grows on every page.
  ['growing paths', (url) => [`${url.replace(/\/$/, '')}/again/`]],
  ['endless next pages', (url) => [`/p/${Number(/\d+/.exec(url)?.[0] ?? 0) + 1}`]],
  [
    'a calendar',
    (url) => {
      const month = Number(/(\d+)\/(\d+)/.exec(url)?.[1] ?? 2000) * 12 + Number(/(\d+)\/(\d+)/.exec(url)?.[2] ?? 0)
      return [month - 1, month + 1].map((m) => `/calendar/${Math.floor(m / 12)}/${(m % 12) + 1}/`)
    },
  ],
  ['sessions', (url) => [`/?PHPSESSID=${url.length}${Math.random()}`, `/a;jsessionid=${Math.random()}`]],
  ['filters', (url) => Array.from('abcdef', (name) => `/l?${url.split('?')[1] ?? ''}&${name}=${Math.random()}`)],
]

test.each(answers)('a crawl escapes %s and reads the other pages', async (_name, next) => {
  const real = ['/real/1', '/real/2']
  const server = await startPages((url) => {
    if (url.endsWith('.txt') || url.startsWith('/sitemap')) return undefined
    return url.startsWith('/real') ? linking('/real/2') : linking(...next(url), ...real)
  })
  const { facts, visited } = await crawlServed(server)
  expect(facts.crawl.end).toBe('complete')
  expect(visited.length).toBeLessThan(1000)
  for (const path of real) expect(visited.map(({ url }) => new URL(url).pathname)).toContain(path)
})
