import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDemo } from '../../../demo/load-demo.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { citationId } from '../citations/index.ts'

interface Opportunity {
  category: string
  kind: string
  topic: { id: string; name: string } | null
  title: string
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own evidence
  evidence: Record<string, any>
  expected_reach: number
  state: string
}

// biome-ignore lint/suspicious/noExplicitAny: rows of many endpoints
type Row = Record<string, any>

let test: TestApp
let key: string
let brandId: string
let opportunities: Opportunity[]

beforeAll(async () => {
  test = await startTestApp({ READS_PER_MINUTE: '100000' })
  test.setNow('2026-06-15T12:00:00Z')
  const welcome = await (await openDemo(test.app.services)).welcome('')
  const [, secret = '', id = ''] = /Bearer (\S+)' '\/v1\/brands\/([^/]+)\//.exec(welcome) ?? []
  ;[key, brandId] = [secret, id]
  opportunities = (await read('opportunities')) as Opportunity[]
})
afterAll(() => test.close())

/** The dates of scanned pages, by citation id. */
async function readScans(): Promise<Map<string, string>> {
  const scans = await test.app.services.clickhouse.query<{ page: string; dated: string }>(
    sql`SELECT page, toString(dated_at) AS dated FROM page_scans WHERE brand_id = ${brandId} AND outcome = 'read'`,
  )
  return new Map(scans.map(({ page, dated }) => [citationId(brandId, page), toTimestamp(dated)]))
}

/** All rows of a list, across its pages. */
async function read(path: string): Promise<Row[]> {
  const rows: Row[] = []
  const whole = `${path}${path.includes('?') ? '&' : '?'}limit=100`
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await readOne(cursor === '' ? whole : `${whole}&cursor=${encodeURIComponent(cursor)}`)
    rows.push(...page.data)
    cursor = page.pagination.next_cursor
  }
  return rows
}

async function readOne(path: string): Promise<Row> {
  const { status, body } = await test.get(`/v1/brands/${brandId}/${path}`, key)
  expect(status).toBe(200)
  return body as Row
}

const ofKind = (kind: string) => {
  const found = opportunities.filter((row) => row.kind === kind)
  expect([kind, found.length]).not.toEqual([kind, 0])
  return found
}
const daysOf = ({ evidence }: Opportunity) => `start_date=${evidence.start_date}&end_date=${evidence.end_date}`
const sum = (rows: Row[], field: string) => rows.reduce((total, row) => total + row[field], 0)

it('the demo has only the kinds of opportunities that are verified here', () => {
  const verified = [
    'competitor_leads_topic',
    'prompt_without_brand',
    'prompts_without_brand',
    'outdated_page',
    'mentioned_without_citation',
    'absent_from_community',
    'absent_from_review_site',
    'absent_from_site',
  ]
  expect(opportunities.filter(({ kind }) => !verified.includes(kind))).toEqual([])
  for (const { evidence } of opportunities)
    expect([evidence.start_date, evidence.end_date]).toEqual(['2026-05-17', '2026-06-15'])
})

it('topics led by a competitor match the scoreboard and its metrics', async () => {
  const scoreboard = await read('topics/scoreboard')
  const behind = scoreboard.filter((row) => row.has_enough_data && row.gap_pts > 0)
  const found = ofKind('competitor_leads_topic')
  // Without leads that can be chance.
  expect(found.length).toBeLessThan(behind.length)
  for (const opportunity of found) {
    const { evidence, topic, expected_reach } = opportunity
    const row = behind.find(({ topic_id }) => topic_id === topic?.id) as Row
    for (const field of [
      'visibility_pct',
      'top_competitor_id',
      'top_competitor_name',
      'top_competitor_visibility_pct',
      'prompt_count',
      'citation_count',
    ])
      expect([topic?.name, field, evidence[field]]).toEqual([topic?.name, field, row[field]])
    const rankings = await readOne(`competitors/rankings?topic_id=${topic?.id}&${daysOf(opportunity)}`)
    expect(evidence.executions).toBe(rankings.meta.executions)
    const naming = Math.round((row.visibility_pct * rankings.meta.executions) / 100)
    expect(expected_reach).toBe(rankings.meta.executions - naming)
  }
})

