import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EntitySpan, judgeSentiment } from './sentiment.ts'

const names = ['Acme', 'Best Buy', 'Coros']

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...'great terrible not but while than unlike it they and , . : ; - – ! ? ( ) $9 4.7 up 30 Pros: Cons: \n \u00a0 👍'.split(
        ' ',
      ),
      ' ',
      '1. ',
      'as good as',
      'AI responses may include mistakes',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
)
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' '))

function findNames(text: string): EntitySpan[] {
  const mentions = names.flatMap((name, entity) =>
    [...text.matchAll(new RegExp(name, 'g'))].map(({ index }) => ({
      entity,
      start: index,
      end: index + name.length,
    })),
  )
  return mentions.sort((a, b) => a.start - b.start)
}

test('scores are integers from 0 to 10000, at most one per mentioned entity', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const mentions = findNames(text)
      const scores = judgeSentiment(text, mentions)
      const named = new Set(mentions.map(({ entity }) => entity))
      expect([...scores.keys()].filter((entity) => !named.has(entity))).toEqual([])
      for (const score of scores.values()) {
        expect(Number.isInteger(score)).toBe(true)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(10000)
      }
    }),
  )
})

test('the same text has the same scores, regardless of earlier calls', () => {
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      const before = judgeSentiment(text, findNames(text))
      judgeSentiment(other, findNames(other))
      expect(judgeSentiment(text, findNames(text))).toEqual(before)
    }),
  )
})

test('a later paragraph about another entity changes nothing', () => {
  const about = (name: string) => texts.map((text) => names.reduce((all, one) => all.replaceAll(one, name), text))
  fc.assert(
    fc.property(about('Acme'), about('Coros'), (text, other) => {
      const further = `${text}\nCoros One\n${other}`
      const expected = judgeSentiment(text, findNames(text)).get(0)
      expect(judgeSentiment(further, findNames(further)).get(0)).toBe(expected)
    }),
  )
})

test('an earlier paragraph about another entity changes nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom('great', 'terrible', 'not bad', 'cheap but reliable'), (opinion) => {
      const text = 'Acme is reliable. It lasts.\nAcme One\nPros: quiet'
      const longer = `Coros is ${opinion}. They are ${opinion}.\n${text}`
      expect(judgeSentiment(longer, findNames(longer)).get(0)).toBe(judgeSentiment(text, findNames(text)).get(0))
    }),
  )
})

test('ignores invalid spans', () => {
  const bounds = fc.oneof(fc.integer({ min: -5, max: 80 }), fc.constantFrom(Number.NaN, Number.MAX_SAFE_INTEGER, 1.5))
  const spans = fc.array(fc.record({ entity: fc.nat(9), start: bounds, end: bounds }), { maxLength: 8 })
  fc.assert(
    fc.property(texts, spans, (text, mentions) => {
      expect(judgeSentiment(text, mentions).size).toBeLessThanOrEqual(10)
    }),
  )
})

test.each(['Acme ', 'Acme, ', 'Acme: ', 'Acme but ', 'Acme great ', 'Acme$1', 'Acme not as as ', '\n', "'", '!', 'x'])(
  'reads a megabyte of %j to the end',
  (piece) => {
    const text = `${piece.repeat(Math.ceil(1_000_000 / piece.length))}\nCoros is great.`
    expect(judgeSentiment(text, findNames(text)).get(2)).toBeGreaterThan(7000)
  },
)
