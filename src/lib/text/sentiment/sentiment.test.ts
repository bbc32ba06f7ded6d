import { describe, expect, test } from 'vitest'
import { judge, neutral, score } from '../../../testing/sentiment/judge.ts'
import { judgeSentiment } from './sentiment.ts'

describe('words', () => {
  test('praise scores above neutral, criticism below', () => {
    expect(score('Acme makes excellent and durable blenders.')).toBeGreaterThan(7000)
    expect(score('Acme makes flimsy, overpriced blenders.')).toBeLessThan(3000)
  })

  test('a plain listing, price or specification is exactly neutral', () => {
    for (const text of [
      'Acme',
      'Where to buy: Acme, Bolt and Costco.',
      'Acme Widget 255 – $349.99, 1.2 kg, 512 GB',
      'Acme was founded in 1990 and sells blenders.',
      'Acme Widget 255$349.994.7(4k+)COROS Best Watch$229.004.9(2k+)',
    ]) {
      expect(score(text), text).toBe(neutral)
    }
  })

  test('idioms override their words', () => {
    expect(score('Acme is hard to beat.')).toBeGreaterThan(7000)
    expect(score('Acme works without breaking the bank.')).toBeGreaterThan(6000)
    expect(score('With Acme, build quality can be hit or miss.')).toBeLessThan(4500)
    expect(score('The Acme lasts up to 20 hours.')).toBe(neutral)
  })

  test('less of a bad thing is praise, less of a good thing is criticism', () => {
    for (const text of [
      'Acme has the lowest premiums.',
      'Acme has the lowest failure rate.',
      'Acme has fewer problems than average.',
    ])
      expect(score(text), text).toBeGreaterThan(5500)
    expect(score('Acme has the lowest satisfaction.')).toBeLessThan(4500)
    const [acme = 0, bolt = 0] = judge('Acme has fewer delays than Bolt.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(bolt)
  })

  test('a negation in an idiom does not negate', () => {
    expect(score("I can't recommend Acme enough.")).toBeGreaterThan(7000)
    expect(score('It is hard to find fault with Acme.')).toBeGreaterThan(6500)
    expect(score("I couldn't be more disappointed with Acme.")).toBeLessThan(3500)
  })

  test('emoji with sentiment count, decorative ones do not', () => {
    expect(score('Acme 👍')).toBeGreaterThan(6000)
    expect(score('Acme 👎')).toBeLessThan(4000)
    expect(score('🥇 Acme 🚀 blenders')).toBe(neutral)
  })

  test('curly apostrophes work like straight ones', () => {
    expect(score('Acme isn’t reliable.')).toBe(score("Acme isn't reliable."))
  })
})

describe('domain names', () => {
  test.each([
    'Acme makes anvils: evil.com',
    'Acme makes anvils, says www.the-worst-tools.co.uk.',
    'Acme makes anvils. terrible.acme.com',
    'Acme\n- awful-fraud.com\n- best.org',
    'acme.com, excellent-acme.com',
  ])('have no sentiment: %j', (text) => {
    expect(judge(text, 'Acme', 'acme')).toContain(neutral)
    expect(judge(text, 'Acme', 'acme').filter((value) => value !== neutral && !Number.isNaN(value))).toEqual([])
  })

  test('with an unknown suffix are recognized by the given URL positions', () => {
    const text = 'Acme makes anvils. evil'
    const mentions = [{ entity: 0, start: 0, end: 4 }]
    expect(judgeSentiment(text, mentions).get(0)).toBeLessThan(neutral)
    expect(judgeSentiment(text, mentions, [{ start: 19, end: 23 }]).get(0)).toBeUndefined()
  })

  test('do not end the sentence around them', () => {
    expect(score('Acme is, as evil.com says, excellent.')).toBeGreaterThan(7000)
    expect(score('Acme is a good choice.Terrible weather.')).toBe(score('Acme is a good choice. Terrible weather.'))
    expect(score('See www.Acme.com. It is excellent.')).toBeGreaterThan(7000)
  })
})

describe('negation', () => {
  test.each([
    'Acme is not reliable.',
    'Acme is NOT reliable.',
    'Acme ISN’T reliable.',
    "Acme isn't very reliable.",
    'Acme is never reliable.',
    'Acme fails to impress, without a reliable motor.',
    'Acme is less reliable.',
    'Acme is no longer recommended.',
  ])('%s', (text) => {
    expect(score(text)).toBeLessThan(neutral)
  })

  test('"not only" does not negate', () => {
    expect(score('Acme is not only reliable but quiet.')).toBeGreaterThan(6500)
  })

  test('negated criticism is mild praise', () => {
    expect(score('Acme is not expensive.')).toBeGreaterThan(neutral)
    expect(score('Acme is less expensive.')).toBeGreaterThan(neutral)
  })
})

describe('negative words without criticism', () => {
  test.each([
    'The Acme Speed is a zero-drop shoe.',
    'Acme makes slip-on loafers and drop-in jars.',
    'Acme Trail (drop: 4 mm, weight: 250 g)',
    'The Acme has an 8mm drop and a drop of 4 mm at the heel.',
    'Acme dropped its price to $299.',
    'The price of the Acme fell by 15%.',
    'The Acme has shock absorption in the heel, a panic button and crash sensors.',
    'Acme insurance covers theft, fire and water damage.',
    'Acme leaves no scratches.',
    'The Acme has a pressure-relief valve.',
  ])('neutral: %s', (text) => {
    expect(score(text)).toBe(neutral)
  })

  test.each([
    'Acme kills germs on contact.',
    'Acme crushes ice easily.',
    'Acme removes stubborn stains.',
    'Acme relieves pain.',
    'Acme gives hair a healthy shine.',
    'Acme fights acne.',
    'Acme cuts through grease with ease.',
    'Acme is a good shoe for bad knees.',
    'Acme is ideal for people with bad knees.',
    'Acme is great for bad backs, tough stains and harsh winters.',
    'Acme blocks malware, phishing and annoying ads.',
    'Acme detects fraud and suspicious logins before they do harm.',
  ])('praise: %s', (text) => {
    expect(score(text)).toBeGreaterThan(6200)
  })

  test.each([
    "Acme doesn't remove stubborn stains.",
    'Acme removes stains but is terribly noisy.',
    'Acme is bad for your knees.',
    'Acme is error-prone.',
    'Acme has poor shock absorption.',
    'Acme shares drop 4%.',
    'Acme kills the battery.',
    'Acme raised its prices again.',
  ])('still criticism: %s', (text) => {
    expect(score(text)).toBeLessThan(4900)
  })
})

describe('claims, denials, advice and concessions', () => {
  test('a claim or a statement about the past is neutral', () => {
    expect(score('Acme claims its blender is the quietest in the world.')).toBe(neutral)
    expect(score('Acme used to be the best brand.')).toBe(neutral)
  })

  test.each(['Nobody on our team was happy with Acme.', 'Acme is anything but reliable.', 'Acme is far from perfect.'])(
    'a distant negation counts: %s',
    (text) => {
      expect(score(text)).toBeLessThan(4900)
    },
  )

  test('advice counts', () => {
    expect(score('If you need a quiet machine, go with the Acme.')).toBeGreaterThan(6200)
  })

  test('the clause after a concession counts more', () => {
    expect(score('Although it is pricey, Acme is a reliable choice.')).toBeGreaterThan(6200)
    expect(score('While it looks nice, Acme is unreliable.')).toBeLessThan(4900)
  })
})

describe('an aspect', () => {
  test.each([
    'Acme ranks dead last in reliability.',
    'Acme ranks near the bottom in customer satisfaction.',
    'Acme has low customer satisfaction.',
    'Satisfaction with Acme is low.',
    "Acme's reliability has declined.",
    'Acme lacks comfort.',
    'Reliability concerns dog Acme.',
    'Few guests recommend Acme.',
    'Only 12% of guests would recommend Acme.',
  ])('is criticism if low: %s', (text) => {
    expect(score(text)).toBeLessThan(4500)
  })

  test('is praise if nothing else is said, and neutral if it varies', () => {
    expect(score('Acme is known for its reliability.')).toBeGreaterThan(6200)
    expect(score('Acme tops the rankings for support.')).toBeGreaterThan(6200)
    expect(score('A few guests recommend Acme.')).toBeGreaterThan(6200)
    expect(score("Acme's reliability varies by model.")).toBe(neutral)
  })
})

describe('complaints that look like help', () => {
  test('hidden fees and missing warnings are criticism, even next to helpful words', () => {
    for (const text of [
      "Acme's hidden cleaning fees annoy guests.",
      'Acme adds surprise fees at the counter.',
      'Acme freezes accounts without warning.',
    ])
      expect(score(text), text).toBeLessThan(4500)
    expect(score('Acme charges no hidden fees.')).toBeGreaterThan(5500)
  })

  test('instructions are neutral', () => {
    expect(score('How to fix common Acme TV problems')).toBe(neutral)
    expect(score('Troubleshooting Acme crashes')).toBe(neutral)
  })
})

describe('ratings', () => {
  test.each([
    ['Acme: 4.8/5 stars', 7000, 10000],
    ['Acme – 9.1/10', 7000, 10000],
    ['Acme earned 91/100 in our test.', 7000, 10000],
    ['Acme holds a 4.7 rating.', 6500, 10000],
    ['⭐⭐⭐⭐⭐ Acme', 7000, 10000],
    ['Acme: 1.5/5 stars', 0, 3500],
    ['Acme scores 3 out of 10.', 0, 3500],
    ['Acme: ★★☆☆☆', 0, 4500],
    ['Acme: 3/5', 5000, 5000],
  ])('%s', (text, atLeast, atMost) => {
    expect(score(text)).toBeGreaterThanOrEqual(atLeast)
    expect(score(text)).toBeLessThanOrEqual(atMost)
  })

  test.each([
    'Acme opened on 9/10.',
    'Acme costs $9/100 sheets.',
    'Acme runs on Windows 8/10.',
    'The Acme has a 16:9 screen and a 3.5/5.1 mm jack.',
    'Acme sells 4/5 of its watches abroad.',
    'Acme was bought by 9 out of 10 dentists.',
    'Acme is a 5-star hotel.',
    'Acme 4.5 is out.',
    '⭐ Acme',
  ])('not a rating: %s', (text) => {
    expect(score(text)).toBe(neutral)
  })
})

describe('wishes', () => {
  test.each([
    'Acme would be great if the app worked.',
    'Acme would have been perfect with a bigger tank.',
    'Acme could be cleaner.',
    'Acme could be more comfortable.',
    'I wish Acme were more reliable.',
    'Acme has seen better days.',
    'Acme skimps on comfort.',
  ])('criticizes what is missing: %s', (text) => {
    expect(score(text)).toBeLessThan(4500)
  })

  test.each([
    'Acme would be great if you travel a lot.',
    'Acme could be a better choice.',
    "I wish I'd bought a reliable Acme sooner.",
  ])('not criticism: %s', (text) => {
    expect(score(text)).toBeGreaterThan(5500)
  })
})

describe('divided opinions', () => {
  test.each([
    'Some users love Acme, others hate it.',
    'Acme has mixed reviews.',
    'Guests either love or hate Acme.',
    'Acme has its good and bad sides.',
  ])('are neutral: %s', (text) => {
    expect(score(text)).toBe(neutral)
  })
})

describe('masking', () => {
  test('the words of an entity name have no sentiment', () => {
    for (const name of ['Best Buy', 'Joy', 'Away', 'Lucky Strike', 'Poor Charlie', 'Free Soldier']) {
      expect(score(`${name} sells suitcases.`, name), name).toBe(neutral)
    }
  })

  test('words of a product name after the entity have no sentiment', () => {
    expect(score('The Acme Perfect Luxury 20 weighs 3 kg.')).toBe(neutral)
  })

  test('an opinion in capitals counts', () => {
    expect(score('ACME IS TERRIBLE', 'ACME')).toBeLessThan(neutral)
  })
})

describe('news', () => {
  test.each([
    ['Acme shares plunge to record low on weak demand', -1],
    ['Acme Q2 net up 39% to Rs 37 crore', 1],
    ['Acme Q2 net loss widens to Rs 10 crore', -1],
    ['Acme narrows its net loss to Rs 10 crore', 1],
    ['Acme costs fall', 1],
    ['Acme pares losses', 1],
    ['Sell Acme, says broker', -1],
    ['Acme downgraded after fraud probe', -1],
    ['Acme to hold meeting on Friday', 0],
  ])('%s', (headline, sign) => {
    expect(Math.sign(score(headline) - neutral)).toBe(sign)
  })
})
