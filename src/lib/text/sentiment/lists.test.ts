import { describe, expect, test } from 'vitest'
import { judge, neutral, score } from '../../../testing/sentiment/judge.ts'
import { judgeSentiment } from './sentiment.ts'

describe('lists', () => {
  const answer = [
    'Here are some blenders:',
    '1. Acme One',
    'Price: $100',
    'Pros: Quiet, durable',
    'Cons: Expensive',
    '2. Bolt Two',
    'Flimsy jar',
    'Poor warranty',
    'Tips',
    'Avoid terrible blenders.',
  ].join('\n')

  test('a dash ends the name of an item, like a colon', () => {
    expect(score('Acme – reliable\nCoros Pace – a terrible watch to wear')).toBe(score('Acme – reliable'))
  })

  test('a negative heading applies to the items below it, but a heading about mistakes does not', () => {
    expect(judge('Brands to avoid:\nAcme\nBolt', 'Acme', 'Bolt')).toEqual([2893, 2893])
    expect(score('Brands to avoid: Acme')).toBeLessThan(4500)
    expect(score('Insurers worth avoiding\nAcme')).toBeLessThan(4500)
    expect(score('Mistakes to avoid:\nAcme')).toBe(neutral)
  })

  test('a column header applies to the names in the column', () => {
    const text = 'Most reliable\nLeast reliable\nAcme\nBolt'
    const starts = [0, 14, 29, 34]
    const cells = starts.map((start, number) => ({ start, row: number < 2 ? 0 : 1, column: number % 2 }))
    const mentions = [29, 34].map((start, entity) => ({ entity, start, end: start + 4 }))
    const scores = judgeSentiment(text, mentions, [], cells)
    expect(scores.get(0)).toBeGreaterThan(6200)
    expect(scores.get(1)).toBeLessThan(4500)
  })

  test('items below a heading apply to its entity until the next heading', () => {
    const [acme, bolt] = judge(answer, 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(neutral)
    expect(bolt).toBeLessThan(3500)
  })

  test('a heading about something else ends the item', () => {
    expect(score('Acme One\nReliable\nOther Brand Nine\nTerrible')).toBeGreaterThan(6000)
  })

  test('text below "Pros" is positive and text below "Cons" negative, whatever the words', () => {
    expect(score('Acme One\nPros:\nBuilt-in grinder\nGlass jar')).toBe(6250)
    expect(score('Acme One\nCons:\nPlastic jar\nBest for Apple users')).toBe(3750)
    expect(score('Acme One\nWeaknesses: the catalogue changes')).toBe(3750)
    expect(score("Acme One\nWhy it's great: two jars")).toBe(6250)
    expect(score('Acme One: two jars Cons: no lid')).toBe(3750)
  })

  test('a label applies to its own line, or to the lines below if it is alone on its line', () => {
    expect(score('Acme One\nCons: plastic jar\nA reliable motor')).toBeGreaterThan(5000)
    expect(score('Acme One\nCons\nA reliable motor')).toBe(3750)
    expect(score('Acme One\nPros\nTwo jars\nCons\nNo lid')).toBe(neutral)
  })

  test('other entities in a labeled line are only compared', () => {
    const [acme, bolt] = judge('Acme One\nCons: Not as reliable as Bolt', 'Acme', 'Bolt')
    expect(acme).toBeLessThan(4000)
    expect(bolt).toBeGreaterThan(neutral)
    expect(judge('Acme One\nCons\nFew apps for Bolt', 'Acme', 'Bolt')).toEqual([3750, neutral])
  })

  test('a positive heading applies to each item of its section', () => {
    const [acme, bolt, cord] = judge(
      'Best for travel\nAcme One\n$100\nBolt Two\n$90\nWhere to buy\nCord',
      'Acme',
      'Bolt',
      'Cord',
    )
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBe(acme)
    expect(cord).toBe(neutral)
    expect(score('Best value: Acme One')).toBeGreaterThan(7000)
  })

  test('an attribute that mentions an entity does not affect its score', () => {
    expect(judge('Acme One\nIntegration: works great with Bolt', 'Acme', 'Bolt')[1]).toBe(neutral)
    expect(score('Other Brand Nine\nBest for: Acme users')).toBe(neutral)
  })
})

describe('flattened text', () => {
  const flattened =
    'Top Picks:\u00a0Acme One: A reliable watch. It offers accurate GPS.' +
    'Cord Pace 3: A terrible watch. It is flimsy.Bolt Two:Pros: Light, quiet.Cons: Overpriced, unreliable and clunky.' +
    '\u00a0Acme One$349.994.7(4k+)Bolt Two$229.004.9(2k+)' +
    'Conclusion:\u00a0The worst watch is the one you leave at home.'

  test('separates items without line breaks', () => {
    const [acme, bolt] = judge(flattened, 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBeLessThan(acme ?? 0)
  })

  test('a no-break space separates parts before a capital letter, but not before a unit', () => {
    expect(score('Acme One: two jars\u00a0Coros Pace 3 is terrible')).toBe(neutral)
    expect(score('Acme One: weighs 3\u00a0kg and is reliable')).toBeGreaterThan(6000)
  })

  test('an item about an entity that is not scored affects no other entity', () => {
    expect(score('Acme One: A reliable watch.Cord Pace 3: A terrible, flimsy watch.')).toBe(
      score('Acme One: A reliable watch.'),
    )
  })
})
