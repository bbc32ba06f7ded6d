import { describe, expect, test } from 'vitest'
import { type EntitySpan, judgeSentiment } from './sentiment.ts'

const neutral = 5000

/** Judges a text in which each of the names is an entity, numbered from 0 in the order given. */
function judge(text: string, ...names: string[]): number[] {
  const mentions: EntitySpan[] = []
  names.forEach((name, entity) => {
    for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + name.length)) {
      mentions.push({ entity, start, end: start + name.length })
    }
  })
  mentions.sort((a, b) => a.start - b.start)
  const scores = judgeSentiment(text, mentions)
  return names.map((_, entity) => scores.get(entity) ?? Number.NaN)
}

function score(text: string, name = 'Acme'): number {
  return judge(text, name)[0] ?? Number.NaN
}

describe('words', () => {
  test('praise is above neutral, criticism below', () => {
    expect(score('Acme makes excellent and durable blenders.')).toBeGreaterThan(7000)
    expect(score('Acme makes flimsy, overpriced blenders.')).toBeLessThan(3000)
  })

  test('a mere listing, price or specification is exactly neutral', () => {
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

  test('boosters strengthen, dampeners weaken', () => {
    const plain = score('Acme is reliable.')
    expect(score('Acme is extremely reliable.')).toBeGreaterThan(plain)
    expect(score('Acme is somewhat reliable.')).toBeLessThan(plain)
  })

  test('capitals and exclamation marks strengthen', () => {
    const plain = score('the new Acme is great')
    expect(score('the new Acme is GREAT')).toBeGreaterThan(plain)
    expect(score('the new Acme is great!!')).toBeGreaterThan(plain)
  })

  test('idioms outweigh their words', () => {
    expect(score('Acme is hard to beat.')).toBeGreaterThan(7000)
    expect(score('Acme works without breaking the bank.')).toBeGreaterThan(6000)
    expect(score('With Acme, build quality can be hit or miss.')).toBeLessThan(4500)
    expect(score('The Acme lasts up to 20 hours.')).toBe(neutral)
  })

  test('less of what is bad is praise, less of what is good is criticism', () => {
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

  test('a negation that belongs to an idiom turns nothing', () => {
    expect(score("I can't recommend Acme enough.")).toBeGreaterThan(7000)
    expect(score('It is hard to find fault with Acme.')).toBeGreaterThan(6500)
    expect(score("I couldn't be more disappointed with Acme.")).toBeLessThan(3500)
  })

  test('emoji that judge count, those that decorate do not', () => {
    expect(score('Acme 👍')).toBeGreaterThan(6000)
    expect(score('Acme 👎')).toBeLessThan(4000)
    expect(score('🥇 Acme 🚀 blenders')).toBe(neutral)
  })

  test('curly apostrophes are apostrophes', () => {
    expect(score('Acme isn’t reliable.')).toBe(score("Acme isn't reliable."))
  })
})

describe('names of sites', () => {
  test.each([
    'Acme makes anvils: evil.com',
    'Acme makes anvils, says www.the-worst-tools.co.uk.',
    'Acme makes anvils. terrible.acme.com',
    'Acme\n- awful-fraud.com\n- best.org',
    'acme.com, excellent-acme.com',
  ])('are no opinion: %j', (text) => {
    expect(judge(text, 'Acme', 'acme')).toContain(neutral)
    expect(judge(text, 'Acme', 'acme').filter((value) => value !== neutral && !Number.isNaN(value))).toEqual(
      [],
    )
  })

  test('under a suffix that does not exist are known where they are addresses', () => {
    const text = 'Acme makes anvils. evil'
    const mentions = [{ entity: 0, start: 0, end: 4 }]
    expect(judgeSentiment(text, mentions).get(0)).toBeLessThan(neutral)
    expect(judgeSentiment(text, mentions, [{ start: 19, end: 23 }]).get(0)).toBe(neutral)
  })

  test('end nothing: what is said around them counts', () => {
    expect(score('Acme is, as evil.com says, excellent.')).toBeGreaterThan(7000)
    expect(score('Acme is a good choice.Terrible weather.')).toBe(
      score('Acme is a good choice. Terrible weather.'),
    )
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

  test('"not only" negates nothing', () => {
    expect(score('Acme is not only reliable but quiet.')).toBeGreaterThan(6500)
  })

  test('negated criticism is mild praise', () => {
    expect(score('Acme is not expensive.')).toBeGreaterThan(neutral)
    expect(score('Acme is less expensive.')).toBeGreaterThan(neutral)
  })
})

describe('words of harm that are no fault', () => {
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
    'Acme causes back pain.',
    'Acme is bad for your knees.',
    'Acme causes skin irritation.',
    'Acme is error-prone.',
    'Acme has poor shock absorption.',
    'Acme shares drop 4%.',
    'Acme kills the battery.',
    'Acme raised its prices again.',
  ])('still criticism: %s', (text) => {
    expect(score(text)).toBeLessThan(4900)
  })
})

describe('what is said by somebody of himself, of all or by way of concession', () => {
  test('a claim and a past are no judgement', () => {
    expect(score('Acme claims its blender is the quietest in the world.')).toBe(neutral)
    expect(score('Acme used to be the best brand.')).toBe(neutral)
  })

  test.each([
    'Nobody on our team was happy with Acme.',
    'Acme is anything but reliable.',
    'Acme is far from perfect.',
  ])('denied also from afar: %s', (text) => {
    expect(score(text)).toBeLessThan(4900)
  })

  test('advice counts where it begins a clause', () => {
    expect(score('If you need a quiet machine, go with the Acme.')).toBeGreaterThan(6200)
    expect(score('Those who choose Acme pay monthly.')).toBe(neutral)
  })

  test('what follows a concession weighs more', () => {
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
  ])('is blame where it is low: %s', (text) => {
    expect(score(text)).toBeLessThan(4500)
  })

  test('is praise where nothing else is said of it, and neither where it varies', () => {
    expect(score('Acme is known for its reliability.')).toBeGreaterThan(6200)
    expect(score('Acme tops the rankings for support.')).toBeGreaterThan(6200)
    expect(score('A few guests recommend Acme.')).toBeGreaterThan(6200)
    expect(score("Acme's reliability varies by model.")).toBe(neutral)
  })
})

describe('rivals', () => {
  test.each([
    'Cancel Acme and go with Bolt.',
    "Skip Acme and go to Bolt's instead.",
    'If you hate Acme, try Bolt.',
    "If you're fed up with Acme, switch to Bolt.",
    'If Acme feels slow, try Bolt.',
    'Anyone tired of Acme should look at Bolt.',
    'Tired of Acme? Book a Bolt instead.',
    'Bolt catches more threats than Acme, which slows your PC.',
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

describe('complaints that look like help', () => {
  test('fees and what comes without warning are blamed, also where a word of help stands beside', () => {
    for (const text of [
      "Acme's hidden cleaning fees annoy guests.",
      'Acme adds surprise fees at the counter.',
      'Acme freezes accounts without warning.',
    ])
      expect(score(text), text).toBeLessThan(4500)
    expect(score('Acme charges no hidden fees.')).toBeGreaterThan(5500)
  })

  test('instructions judge nothing', () => {
    expect(score('How to fix common Acme TV problems')).toBe(neutral)
    expect(score('Troubleshooting Acme crashes')).toBe(neutral)
  })
})

describe('scores', () => {
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
  ])('no score: %s', (text) => {
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
  ])('blame for what is missing: %s', (text) => {
    expect(score(text)).toBeLessThan(4500)
  })

  test.each([
    'Acme would be great if you travel a lot.',
    'Acme could be a better choice.',
    "I wish I'd bought a reliable Acme sooner.",
  ])('none: %s', (text) => {
    expect(score(text)).toBeGreaterThan(5500)
  })
})

describe('opinions apart', () => {
  test.each([
    'Some users love Acme, others hate it.',
    'Acme has mixed reviews.',
    'Guests either love or hate Acme.',
    'Acme has its good and bad sides.',
  ])('say neither: %s', (text) => {
    expect(score(text)).toBe(neutral)
  })
})

describe('masking', () => {
  test("an entity's own words carry no sentiment", () => {
    for (const name of ['Best Buy', 'Joy', 'Away', 'Lucky Strike', 'Poor Charlie', 'Free Soldier']) {
      expect(score(`${name} sells suitcases.`, name), name).toBe(neutral)
    }
  })

  test('nor do the words of a product name that goes on from it', () => {
    expect(score('The Acme Perfect Luxury 20 weighs 3 kg.')).toBe(neutral)
  })

  test('but a judgement in capitals does', () => {
    expect(score('ACME IS TERRIBLE', 'ACME')).toBeLessThan(neutral)
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

  test('a list shares what is said of it', () => {
    for (const text of ['Acme, Bolt and Cord are reliable.', 'Reliable brands are Acme, Bolt and Cord.']) {
      const scores = judge(text, 'Acme', 'Bolt', 'Cord')
      expect(Math.min(...scores), text).toBeGreaterThan(6000)
      expect(new Set(scores).size, text).toBe(1)
    }
  })

  test('a clause that judges nothing is not judged by its neighbour', () => {
    const [acme, bolt] = judge('Acme is excellent, while Bolt costs $40.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBe(neutral)
  })

  test('what is only referred to is not judged', () => {
    const [acme, bolt] = judge('Acme is a good alternative to Bolt.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(6000)
    expect(bolt).toBe(neutral)
  })

  test('"as good as" takes nothing from the other', () => {
    expect(judge('Acme is as good as Bolt.', 'Acme', 'Bolt')[1]).toBe(neutral)
  })

  test('entities of the same name share their mention', () => {
    const mention = { start: 0, end: 4 }
    const scores = judgeSentiment('Acme is great.', [
      { entity: 1, ...mention },
      { entity: 2, ...mention },
    ])
    expect(scores.get(1)).toBeGreaterThan(7000)
    expect(scores.get(2)).toBe(scores.get(1))
  })

  test('entities that are not mentioned are absent', () => {
    expect([...judgeSentiment('Acme is great.', [{ entity: 7, start: 0, end: 4 }]).keys()]).toEqual([7])
    expect(judgeSentiment('Great.', []).size).toBe(0)
  })
})

describe('going on', () => {
  test('"it" and "they" mean the entity before', () => {
    const [acme, bolt] = judge('Acme beats Bolt. It is also quiet and durable.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBeLessThan(neutral)
    expect(score('Acme makes blenders. They are flimsy.')).toBeLessThan(4000)
  })

  test('what "it" works with is not praised', () => {
    const [acme, bolt] = judge('Acme makes cameras. It works great with Bolt.', 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBe(neutral)
  })

  test('a paragraph of its own says nothing of the one before', () => {
    expect(score('Acme makes blenders.\nThe weather is terrible.')).toBe(neutral)
    expect(score('Acme makes blenders.\nThey are terrible.')).toBeLessThan(4000)
  })

  test('needs of the reader, advice and questions are no judgement', () => {
    expect(score('If noise is a terrible problem, consider Acme.')).toBe(neutral)
    expect(score('Acme makes blenders. Consider the best value for your needs.')).toBe(neutral)
    expect(score('Is Acme the best?')).toBe(neutral)
  })
})

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

  test('a dash ends the name of an item as a colon does', () => {
    expect(score('Acme – reliable\nCoros Pace – a terrible watch to wear')).toBe(score('Acme – reliable'))
  })

  test('a heading that condemns blames those below it, one of mistakes does not', () => {
    expect(judge('Brands to avoid:\nAcme\nBolt', 'Acme', 'Bolt')).toEqual([2893, 2893])
    expect(score('Brands to avoid: Acme')).toBeLessThan(4500)
    expect(score('Insurers worth avoiding\nAcme')).toBeLessThan(4500)
    expect(score('Mistakes to avoid:\nAcme')).toBe(neutral)
  })

  test('the head of a column is said of the names in it', () => {
    const text = 'Most reliable\nLeast reliable\nAcme\nBolt'
    const starts = [0, 14, 29, 34]
    const cells = starts.map((start, number) => ({ start, row: number < 2 ? 0 : 1, column: number % 2 }))
    const mentions = [29, 34].map((start, entity) => ({ entity, start, end: start + 4 }))
    const scores = judgeSentiment(text, mentions, [], cells)
    expect(scores.get(0)).toBeGreaterThan(6200)
    expect(scores.get(1)).toBeLessThan(4500)
  })

  test('items below a heading speak of its entity, up to the next heading', () => {
    const [acme, bolt] = judge(answer, 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(neutral)
    expect(bolt).toBeLessThan(3500)
  })

  test('a heading of something else ends the item', () => {
    expect(score('Acme One\nReliable\nOther Brand Nine\nTerrible')).toBeGreaterThan(6000)
  })

  test('what stands below "Pros" is praise and below "Cons" criticism, whatever the words', () => {
    expect(score('Acme One\nPros:\nBuilt-in grinder\nGlass jar')).toBe(6250)
    expect(score('Acme One\nCons:\nPlastic jar\nBest for Apple users')).toBe(3750)
    expect(score('Acme One\nWeaknesses: the catalogue changes')).toBe(3750)
    expect(score("Acme One\nWhy it's great: two jars")).toBe(6250)
    expect(score('Acme One: two jars Cons: no lid')).toBe(3750)
  })

  test('a label holds for its own line, or for those below it when it stands alone', () => {
    expect(score('Acme One\nCons: plastic jar\nA reliable motor')).toBeGreaterThan(5000)
    expect(score('Acme One\nCons\nA reliable motor')).toBe(3750)
    expect(score('Acme One\nPros\nTwo jars\nCons\nNo lid')).toBe(neutral)
  })

  test('in a labelled line others are only compared with', () => {
    const [acme, bolt] = judge('Acme One\nCons: Not as reliable as Bolt', 'Acme', 'Bolt')
    expect(acme).toBeLessThan(4000)
    expect(bolt).toBeGreaterThan(neutral)
    expect(judge('Acme One\nCons\nFew apps for Bolt', 'Acme', 'Bolt')).toEqual([3750, neutral])
  })

  test('a heading that praises its section speaks of each item', () => {
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

  test('an attribute that names an entity says nothing of it', () => {
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

  test('items are told apart without line breaks', () => {
    const [acme, bolt] = judge(flattened, 'Acme', 'Bolt')
    expect(acme).toBeGreaterThan(7000)
    expect(bolt).toBeLessThan(acme ?? 0)
  })

  test('a no-break space before a capital separates parts, one in a unit does not', () => {
    expect(score('Acme One: two jars\u00a0Coros Pace 3 is terrible')).toBe(neutral)
    expect(score('Acme One: weighs 3\u00a0kg and is reliable')).toBeGreaterThan(6000)
  })

  test('an item that is not asked about speaks of nobody', () => {
    expect(score('Acme One: A reliable watch.Cord Pace 3: A terrible, flimsy watch.')).toBe(
      score('Acme One: A reliable watch.'),
    )
  })

  test("the interface's own text is not judged", () => {
    const footer =
      'AI responses may include mistakes. Learn moreThank youYour feedback helps Google improve greatly.'
    expect(score(`Nothing here.\u00a0${footer}`, 'Google')).toBe(neutral)
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

describe('news of several', () => {
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
