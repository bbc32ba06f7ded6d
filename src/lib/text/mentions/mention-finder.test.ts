import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inForm } from '../../../testing/forms.ts'
import { testData } from '../../../testing/test-data.ts'
import { compileMentionFinder, type FinderEntity, type Hit } from './mention-finder.ts'

function entity(number: number, names: string[], domain: string | null = null, caseSensitive = false): FinderEntity {
  return { entity: number, names, domain, caseSensitive }
}

/** Returns the mentions of one entity in a text. */
function mentions(names: string[], text: string, domain: string | null = null, caseSensitive = false): string[] {
  const find = compileMentionFinder([entity(0, names, domain, caseSensitive)])
  return find(text).map((hit) => text.slice(hit.start, hit.end))
}

/** [name, text, mentions] */
type Case = [string, string, string[]]

const separators: Case[] = [
  ['Coca-Cola', 'Coca Cola, Coca-Cola, Coca–Cola', ['Coca Cola', 'Coca-Cola', 'Coca–Cola']],
  ['Coca-Cola', 'CocaCola, Coca·Cola, Coca.Cola', ['CocaCola', 'Coca·Cola', 'Coca.Cola']],
  ['Coca Cola', 'COCA\u00a0COLA coca   cola Coca‑Cola', ['COCA\u00a0COLA', 'coca   cola', 'Coca‑Cola']],
  ['T-Mobile', 'T Mobile, TMobile', ['T Mobile', 'TMobile']],
  ['Facebook', 'a face book, face-book', []],
  ['Capital One', 'lots of capital. One of them', []],
  ['Capital One', 'lots of capital – one of them, capital, one', []],
  ['Capital One', 'Capital\nOne', []],
  ['Dr Pepper', 'A Dr. Pepper!', ['Dr. Pepper']],
  ['Dr. Pepper', 'Dr Pepper, DrPepper, Dr.Pepper', ['Dr Pepper', 'DrPepper', 'Dr.Pepper']],
  ["Mrs. Meyer's", 'a Mrs. Meyer’s soap', ['Mrs. Meyer’s']],
  ['Foo – Bar', 'Foo – Bar, Foo - Bar, Foo Bar', ['Foo – Bar', 'Foo - Bar', 'Foo Bar']],
  ['Apple Inc.', 'from Apple Inc today', ['Apple Inc']],
  ['U.S. Bank', 'a US Bank, U.S. Bank', ['US Bank', 'U.S. Bank']],
  ['Node.js', 'Node.js, NodeJS; a node. JS', ['Node.js', 'NodeJS']],
  ["Toys 'R' Us", 'Toys R Us, Toys “R” Us, Toys ‘R’ Us', ['Toys R Us', 'Toys “R” Us', 'Toys ‘R’ Us']],
  ['Toys "R" Us', 'Toys “R” Us, Toys "R" Us, ToysRUs', ['Toys “R” Us', 'Toys "R" Us', 'ToysRUs']],
  ['Toys „R“ Us', 'Toys "R" Us; toys „r” us', ['Toys "R" Us', 'toys „r” us']],
  ['Capital One', 'lots of capital "One" and “capital” one', []],
  ['Facebook', 'a face"book', []],
  ['Acme, Inc.', 'Acme, Inc. and Acme Inc, Acme Inc.', ['Acme, Inc', 'Acme Inc', 'Acme Inc']],
  ['Acme Inc', 'from Acme, Inc. and ACME INC.', ['Acme, Inc', 'ACME INC']],
  ['Ben & Jerry Ltd.', 'Ben and Jerry, Ltd', ['Ben and Jerry, Ltd']],
  ['Tyler, The Creator', 'Tyler The Creator, Tyler, the Creator', ['Tyler The Creator', 'Tyler, the Creator']],
  ['Food Co', 'Food, cooking', []],
  ['Briggs & Riley', 'Briggs and Riley, Briggs&Riley', ['Briggs and Riley', 'Briggs&Riley']],
  ['Black and Decker', 'BLACK+DECKER, Black & Decker', ['BLACK+DECKER', 'Black & Decker']],
  ['BLACK+DECKER', 'Black and Decker, Black & Decker', ['Black and Decker', 'Black & Decker']],
  ['H&M', 'H & M, H and M, H&M, H + M, h&amp m', ['H & M', 'H and M', 'H&M', 'H + M']],
  ['H & M', 'H&M at hand, handm', ['H&M']],
  ['P&G', 'P & G, P and G, P&G’s; p and gs, PG', ['P & G', 'P and G', 'P&G']],
  ['H&S', 'hands, H ands, Hand S, H and S', ['H and S']],
  ['Johnson&Johnson', 'Johnson and Johnson, @johnsonandjohnson', ['Johnson and Johnson', 'johnsonandjohnson']],
]

