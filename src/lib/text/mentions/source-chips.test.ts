import { describe, expect, it } from 'vitest'
import { compileMentionFinder } from './mention-finder.ts'
import { sourceChips } from './source-chips.ts'

const chipsOf = (text: string) => sourceChips(text).map(({ start, end }) => text.slice(start, end))

describe('source chips', () => {
  it.each<[string, string[]]>([
    ['It is lightweight.rei+2 Great for trails', ['rei+2']],
    ['It is lightweight.rei+2\u200b Great', ['rei+2']],
    ['a fine shoe.nike+1', ['nike+1']],
    ['a fine shoe .nike+1', ['nike+1']],
    ['bis hin zu (TRX).reddit+2 Danach', ['reddit+2']],
    ['so fast.docs.aws.amazon+3 Next', ['docs.aws.amazon+3']],
    ['watch it.youtube+2youtube', ['youtube+2']],
    ['is good. Tom’s Guide+1', ['Tom’s Guide+1']],
    ["Tom's Guide+1\nNext", ["Tom's Guide+1"]],
    ['is good.Tom’s Guide+14Future AGI+14Techjockey+14.', ['Tom’s Guide+14', 'Future AGI+14', 'Techjockey+14']],
    ['own infrastructure Tom’s Guide+14.', ['Tom’s Guide+14']],
    ['one of them blog.kowalczyk.info+2 and', ['kowalczyk.info+2']],
    ['as follows: U.S. News & World Report+2', ['News & World Report+2']],
    ['Super+2Reddit+2blog.kowalczyk.info+2', ['Super+2', 'Reddit+2', 'blog.kowalczyk.info+2']],
    ['so it is.\nTechRadar\n+1\nUse it', ['TechRadar\n+1']],
    ['Mouseflow\n+3\nPC Mag\n+3\n', ['Mouseflow\n+3', 'PC Mag\n+3']],
    ['non-negotiable. TechRadar +1 Use', ['TechRadar +1']],
    ['很好 GitHub+2。', ['GitHub+2']],
    ['with the Dyson V15 RTINGS+2', ['RTINGS+2']],
  ])('are found in %j', (text, chips) => {
    expect(chipsOf(text)).toEqual(chips)
  })

  it.each([
    'Nike+3% Apple+2.3 Sony+1,000',
    'Galaxy S24+256GB and Disney+2024',
    'Gainers: Nike +3 Adidas +1',
    'Apple TV+ 3 months, Canal+',
    '2+2 is 4, +49 30 123',
    'Nike+0 Nike+-1',
    'Samsung\n+12 % more',
  ])('are not found in %j', (text) => {
    expect(chipsOf(text)).toEqual([])
  })

  it.each<[string, string, string[]]>([
    ['REI', 'It is lightweight.rei+2 Great, says REI', ['REI']],
    ['Nike', 'a fine shoe .nike+1', []],
    ["Tom's Guide", 'good.Tom’s Guide+1', []],
    ['Guide', 'It is good. Tom’s Guide+1', []],
    ['Google', 'so fast.Google Developers Blog+1', []],
    ['Sony', 'made by Sony.TechRadar+2', ['Sony']],
    ['Sony', 'Sony\nWhat Hi-Fi\n+2\nSony', ['Sony', 'Sony']],
    ['Nike', 'Nike+3%, Nike +2.5', ['Nike', 'Nike']],
    ['Disney+', 'Disney+ and Disney+1', ['Disney+']],
  ])('are not mentions: %j in %j', (name, text, found) => {
    const find = compileMentionFinder([{ entity: 0, names: [name], domain: null, caseSensitive: false }])
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual(found)
  })

  it('are found in linear time', () => {
    for (const piece of ['+1', 'a+1', 'A A+1', 'Aa+1b', '.a+1', '\n+1', ' +1'])
      expect(() => sourceChips(piece.repeat(2 ** 18))).not.toThrow()
  })
})
