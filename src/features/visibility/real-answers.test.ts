import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProductBenchAnswer, productBench } from '../../testing/product-bench.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { readVisibleText } from '../answers/reading/text/visible-text.ts'
import { askAll, type Endpoint, pathOf, queryOf } from './testing/ask.ts'
import { addCompetitor, makeBrand } from './testing/make-brand.ts'
import {
  type PlainBrand,
  type PlainEntity,
  type PlainMention,
  type PlainRequest,
  plainEngines,
  plainRankings,
} from './testing/plain-metrics.ts'
import { storedSentiments, tagsOf, topicsOf } from './testing/stored.ts'

const brandName = 'Samsung'
const competitors = 'Sony Dell HP ASUS Apple Garmin Ninja Breville Philips LG Anker Dyson'.split(' ')
const today = '2025-05-26'
const answers = productBench()

let test: TestApp
let key: string
let brand: PlainBrand
let topicIds: string[]
let tagIds: string[]

describe.skipIf(answers === undefined)('528 real answers', () => {
  beforeAll(async () => {
    test = await startTestApp()
    test.setNow(`${today}T00:00:00Z`)
    await importBench(answers as ProductBenchAnswer[])
  })
  afterAll(() => test.close())

  const endpoints: [Endpoint, typeof plainRankings | typeof plainEngines][] = [
    ['competitors/rankings', plainRankings],
    ['visibility/engines', plainEngines],
  ]
  const secondRun = { start_date: '2025-05-25', end_date: '2025-05-25', compare_to_previous: true }
  const periods: PlainRequest[] = [{}, secondRun, { ...secondRun, start_date: '2025-05-24' }]

  it.each(endpoints)('give the figures of the plain reading: %s', async (endpoint, plain) => {
    const filters: PlainRequest[] = [
      {},
      { engine: ['chatgpt'] },
      { engine: ['google-ai-mode', 'claude'] },
      { country: ['US'] },
      { country: ['DE', 'FR'] },
      ...tagIds.map((id) => ({ tag_id: [id] })),
      ...(['all', 'exclude_any', 'exclude_all'] as const).flatMap((tag_match_mode) => [
        { tag_id: tagIds, tag_match_mode },
        { tag_id: tagIds.slice(1), tag_match_mode },
      ]),
      ...topicIds.map((id) => ({ topic_id: [id] })),
      { topic_id: topicIds.slice(5, 9), tag_id: tagIds.slice(1) },
    ]
    let named = 0
    for (const period of periods)
      for (const filter of filters) {
        const { engine, ...rest } = filter
        if (endpoint === 'visibility/engines' && engine !== undefined) continue
        const request = endpoint === 'visibility/engines' ? { ...rest, top_competitors: 12 } : filter
        const asked = { ...period, ...request }
        const shown = await askAll(test, key, pathOf(brand.id, endpoint, queryOf(asked)))
        expect(shown, queryOf(asked)).toEqual(plain(brand, asked, today))
        named += JSON.stringify(shown).split('Garmin').length - 1
      }
    expect(named).toBeGreaterThan(periods.length * 10)
  })

  it('name who leads', async () => {
    const { data } = await askAll(test, key, pathOf(brand.id, 'visibility/engines'))
    expect(data).toMatchObject([
      { engine: 'chatgpt', executions: 264, brand: { name: brandName } },
      { engine: 'google-ai-mode', executions: 264, brand: { name: brandName } },
    ])
  })
})

async function importBench(lines: ProductBenchAnswer[]): Promise<void> {
  const made = await makeBrand(test, brandName)
  key = made.key
  const entities: PlainEntity[] = [{ id: made.brandId, name: brandName, isOurBrand: true }]
  for (const name of competitors) {
    const domain = { primary_url: `https://www.${name.toLowerCase()}.com` }
    entities.push({ id: await addCompetitor(test, made.brandId, name, domain), name, isOurBrand: false })
  }
  const result = await test.operate('import-answers', { brand_id: made.brandId }, answersFile(lines))
  expect(result).toMatchObject({ imported: lines.length, duplicates: 0, rejected: 0 })

  const topics = await topicsOf(test, made.brandId, key)
  const tags = await tagsOf(test, made.brandId, key)
  const sentimentOf = await storedSentiments(test, made.brandId)
  topicIds = topics.list.map((topic) => topic.id)
  tagIds = [...tags.values()]
  brand = {
    id: made.brandId,
    entities,
    topics: topics.list,
    answers: lines.map((line) => ({
      day: line.executed_at.slice(0, 10),
      engine: line.engine,
      country: 'US',
      prompt: {
        topicId: topics.idOf(line.topic) as string,
        tagIds: line.tags.map((tag) => tags.get(tag) as string),
      },
      mentions: plainMentions(readVisibleText(line.answer).text, entities, (id) => sentimentOf(line.id, id)),
    })),
  }
}

/** Whole words that are a name, in any letter case: one regular expression for each. */
function plainMentions(
  text: string,
  entities: readonly PlainEntity[],
  sentimentOf: (entityId: string) => number,
): PlainMention[] {
  return entities.flatMap(({ id, name }) => {
    const wholeWord = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}_])${name}(?![\\p{L}\\p{N}\\p{M}_])`, 'giu')
    const [first, ...others] = text.matchAll(wholeWord)
    if (first === undefined) return []
    return { entityId: id, count: 1 + others.length, first: first.index, sentiment: sentimentOf(id) }
  })
}
