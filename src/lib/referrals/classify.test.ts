import { expect, test } from 'vitest'
import { classifyReferral, mayBeReferred } from './classify.ts'

const from = (referrer: string | null, query: string | null = null) => {
  const found = classifyReferral({ referrer, query })
  return found && [found.engine, found.evidence, found.isPaid]
}

test.each([
  ['https://chatgpt.com/', null, ['chatgpt', 'referrer', false]],
  ['https://www.perplexity.ai/search?q=x', null, ['perplexity', 'referrer', false]],
  ['https://gemini.google.com/app', null, ['gemini', 'referrer', false]],
  ['https://x.com/i/grok', null, ['grok', 'referrer', false]],
  [null, 'utm_source=chatgpt.com', ['chatgpt', 'utm', false]],
  [null, 'utm_source=ChatGPT&utm_medium=cpc', ['chatgpt', 'utm', true]],
  [null, 'oppref=abc', ['chatgpt', 'click_id', true]],
  ['https://acme.com/a?utm_source=copilot.com', null, ['copilot', 'referrer_utm', false]],
  ['https://acme.com/a?oppref=1', null, ['chatgpt', 'referrer_utm', true]],
  ['https://claude.ai/', 'utm_campaign=spring_paid-ai', ['claude', 'referrer', true]],
])('classifies the referrer %s and query %s as %j', (referrer, query, found) => {
  expect(from(referrer, query)).toEqual(found)
})

test.each([
  ['https://notchatgpt.com/', null],
  ['https://you.community/', null],
  ['https://chatgpt.com.evil.example/', null],
  ['https://www.google.com/', null],
  ['https://www.google.co.uk/search', null],
  ['https://x.com/i/grokking', null],
  ['https://t.co/a', null],
  ['https://example.com/?to=chatgpt.com', null],
  ['not a URL', null],
  [null, 'utm_source=gemini'],
  [null, 'utm_source=you'],
  [null, 'utm_source=meta'],
  [null, 'utm_source=pi'],
  [null, 'utm_medium=cpc'],
  [null, null],
])('finds no engine in the referrer %s and query %s', (referrer, query) => {
  expect(from(referrer, query)).toBeUndefined()
})

test('matches paid words as whole tokens', () => {
  expect(from(null, 'utm_source=claude&utm_campaign=adventure')).toEqual(['claude', 'utm', false])
  expect(from(null, 'utm_source=claude&utm_campaign=my-ads')).toEqual(['claude', 'utm', true])
})

const mayBe = (referrer: string, target: string) => {
  const text = `192.0.2.1 - - "GET ${target} HTTP/1.1" 200 "${referrer}" "Mozilla/5.0 (https://claude.ai/?oppref=1)"`
  const [start, from] = [text.indexOf(target), text.indexOf(`"${referrer}" "M`) + 1]
  const places = {
    target: start,
    targetEnd: start + target.length,
    referrer: from,
    referrerEnd: from + referrer.length,
  }
  return mayBeReferred({ text, ...places })
}

const spelledReferrers = [
  ...[
    '',
    '-',
    'https://chatgpt.com',
    'HTTPS://ChatGPT.com/',
    'https://chatgpt.com:443/',
    'https:claude.ai',
    'http:\\\\you.com',
  ],
  ...[' https://claude.ai/', 'https://user@claude.ai/', 'https://grok.com./', 'https://grok.com?x', 'http://poe.com#y'],
  ...[
    'https://x.com/i/grok',
    'android-app://claude.ai/',
    'https://%63laude.ai/',
    'https://acme.com/?utm_source=claude',
  ],
  ...['https://acme.com/?a#&utm_source=claude', 'https://google.com/', 'https://acme.com/a?b=c', 'chatgpt.com', 'x'],
]
const spelledQueries = [
  ...['', 'a=b', 'utm_source=claude', 'utm_source=WWW.Claude.ai', 'utm%5Fsource=claude', 'utm_source=+claude+'],
  ...[
    'utm_source=%63laude',
    'x=1&utm_source=claude%20&y',
    'utm_source=mail',
    'utm_source=mail&utm_source=claude',
    'oppref',
  ],
]

test('the check of texts finds every request that shows an engine', () => {
  for (const referrer of spelledReferrers)
    for (const query of spelledQueries) {
      const found = from(referrer, query)
      const isFound = found === undefined || mayBe(referrer, `/a?${query}`)
      expect([referrer, query, isFound]).toEqual([referrer, query, true])
    }
})

test.each([
  ['-', '/'],
  ['https://www.google.com/', '/a?b=c'],
  ['https://acme.com/a?b=c', '/?utm_source=mail&n=1'],
  ['https://notchatgpt.com/', '/chatgpt.com'],
])('the check of texts rules out the referrer %s with %s', (referrer, target) => {
  expect(mayBe(referrer, target)).toBe(false)
})
