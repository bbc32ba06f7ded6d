import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPathMatcher, parseRobots, productToken } from './robots.ts'

const url = (path: string) => `https://site.example${path}`

test('product tokens may contain digits and dots', () => {
  const robots = parseRobots('User-agent: AI2Bot\nUser-agent: bigsur.ai\nDisallow: /')
  const allowed = ['AI2Bot', 'ai2bot', 'AI', 'bigsur.ai', 'bigsur'].map((token) => robots.isAllowed(token, url('/')))
  expect(allowed).toEqual([false, false, true, false, true])
  expect(['GPTBot/1.0', 'Datenbank Crawler', '* all'].map(productToken)).toEqual(['GPTBot', 'Datenbank', ''])
})

test('a crawl delay applies to the agents before it and does not end a group', () => {
  const robots = parseRobots(
    'User-agent: a\nUser-agent: b\nCrawl-delay: 2.5\nUser-agent: c\nDisallow: /\nUser-agent: *\nCrawl-delay: 10\nUser-agent: d\nCrawl-delay: soon',
  )
  expect(['a', 'B', 'c', 'd', 'e'].map(robots.crawlDelaySeconds)).toEqual([2.5, 2.5, undefined, undefined, 10])
  expect(['a', 'b', 'c'].map((token) => robots.isAllowed(token, url('/')))).toEqual([false, false, false])
})

test('returns the rule that decides', () => {
  const robots = parseRobots('User-agent: *\nDisallow: /a # private\nAllow: /a/b\nDisallow: /a/b/index.html')
  expect(robots.ruleFor('x', url('/a/c'))).toEqual({ line: 2, text: 'Disallow: /a' })
  expect(robots.ruleFor('x', url('/a/b'))).toEqual({ line: 3, text: 'Allow: /a/b' })
  expect(robots.ruleFor('x', url('/c'))).toBeUndefined()
})

test('reads misspelled field names and reports unknown ones', () => {
  const robots = parseRobots('useragent: *\ndissallow: /a\nDisalow: /b\nHost: site.example\nNope: 1\nhello\n<html>')
  expect(['/a', '/b', '/c'].map((path) => robots.isAllowed('x', url(path)))).toEqual([false, false, true])
  expect(robots.unknownLines).toEqual([
    { line: 5, text: 'Nope: 1' },
    { line: 6, text: 'hello' },
    { line: 7, text: '<html>' },
  ])
})

test('names of built-in object properties are unknown fields', () => {
  const robots = parseRobots('constructor: x\n__proto__: y\ntoString: z\nUser-agent: *\nDisallow: /')
  expect(robots.unknownLines.map(({ line }) => line)).toEqual([1, 2, 3])
  expect(robots.isAllowed('constructor', url('/'))).toBe(false)
})

test('patterns match the same paths as an equivalent regular expression', () => {
  const part = fc.constantFrom('a', 'b', '/', '*', '$', '.', 'ab')
  const text = (parts: string[]) => `/${parts.join('')}`
  const escaped = (pattern: string) => pattern.replace(/[.$]/g, '\\$&').replaceAll('*', '.*')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.array(part, { maxLength: 8 }), (rule, address) => {
      const pattern = text(rule)
      const isAnchored = pattern.endsWith('$')
      const expression = `^${escaped(isAnchored ? pattern.slice(0, -1) : pattern)}${isAnchored ? '$' : ''}`
      const path = text(address)
      expect(createPathMatcher(pattern)(path)).toBe(new RegExp(expression, 's').test(path))
    }),
    { numRuns: 5000 },
  )
})

test('parses a hostile file quickly', () => {
  const stars = `Disallow: /${'*a'.repeat(8000)}b`
  const spaces = `Disallow: /${' '.repeat(16_000)}x`
  const many = Array.from({ length: 20_000 }, (_, line) => `Allow: /${line}*$`)
  const robots = parseRobots(['User-agent: *', ...Array(10).fill(stars), ...Array(10).fill(spaces), ...many].join('\n'))
  // A backtracking matcher or a quadratic trim would exceed the test timeout.
  for (let page = 0; page < 20; page += 1) {
    expect(robots.isAllowed('x', url(`/${'a'.repeat(2000)}${page}`))).toBe(true)
  }
})