const apostrophes: Case[] = [
  ["De'Longhi", 'De’Longhi, DeLonghi, De Longhi', ['De’Longhi', 'DeLonghi']],
  ['DeLonghi', "De'Longhi", ["De'Longhi"]],
  ["Levi's", 'Levis, LEVI’S', ['Levis', 'LEVI’S']],
  ['McDonalds', 'McDonald’s', ['McDonald’s']],
  ['Shell', "she'll pay at Shell's", ['Shell']],
  ['ITS', "it's its", ['its']],
  ["Paula's Choice", 'Paula´s Choice', ['Paula´s Choice']],
  ['Don', "Don's shop, don't", ['Don']],
  ['S', "it's the S", ['S']],
  ['Apple', "l'Apple, d’Apple, Apple's, Apples'", ['Apple', 'Apple', 'Apple']],
]

const punctuation: Case[] = [
  ['AT&T', 'AT&T, at&t’s, AT T, AT & T', ['AT&T', 'at&t', 'AT & T']],
  ['3M', '3M, a $3M deal, 1.3M, 3M在', ['3M', '3M']],
  ['GPT-4', 'GPT-4.1, GPT-4.', ['GPT-4']],
  ['C++', 'C++, C++17, C, C#', ['C++', 'C++']],
  ['C', 'C++, C#, R&C, vitamin C', ['C']],
  ['Yahoo!', 'Yahoo! Yahoo, yahoo!', ['Yahoo!', 'yahoo!']],
  ['.NET', '.NET, ASP.NET, net, (.net)', ['.NET', '.net']],
  ['X', 'X, x-ray, X/Twitter, XX, X’s', ['X', 'X', 'X']],
  ['[solidcore]', 'at [solidcore]; solidcore', ['[solidcore]']],
  ['!!!', 'the band !!! plays', ['!!!']],
  ['Samsung', '"Samsung" (Samsung) #Samsung @Samsung Samsung® 📱Samsung📱', Array(6).fill('Samsung')],
  ['Samsung Galaxy', 'Samsung® Galaxy, Samsung™Galaxy', ['Samsung® Galaxy', 'Samsung™Galaxy']],
]

const scripts: Case[] = [
  ['Samsung', 'Samsungs xSamsung Samsung2 Samsung_x _Samsung éSamsung Samsungé', []],
  ['Samsung', 'Samsung은 三星Samsung手机 한국Samsung', ['Samsung', 'Samsung', 'Samsung']],
  ['삼성', '삼성은 삼성에서는 삼성, 삼성전자 대삼성', ['삼성', '삼성', '삼성']],
  ['삼성 전자', '삼성전자가', ['삼성전자']],
  ['三星', '我买三星手机,三星三星', ['三星', '三星', '三星']],
  ['アップル', '新しいアップルの', ['アップル']],
  ['アップル', 'アッフ\u309aルの', ['アッフ\u309aル']],
  ['ハハ', 'ババ ハハ ハハ\u3099', ['ハハ']],
  ['แอปเปิล', 'ซื้อแอปเปิลใหม่', ['แอปเปิล']],
  ['Сбер', 'Сбер, Сбербанк, СБЕР', ['Сбер', 'СБЕР']],
  ['टाटा', 'टाटा की, टाटाओं', ['टाटा']],
  ['Müller', 'Mu\u0308ller, MÜLLER, Muller', ['Mu\u0308ller', 'MÜLLER', 'Muller']],
  ['Nestlé', 'NESTLE, Nestle\u0301, Nestlés', ['NESTLE', 'Nestle\u0301']],
  ['𠮷野家', '在𠮷野家吃', ['𠮷野家']],
]