it('prompts without the brand are in one opportunity of their topic, unless a led topic covers them', async () => {
  const found = opportunities.filter(({ kind }) => kind.endsWith('without_brand'))
  const led = new Set(ofKind('competitor_leads_topic').map(({ topic }) => topic?.id))
  const scoreboard = await read('topics/scoreboard')
  const parentOf = new Map(scoreboard.map((row) => [row.topic_id, row.parent_topic_id]))
  const isLed = (id: string) => led.has(id) || led.has(parentOf.get(id))
  const covered = new Map<string, Opportunity>(
    found.flatMap((one) => one.evidence.prompts.map(({ id }: Row) => [id, one] as const)),
  )
  for (const { id, is_active, topic_id } of await read('prompts')) {
    const answers = await read(`executions?prompt_id=${id}&start_date=2026-05-17&end_date=2026-06-15`)
    const shown = covered.get(id)
    const names = answers.flatMap((row) => row.mentioned_competitors as string[])
    const most = Math.max(0, ...[...Map.groupBy(names, (name) => name).values()].map((own) => own.length))
    const isUnnamed = is_active && most > 0 && !answers.some((row) => row.brand_mentioned) && !isLed(topic_id)
    if (shown === undefined) {
      // Four of four answers cannot be chance, and one or two can.
      expect([id, isUnnamed && answers.length > 3 && most === answers.length]).toEqual([id, false])
      continue
    }
    expect([id, isUnnamed, most > 2]).toEqual([id, true, true])
    expect(shown.topic?.id).toBe(topic_id)
    expect(shown.evidence.prompts).toContainEqual(
      expect.objectContaining({ id, executions: answers.length, without_brand: answers.length }),
    )
  }
  const topics = found.map(({ topic }) => topic?.id)
  expect(new Set(topics).size).toBe(topics.length)
})

it('outdated pages belong to the brand and match the citations and their page dates', async () => {
  const scans = await readScans()
  for (const opportunity of ofKind('outdated_page')) {
    const { evidence, expected_reach } = opportunity
    const cited = await read(`citations?${daysOf(opportunity)}`)
    const row = cited.find(({ citation_id }) => citation_id === evidence.citation_id)
    expect(row).toMatchObject({ url: evidence.url, citation_count: evidence.citation_count })
    expect(expected_reach).toBe(evidence.citation_count)
    expect(scans.get(evidence.citation_id)).toBe(evidence.dated_at)
    expect(evidence.dated_at < '2025-06-15T12:00:00.000Z').toBe(true)
  }
})

it('topics without citations match the answers, counted one by one', async () => {
  const { db, clickhouse } = test.app.services
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirstOrThrow()
  const answers = await clickhouse.query<{ prompt: number; entities: number[]; domains: string[] }>(
    sql`SELECT prompt, mentions.entity AS entities, citations.domain AS domains FROM readings
      WHERE brand_id = ${brandId} AND version = ${brand.reading_version} AND executed_at >= toDateTime('2026-05-17', 'UTC')`,
  )
  const numbers = await db.selectFrom('prompts').select(['id', 'number']).where('brand_id', '=', brandId).execute()
  const found = ofKind('mentioned_without_citation')
  for (const { evidence, topic, expected_reach } of found) {
    const onTopic = new Set((await read(`prompts?topic_id=${topic?.id}`)).map(({ id }) => id))
    const prompts = new Set(numbers.filter(({ id }) => onTopic.has(id)).map(({ number }) => number))
    const mentioning = answers.filter(
      ({ prompt, entities, domains }) => prompts.has(prompt) && entities.includes(1) && domains.length > 0,
    )
    const citing = (domain: string | null) => mentioning.filter(({ domains }) => domains.includes(domain ?? '')).length
    expect(evidence).toMatchObject({
      mentioning_answers: mentioning.length,
      own_site_answers: citing(brand.primary_domain),
      competitor_site_answers: citing(evidence.domain),
    })
    expect(expected_reach).toBe(mentioning.length - citing(brand.primary_domain))
  }
  expect(new Set(found.map(({ topic }) => topic?.id)).size).toBe(found.length)
})

it('platforms match the citations on their topic and the scanned pages', async () => {
  const scans = await readScans()
  const platforms = opportunities.filter(({ category }) => category === 'platform')
  expect(platforms.length).toBeGreaterThan(0)
  for (const opportunity of platforms) {
    const { evidence, kind, topic, expected_reach } = opportunity
    const filter = kind === 'absent_from_site' ? '' : `topic_id=${topic?.id}&`
    const onTopic = await read(`citations?${filter}${daysOf(opportunity)}`)
    const cited = onTopic.filter(
      ({ domain, url }) => domain === evidence.domain || new URL(url).hostname === evidence.domain,
    )
    expect([evidence.domain, sum(cited, 'citation_count')]).toEqual([evidence.domain, evidence.citation_count])
    expect(expected_reach).toBe(evidence.citation_count)
    expect(evidence.pages_cited).toBe(cited.length)
    expect(evidence.pages_read).toBe(cited.filter(({ citation_id }) => scans.has(citation_id)).length)
    expect(evidence.urls.every((url: string) => cited.some((row) => row.url === url))).toBe(true)
  }
})

it('the scoreboard counts the open opportunities of each topic', async () => {
  const scoreboard = await read('topics/scoreboard')
  const rootOf = new Map(scoreboard.map((row) => [row.topic_id, row.parent_topic_id]))
  for (const row of scoreboard) {
    const own = opportunities.filter(
      ({ topic, state }) => state === 'open' && [topic?.id, rootOf.get(topic?.id)].includes(row.topic_id),
    )
    const content = own.filter(({ category }) => category === 'content')
    expect([row.topic_name, row.open_task_count]).toEqual([row.topic_name, own.length])
    expect([row.topic_name, row.open_content_actions]).toEqual([row.topic_name, content.length])
  }
})
