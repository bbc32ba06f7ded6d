import { describe, expect, it, test } from 'vitest'
import { compileMentionFinder } from './mention-finder.ts'

const entityOf = (entity: number, names: string[], excluded: string[] = [], inContext = false) => ({
  ...{ entity, names, excluded, inContext },
  ...{ domain: null, caseSensitive: false },
})

/** Where the text names the brand; `[…]` marks each place. */
function marked(names: string[], text: string, excluded: string[] = [], inContext = false): string {
  const hits = compileMentionFinder([entityOf(1, names, excluded, inContext)])(text)
  return hits.reduceRight((rest, { start, end }) => {
    return `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`
  }, text)
}

describe('excluded phrases', () => {
  it.each([
    ['Target', ['target audience'], 'Know your target audience. A Target Audience’s needs. [Target] is cheap.'],
    ['Target', ['target audience'], 'the target  audience, target-audience; on [target], an audience of [Target]'],
    ['Apple', ['apple pie', 'Big Apple'], 'An apple pie in the Big Apple by [Apple]'],
    ['Notion', ['no notion'], 'I have no notion. Use [Notion]'],
    ['Square', ['square metres'], '20 square metres, [square] metro'],
    ['Monday', ['Cyber Monday', 'on Monday'], 'On Monday, Cyber Monday; [Monday] has boards'],
    ['기아', ['기아 문제', '기아 대책'], '기아 문제는 심각하다. 기아대책도. [기아]는 자동차 회사'],
    ['대상', ['대상 으로', '수상 대상'], '학생을 대상으로 한다. 수상 대상. [대상]의 청정원'],
    ['苹果', ['苹果汁', '吃苹果'], '苹果汁很好，我吃苹果，[苹果]发布了新手机'],
    ['楽天', ['楽天的', '楽天家'], '楽天的な性格で楽天家。[楽天]で買う'],
    ['オレンジ', ['オレンジ色', 'オレンジジュース'], 'オレンジ色の缶のオレンジジュースを[オレンジ]で契約'],
  ])('%s without %j: %s', (name, excluded, expected) => {
    const text = expected.replace(/[[\]]/g, '')
    expect(marked([name], text, excluded)).toBe(expected)
  })

  it('hide only mentions of the entity that excludes them', () => {
    const text = 'Apple Pie Face'
    const find = compileMentionFinder([
      entityOf(1, ['Apple'], ['apple pie']),
      entityOf(2, ['Pie Face']),
      entityOf(3, ['Apple']),
    ])
    expect(find(text)).toEqual([
      { entity: 3, start: 0, end: 5 },
      { entity: 2, start: 6, end: 14 },
    ])
  })

  it('cover every place of a long text', () => {
    const text = 'apple pie '.repeat(50_000)
    expect(marked(['Apple'], text, ['apple pie', 'pie apple', 'apple pie apple'])).toBe(text)
  })
})

describe('in context, in scripts without spaces, a name is not part of a longer word', () => {
  it.each([
    ['小米', '早上喝小米粥。[小米]手机很好，我用[小米]。'],
    ['小米', '[小米]与华为的对比：[小米]更便宜'],
    ['联想', '我联想到了他。[联想]电脑不错，[联想]是公司'],
    ['聯想', '[聯想]電腦不錯，[联想]也是'],
    ['苹果', '[苹果]发布新手机'],
    ['バイオ', 'バイオリンを弾く。ソニーの[バイオ]は軽い'],
    ['コーチ', '[コーチ]のバッグ'],
    ['花王', '[花王]の洗剤、[花王]は'],
    ['無印良品', '[無印良品]で買う、在[无印良品]买'],
    ['기아', '[기아]는 자동차 회사. 현대와 [기아]의 차'],
  ])('%s: %s', (name, expected) => {
    expect(marked([name], expected.replace(/[[\]]/g, ''), [], true)).toBe(expected)
  })
})

test('traditional and simplified Chinese are the same name', () => {
  expect(marked(['华为', '京东'], '華為和京東，华为与京东')).toBe('[華為]和[京東]，[华为]与[京东]')
  expect(marked(['臺灣大哥大'], '台湾大哥大')).toBe('[台湾大哥大]')
  expect(marked(['騰訊'], '腾讯，馳騁')).toBe('[腾讯]，馳騁')
})
