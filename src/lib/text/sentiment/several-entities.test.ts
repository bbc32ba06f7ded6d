import { describe, expect, test } from 'vitest'
import { judge, neutral, score } from '../../../testing/sentiment/judge.ts'
import { judgeSentiment } from './sentiment.ts'

describe('rivals', () => {
  test.each([
    'Cancel Acme and go with Bolt.',
    "Skip Acme and go to Bolt's instead.",
    'If you hate Acme, try Bolt.',
    "If you're fed up with Acme, switch to Bolt.",
    'Anyone tired of Acme should look at Bolt.',
    'Tired of Acme? Book a Bolt instead.',
    'Bolt leaks less than Acme.',
    'Bolt breaks down less often than Acme.',
    'Bolt uses less memory than Acme.',
    'Acme has lost ground to Bolt.',
    'Bolt has overtaken Acme.',
  ])('%s', (text) => {
    const [acme, bolt] = judge(text, 'Acme', 'Bolt')
    expect(acme).toBeLessThan(4500)
    expect(bolt).toBeGreaterThan(5500)
  })
})

describe('several entities', () => {
  test.each([
    'Acme is reliable, but Bolt is flimsy.',
    'While Acme is reliable, Bolt is flimsy.',
    'Acme is reliable whereas Bolt is flimsy.',
    'Acme is reliable; Bolt is flimsy.',
    'Acme is reliable and Bolt is flimsy.',
    'Acme is reliable. Bolt is flimsy.',
    'Unlike Bolt, Acme is reliable.',
    'Acme is more reliable than Bolt.',
    'Bolt is not as reliable as Acme.',
    'Bolt is less reliable than Acme.',
    'Bolt is slower than Acme.',
    'Acme outperforms Bolt.',
  ])('%s', (text) => {
    const [acme, bolt] = judge(text, 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(neutral)
    expect(bolt).toBeLessThan(neutral)
  })

  test.each([
    'I prefer Acme over Bolt.',
    'Most users prefer Acme to Bolt.',
    'Acme is preferred over Bolt by most users.',
    'I would rather buy Acme than Bolt.',
    'Choose Acme instead of Bolt.',
    'Choosing Acme over Bolt saved us a lot.',
    'We switched from Bolt to Acme.',
    'We replaced our old Bolt with an Acme.',
    'They ditched Bolt for Acme.',
    'Acme edges out Bolt.',
    'Bolt is outperformed by Acme.',
    'Bolt was beaten by Acme in every test.',
    'Bolt is no match for Acme.',
    "Bolt can't compete with Acme.",
    'Acme is superior to Bolt.',
    'Bolt falls behind Acme.',
    'Next to the Acme, the Bolt looks dated.',
    'Acme costs less than Bolt.',
    'Acme offers more storage than Bolt.',
    'Bolt has more complaints than Acme.',
    'Bolt is overpriced, Acme is not.',
    'Go with the Acme and leave the Bolt on the shelf.',
    'Skip the Bolt and get the Acme.',
  ])('%s', (text) => {
    const [acme, bolt] = judge(text, 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(6200)
    expect(bolt).toBeLessThan(4900)
  })

  test('an opinion about a list applies to all its entities', () => {
    for (const text of ['Acme, Bolt and Cord are reliable.', 'Reliable brands are Acme, Bolt and Cord.']) {
      const scores = judge(text, 'Acme', 'Bolt', 'Cord')
      expect(Math.min(...scores), text).toBeGreaterThan(6000)
      expect(new Set(scores).size, text).toBe(1)
    }
  })

  test('a neutral clause is not affected by its neighbor', () => {
    const [acme, bolt] = judge('Acme is excellent, while Bolt costs $40.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBe(neutral)
  })

  test('an entity that is only referred to is neutral', () => {
    const [acme, bolt] = judge('Acme is a good alternative to Bolt.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(6000)
    expect(bolt).toBe(neutral)
  })

  test('"as good as" does not affect the other entity', () => {
    expect(judge('Acme is as good as Bolt.', 'Acme', 'Bolt')[1]).toBe(neutral)
  })

  test('entities with the same name share their mention', () => {
    const mention = { start: 0, end: 4 }
    const scores = judgeSentiment('Acme is great.', [
      { entity: 1, ...mention },
      { entity: 2, ...mention },
    ])
    expect(scores.get(1)).toBeGreaterThan(7000)
    expect(scores.get(2)).toBe(scores.get(1))
  })

  test('entities without a mention are missing in the result', () => {
    expect([...judgeSentiment('Acme is great.', [{ entity: 7, start: 0, end: 4 }]).keys()]).toEqual([7])
    expect(judgeSentiment('Great.', []).size).toBe(0)
  })
})

describe('references to earlier text', () => {
  test('"it" and "they" refer to the previous entity', () => {
    const [acme, bolt] = judge('Acme beats Bolt. It is also quiet and durable.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBeLessThan(neutral)
    expect(score('Acme makes blenders. They are flimsy.')).toBeLessThan(4000)
  })

  test('the object of "works with" is not praised', () => {
    const [acme, bolt] = judge('Acme makes cameras. It works great with Bolt.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBe(neutral)
  })

  test('a separate paragraph does not affect the previous one', () => {
    expect(score('Acme makes blenders.\nThe weather is terrible.')).toBe(neutral)
    expect(score('Acme makes blenders.\nThey are terrible.')).toBeLessThan(4000)
  })

  test('needs of the reader, advice and questions are neutral', () => {
    expect(score('If noise is a terrible problem, consider Acme.')).toBe(neutral)
    expect(score('Acme makes blenders. Consider the best value for your needs.')).toBe(neutral)
    expect(score('Is Acme the best?')).toBe(neutral)
  })
})

describe('news about two entities', () => {
  test.each([
    ['Acme gains; Bolt slips', 1, -1],
    ['Acme falls as Bolt strengthens', -1, 1],
    ['Acme drops 24 paise against Bolt', -1, 1],
    ['Strong Acme weighs on Bolt', 1, -1],
    ['Weak Acme boosts Bolt exports', -1, 1],
    ['Bolt upgrades Acme to overweight', 1, 0],
    ['Bolt slaps Rs 2 crore penalty on Acme', -1, 0],
    ['Acme tanks 12% after Bolt downgrade', -1, 0],
    ['Acme downgraded to underperform by Bolt', -1, 0],
    ['Acme wins Rs 500 crore contract from Bolt', 1, 0],
    ['Buy Acme, target Rs 420: Bolt Securities', 1, 0],
    ['Acme climbs on weak Bolt', 1, -1],
    ['Acme loses market share to Bolt', -1, 1],
    ['Market choppy: Acme up; Bolt down 3%', 1, -1],
    ['UK FTSE lifted by Acme and Bolt', 1, 1],
  ])('%s', (headline, acme, bolt) => {
    const signs = judge(headline, 'Acme', 'Bolt').map((value) => Math.sign(value - neutral))
    expect(signs).toEqual([acme, bolt])
  })
})
