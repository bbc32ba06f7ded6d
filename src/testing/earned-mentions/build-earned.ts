import { type PageScan, storeScans } from '../../features/earned-mentions/index.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, type TestApp } from '../test-app.ts'
import { addCompetitor, makeBrand } from '../visibility/make-brand.ts'
import { promptIdOf, topicsOf } from '../visibility/stored.ts'
import {
  competitorNames,
  domainOf,
  domainOnlyCompetitor,
  type EarnedFixture,
  type FixtureScan,
  fixturePages,
  fixtureTopics,
  inactiveCompetitor,
  ownDomain,
  ownName,
} from './earned-fixture.ts'
import { type BuiltFixture, citedAt, scannedAt } from './reference-earned.ts'

/** Builds a fixture through the program. */
export async function buildEarned(test: TestApp, fixture: EarnedFixture): Promise<BuiltFixture> {
  const { brandId, key } = await makeBrand(test, ownName)
  await test.operate('update-brand', { brand_id: brandId, domain: ownDomain })
  const competitors = new Map<string, string>()
  for (const name of competitorNames) {
    const site = {
      primary_url: `https://${domainOf(name)}`,
      match_require_domain: String(name === domainOnlyCompetitor),
    }
    competitors.set(name, await addCompetitor(test, brandId, name, site))
  }
  const named = fixtureTopics.map((topic) => ({ topic, engine: 'claude', daysBefore: 0, pages: [] }))
  const lines = [...named, ...fixture.answers].map(({ topic, engine, daysBefore, pages }, index) => ({
    id: `answer ${index}`,
    prompt: `About ${topic}?`,
    topic,
    engine,
    executed_at: citedAt(daysBefore),
    answer: 'Somebody.',
    citations: pages.map((page) => ({ url: fixturePages[page]?.url })),
  }))
  const half = Math.floor(lines.length / 2)
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines.slice(0, half)))
  // In rounds, so that each scan replaces the previous one.
  for (let round = 0; round < 3; round += 1) {
    const scans = fixture.scans.flatMap((ofPage, page) => {
      const scan = ofPage[round]
      return scan === undefined ? [] : [scanOf(fixturePages[page]?.url as string, scan)]
    })
    await storeScans(test.app.services, brandId, scans)
  }
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines.slice(half)))
  const off = { competitor_id: competitors.get(inactiveCompetitor) as string, is_active: 'false' }
  await test.operate('update-competitor', { brand_id: brandId, ...off })
  for (const topic of fixture.deletedTopics) {
    const prompt_id = await promptIdOf(test, brandId, `About ${topic}?`)
    await test.operate('delete-prompt', { brand_id: brandId, prompt_id })
  }
  await test.historyIsRead()
  const { idOf } = await topicsOf(test, brandId, key)
  const topics = new Map(fixtureTopics.map((path) => [path, idOf(path) as string]))
  const prompts = new Map<string, string>()
  for (const path of fixtureTopics.filter((topic) => !fixture.deletedTopics.includes(topic)))
    prompts.set(path, await promptIdOf(test, brandId, `About ${path}?`))
  return { fixture, brandId, key, competitors, topics, prompts, numberOf: await numbersOf(test) }
}

function scanOf(url: string, { outcome, minute, words, published, ...scan }: FixtureScan): PageScan {
  const triedAt = new Date(scannedAt(minute))
  if (outcome !== 'read') return { url, triedAt, result: { outcome, problem: 'made up' } }
  const { title, authors, outlet, links } = scan
  const publishedAt = published === undefined ? undefined : new Date(published)
  const about = { title, authors, outlet, links, publishedAt, datedAt: undefined }
  const result = { ...about, language: '', content: words.join(' ') }
  return { url, triedAt, result }
}

/** The store's numbers for pages. */
async function numbersOf(test: TestApp): Promise<Map<string, bigint>> {
  const urls = fixturePages.map(({ url }) => url)
  const rows = await test.app.services.clickhouse.query<{ numbers: string[] }>(
    sql`SELECT arrayMap(page -> toString(cityHash64(page)), ${urls.map(pageKey)}) AS numbers`,
  )
  return new Map(urls.map((url, index) => [url, BigInt(rows[0]?.numbers[index] as string)]))
}