const foldings: Case[] = [
  ['Straße', 'STRASSE, straße, STRAẞE', ['STRASSE', 'straße', 'STRAẞE']],
  ['Ikea', 'İKEA, ıkea, İkea', ['İKEA', 'ıkea', 'İkea']],
  ['ΟΔΟΣ', 'οδος, Οδός', ['οδος', 'Οδός']],
  ['Ørsted', 'Orsted, ØRSTED', ['Orsted', 'ØRSTED']],
  ['Łódź', 'Lodz', ['Lodz']],
  ['Ærø', 'Aero, ÆRØ', ['Aero', 'ÆRØ']],
  ['Samsung', 'Ｓａｍｓｕｎｇ, 𝐒𝐚𝐦𝐬𝐮𝐧𝐠', ['Ｓａｍｓｕｎｇ', '𝐒𝐚𝐦𝐬𝐮𝐧𝐠']],
  ['Fiat', 'ﬁat', ['ﬁat']],
  ['iat', 'ﬁat', []],
  ['Samsung', 'Sam\u200bsung, Sam\u00adsung, \ufeffSamsung\u200d', ['Sam\u200bsung', 'Sam\u00adsung', 'Samsung']],
  ['Sam', 'Sam\u200bsung', []],
  ['バイト', 'ﾊﾞｲﾄ', ['ﾊﾞｲﾄ']],
]

describe('a name in a text', () => {
  it.each(separators)('separators: %j in %j', (name, text, found) => {
    expect(mentions([name], text)).toEqual(found)
  })
  it.each(apostrophes)('apostrophes: %j in %j', (name, text, found) => {
    expect(mentions([name], text)).toEqual(found)
  })
  it.each(punctuation)('punctuation: %j in %j', (name, text, found) => {
    expect(mentions([name], text)).toEqual(found)
  })
  it.each(scripts)('scripts: %j in %j', (name, text, found) => {
    expect(mentions([name], text)).toEqual(found)
  })
  it.each(foldings)('folding: %j in %j', (name, text, found) => {
    expect(mentions([name], text)).toEqual(found)
  })
  it('matches only its own case if case-sensitive, with all other foldings', () => {
    expect(mentions(['Apple', 'Nestlé'], 'apple Apple APPLE Nestle nestlé', null, true)).toEqual(['Apple', 'Nestle'])
    expect(mentions(['Black & Decker'], 'Black and Decker, black and decker', null, true)).toEqual(['Black and Decker'])
    expect(mentions(['Apple'], 'APPLE.COM', 'apple.com', true)).toEqual(['APPLE.COM'])
  })
})

describe('domains', () => {
  it.each<[string, string[]]>([
    ['samsung.com, www.samsung.com, news.Samsung.com.', ['samsung.com', 'samsung.com', 'Samsung.com']],
    ['https://samsung.com/us samsung.com:443 press@samsung.com', Array(3).fill('samsung.com')],
    ['samsung.com在', ['samsung.com']],
    ['samsung.com.Then flattened', ['samsung.com']],
    ['notsamsung.com not-samsung.com samsung.com.evil.org samsung.company samsung.com-x.org', []],
    ['samsung.com@evil.org samsung com samsungcom samsung-com', []],
  ])('samsung.com in %j', (text, found) => {
    expect(mentions([], text, 'samsung.com')).toEqual(found)
  })

  it('are one mention, without a second one for the name inside', () => {
    expect(mentions(['Samsung'], 'see samsung.com and www.samsung.com', 'samsung.com')).toEqual([
      'samsung.com',
      'samsung.com',
    ])
  })

  it.each<[string, string[]]>([
    ['apple-news.example.org example.apple.net apple.org my-apple.com', []],
    ['tim.apple@example.com apple.de@example.com apple@example.com me@apple', []],
    ['apple.de and apple.co.uk', ['apple', 'apple']],
    ['apple.io apple.ai', []],
    ['Apple-like, non-Apple, a lower price.Apple again, Apple.Google', Array(4).fill('Apple')],
    ['@apple Windows/Apple/Linux apple.js', ['apple', 'Apple', 'apple']],
  ])('of other sites do not mention Apple: %j', (text, found) => {
    expect(mentions(['Apple'], text, 'apple.com')).toEqual(found)
  })

  it('mention the entity under any suffix if its domain is unknown', () => {
    expect(mentions(['Apple'], 'apple.org news.apple.org apple.example.org')).toEqual(['apple', 'apple'])
  })

  it('can be the name', () => {
    const text = 'Booking.com, www.booking.com/x, bookings.com, booking.com.evil.org, Monday.com'
    expect(mentions(['Booking.com'], text, 'booking.com')).toEqual(['Booking.com', 'booking.com'])
    expect(mentions(['monday.com'], text)).toEqual(['Monday.com'])
  })

  it('are found in Unicode if given in ASCII', () => {
    expect(mentions([], 'auf müller.de', 'xn--mller-kva.de')).toEqual(['müller.de'])
  })
})

describe('several entities', () => {
  const find = compileMentionFinder([
    entity(3, ['Google Cloud', 'Google Cloud Platform']),
    entity(7, ['Google', 'Alphabet']),
    entity(9, ['Cloud Platform Services']),
    entity(2, ['alphabet']),
  ])
  const found = (text: string) => find(text).map((hit) => [hit.entity, text.slice(hit.start, hit.end)])

  it('finds the leftmost match, then the longest', () => {
    expect(found('Google Cloud Platform Services and Google')).toEqual([
      [3, 'Google Cloud Platform'],
      [7, 'Google'],
    ])
    expect(found('Cloud Platform Services')).toEqual([[9, 'Cloud Platform Services']])
  })

  it('returns all entities with the same name, in order', () => {
    expect(found('ALPHABET')).toEqual([
      [2, 'ALPHABET'],
      [7, 'ALPHABET'],
    ])
  })

  it('counts an entity once per position', () => {
    expect(mentions(['Booking.com', 'booking.com', 'Booking com'], 'booking.com', 'booking.com')).toEqual([
      'booking.com',
    ])
  })

  it('a match in the wrong case hides no other match', () => {
    const both = compileMentionFinder([entity(0, ['Big Apple'], null, true), entity(1, ['apple'])])
    expect(both('big apple')).toEqual([{ entity: 1, start: 4, end: 9 }])
  })

  it('ignores blank names and accepts an empty list of entities', () => {
    expect(compileMentionFinder([])('Samsung')).toEqual([])
    expect(mentions(['', ' ', '...', '\u200b', '--'], 'a ... -- b', ' ')).toEqual([])
  })

  it('supports the maximum number of entities per brand, in any script', () => {
    const names = Array.from({ length: 65535 }, (_, i) =>
      String.fromCharCode(0x4e00 + (i % 9000), 0x4e00 + ((i * 7) % 5000), 0xac00 + (i % 11)),
    )
    const text = names.slice(60000, 60040).join(' ')
    const hits = compileMentionFinder(names.map((name, i) => entity(i, [name])))(text)
    expect(hits.map((hit) => hit.entity)).toEqual(Array.from({ length: 40 }, (_, i) => 60000 + i))
  })
})

// Simple reference implementation: finds the longest name at each position with one regular expression per name.
function referenceHits(names: readonly string[], text: string): Hit[] {
  const fold = (s: string) => s.toLowerCase().replace(/é/g, 'e')
  const folded = fold(text)
  const patterns = names.map((name) => {
    const letters = fold(name).replace(/^[ -]+|[ -]+$/g, '')
    const oneLetter = letters.length === 1
    // Between letters: one separator, nothing, the separator in the name, or a hyphen with a line break.
    const joined = [...letters.matchAll(/([ -]*)([^ -])/g)]
      .map(([, gap = '', letter], i, { length }) => {
        const mayBreak = length >= 5 && i >= 2 && i <= length - 2
        if (gap === '') return mayBreak ? `(?:- +)?${letter}` : letter
        return `(?: +|-|${gap.replace(/ +/g, ' +')}${gap === '-' && mayBreak ? '|- +' : ''})?${letter}`
      })
      .join('')
    const before = oneLetter ? '(?<![\\p{L}_]|[\\p{L}_]-)' : '(?<![\\p{L}_])'
    const after = oneLetter ? '(?![\\p{L}_]|-[\\p{L}_])' : '(?![\\p{L}_])'
    return letters !== '' ? new RegExp(before + joined + after, 'uy') : undefined
  })
  const hits: Hit[] = []
  for (let start = 0; start < text.length; ) {
    const ends = patterns.map((pattern) => {
      if (!pattern) return -1
      pattern.lastIndex = start
      return start + (pattern.exec(folded)?.[0].length ?? -1 - start)
    })
    const end = Math.max(-1, ...ends)
    for (const [i, e] of ends.entries()) if (e === end && end > start) hits.push({ entity: i, start, end })
    start = Math.max(start + 1, end)
  }
  return hits
}

describe('compared with regular expressions', () => {
  const letters = (chars: string, maxLength: number) =>
    fc.array(fc.constantFrom(...chars), { maxLength }).map((parts) => parts.join(''))
  const names = fc.array(letters('aabb -', 6), { minLength: 1, maxLength: 8 })

  it('finds the same nested and overlapping names', () => {
    fc.assert(
      fc.property(names, letters('aaabbbABeé  -,_\n', 40), (given, text) => {
        const find = compileMentionFinder(given.map((name, i) => entity(i, [name])))
        expect(find(text)).toEqual(referenceHits(given, text))
      }),
      { numRuns: inForm(300, 1500) },
    )
  })

  it('finds the same if most states of the automaton have no row', () => {
    // Many distinct symbols make the rows wide and few.
    const filler = Array.from({ length: 8000 }, (_, i) => entity(i + 100, [String.fromCharCode(0x4e00 + i).repeat(2)]))
    const given = ['a b', 'a b a', 'b a b b', 'bab', 'ab ab', 'b', 'abba a']
    const find = compileMentionFinder([...filler, ...given.map((name, i) => entity(i, [name]))])
    fc.assert(
      fc.property(letters('aaabbb  -', 40), (text) => {
        expect(find(text)).toEqual(referenceHits(given, text))
      }),
      { numRuns: inForm(100, 500) },
    )
  })
})

describe('any text', () => {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toUpperCase()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}&]/gu, '')

  it('has sorted, disjoint matches that fold to a name', () => {
    const names = ['fissile', 'ss', 's', 'Éa', 'a & s', 'ﬁ', 'f i']
    const find = compileMentionFinder([entity(0, names)])
    const folded = new Set([...names, 'a and s', 'a + s'].map(plain))
    const piece = fc.constantFrom(
      'ß',
      'ﬁ',
      'ss',
      'e\u0301',
      'É',
      '𝐚',
      'a',
      ' ',
      '&',
      '\u200b',
      '한',
      '😀',
      '\ud835',
      '.',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        let last = 0
        for (const { start, end } of find(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(folded).toContain(plain(text.slice(start, end)))
          last = end
        }
      }),
      { numRuns: inForm(400, 2000) },
    )
  })

  it('never throws, with any names', () => {
    const unit = fc.string({ unit: 'binary', maxLength: 20 })
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 5 }), fc.option(unit), fc.array(unit), (names, domain, parts) => {
        const text = [...names, ...parts, domain ?? ''].join(' ')
        for (const caseSensitive of [false, true]) {
          const find = compileMentionFinder([entity(1, names, domain, caseSensitive)])
          for (const hit of find(text)) expect(hit.end).toBeGreaterThan(hit.start)
        }
      }),
    )
  })

  it('accepts naughty strings as names and texts', ({ skip }) => {
    const path = testData('robustness/blns.json')
    if (!path) return skip()
    const strings: string[] = JSON.parse(readFileSync(path, 'utf8'))
    const find = compileMentionFinder(strings.map((name, i) => entity(i, [name, 'Samsung'], name)))
    for (const text of [...strings, strings.join(' '), strings.join('')]) {
      expect(() => find(text)).not.toThrow()
    }
  })
})
