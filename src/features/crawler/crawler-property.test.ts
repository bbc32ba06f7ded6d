import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Taken } from '../../testing/crawler/logs.ts'
import {
  lastDay,
  listedAt,
  listedNetwork,
  periodRequest,
  type RandomVisits,
  randomVisits,
  visitRequest,
} from '../../testing/crawler/random-visits.ts'
import {
  isOn,
  isReal,
  matching,
  periodOf,
  type ReferenceVisit,
  referencePages,
  referenceSummary,
  referenceTrend,
  referenceVisit,
  referenceWebsite,
} from '../../testing/crawler/reference-visits.ts'
import { makeKey } from '../../testing/fixture.ts'
import { inForm } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage, queryOf } from '../../testing/visibility/ask.ts'

interface Fixture {
  brandId: string
  made: RandomVisits
  visits: ReferenceVisit[]
}

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? inForm(6, 35))
let test: TestApp
let key: string
let workspaceId: string
let fixtures: Fixture[]

beforeAll(async () => {
  console.log(`crawler-property: TEST_SEED=${seed}`)
  test = await startTestApp({ BOT_HOST_NAMES: 'ignore', RESULT_CACHE_MEGABYTES: '0' })
  test.setNow(`${lastDay}T12:00:00Z`)
  const folder = join(test.directory, 'bot-ranges')
  mkdirSync(folder)
  const file = join(folder, 'gptbot.json')
  writeFileSync(file, JSON.stringify({ addresses: [listedNetwork] }))
  utimesSync(file, new Date(listedAt), new Date(listedAt))
  workspaceId = (await test.operate('create-workspace', { name: 'W' })).id
  key = await makeKey(test, workspaceId)
  const sizes = [
    [0, 3],
    [15, 30],
    [150, 200],
  ] as const
  const samples = sizes.flatMap(([least, most], index) =>
    fc.sample(randomVisits(least, most), { seed: seed + index, numRuns: 1 }),
  )
  fixtures = await Promise.all(samples.map(build))
})
afterAll(() => test.close())

async function build(made: RandomVisits): Promise<Fixture> {
  const domain: Record<string, string> = made.domain === null ? {} : { domain: made.domain }
  const brand = await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme', ...domain })
  const brand_id = brand.id
  const lines = made.visits.map(({ atMs, bot, address, host, path, status }, number) => {
    const target = path.sent === null ? {} : { path: `${path.sent}?n=${number}` }
    const ts = new Date(atMs).toISOString()
    return `${JSON.stringify({ ts, user_agent: bot.agent, ip: address, host, status, ...target })}\n`
  })
  // In three imports, each of which repeats the lines of the previous one.
  for (const share of [0.3, 0.6, 1]) {
    const log = lines.slice(0, Math.ceil(lines.length * share)).join('')
    const { rejected, ignored } = await test.operate<Taken>('import-crawler-logs', { brand_id, format: 'json' }, log)
    expect([rejected, ignored]).toEqual([0, 0])
  }
  const answers = made.answers.map(({ engine, atMs, cited }, number) => ({
    id: String(number),
    prompt: 'Which?',
    engine,
    executed_at: new Date(atMs).toISOString(),
    answer: 'Acme.',
    citations: cited.map((url) => ({ url })),
  }))
  const file = answers.map((answer) => `${JSON.stringify(answer)}\n`).join('')
  await test.operate('import-answers', { brand_id }, file)
  return { brandId: brand_id, made, visits: made.visits.map((visit) => referenceVisit(made, visit)) }
}

/** Checks the property for each fixture with many requests. */
async function holds<T>(request: fc.Arbitrary<T>, matches: (fixture: Fixture, asked: T) => Promise<void>) {
  for (const fixture of fixtures) {
    const property = fc.asyncProperty(request, (asked) => matches(fixture, asked))
    await fc.assert(property, { seed, numRuns: requests })
  }
}

/** Visits of the same moment have a stable order, but no defined one. */
const sorted = <T extends object>(rows: readonly T[]) => rows.map((row) => JSON.stringify(row)).sort()

it('lists the same visits as the reference implementation, newest first', async () => {
  const limit = fc.integer({ min: 3, max: 100 })
  await holds(fc.tuple(visitRequest, limit), async ({ brandId, visits }, [request, size]) => {
    const path = `/v1/brands/${brandId}/crawler/logs?${queryOf(request)}`
    const { data, meta } = await askAll(test, key, path, size)
    const shown = data as { id: string; ts: string }[]
    const period = periodOf(request)
    expect(meta).toEqual({ period, timezone: 'UTC' })
    const times = shown.map(({ ts }) => ts)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
    const expected = matching(visits, request)
      .filter(isOn(period))
      .filter(isReal)
      .map(({ ts, bot_name, bot_category, path, domain, verdict }) => ({
        ...{ ts, bot_name, bot_category, path, domain },
        verified_by: verdict === 'verified' ? 'address' : null,
      }))
    expect(sorted(shown.map(({ id: _, ...row }) => row))).toEqual(sorted(expected))
  })
})

interface SummaryPage {
  domain: string | null
  path: string | null
}

it('sums up visits as the reference implementation does, even while a batch is being written', async () => {
  const { db } = test.app.services
  await holds(fc.tuple(visitRequest, fc.boolean()), async ({ brandId, visits }, [request, isPending]) => {
    await db.updateTable('brands').set({ visits_pending: isPending }).where('id', '=', brandId).execute()
    const path = `/v1/brands/${brandId}/crawler/summary?${queryOf(request)}`
    const { pages, brand_id, timezone, ...rest } = (await askPage(test, key, path)).body.data as Record<string, unknown>
    expect({ brand_id, timezone }).toEqual({ brand_id: brandId, timezone: 'UTC' })
    expect(rest).toEqual(referenceSummary(visits, request))
    const expected = referencePages(visits, request)
    const shown = (pages as SummaryPage[]).map(({ domain, path: at, ...figures }) => {
      const page = expected.find(({ own }) => own.some((visit) => visit.domain === domain && visit.path === at))
      expect(figures).toEqual({
        visits: page?.visits,
        errors: page?.errors,
        error_share_pct: page?.error_share_pct,
        last_visit_at: page?.last_visit_at,
      })
      return page
    })
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.map((page) => page?.visits)).toEqual(expected.slice(0, 20).map((page) => page.visits))
  })
})

it('counts each bot over time as the reference implementation does, even while a batch is being written', async () => {
  const { db } = test.app.services
  const interval = fc.constantFrom(undefined, 'day', 'week', 'month')
  const asked = fc.tuple(visitRequest, interval, fc.boolean())
  await holds(asked, async ({ brandId, visits }, [request, every, isPending]) => {
    await db.updateTable('brands').set({ visits_pending: isPending }).where('id', '=', brandId).execute()
    const query = `${queryOf(request)}${every === undefined ? '' : `&interval=${every}`}`
    const { body } = await askPage(test, key, `/v1/brands/${brandId}/crawler/trend?${query}`)
    expect(body.data).toEqual({
      brand_id: brandId,
      ...referenceTrend(visits, { ...request, interval: every }),
    })
  })
})

it('lists the same pages as the reference implementation', async () => {
  const presence = fc.option(fc.boolean(), { nil: undefined })
  const request = fc.tuple(periodRequest, presence, presence, fc.integer({ min: 3, max: 30 }))
  await holds(request, async ({ brandId, made, visits }, [period, visited, cited, size]) => {
    const asked = {
      ...period,
      ...(visited === undefined ? {} : { visited }),
      ...(cited === undefined ? {} : { cited }),
    }
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    const path = `/v1/brands/${brandId}/website/pages?${query}`
    const { data, meta } = await askAll(test, key, path, size)
    const expected = referenceWebsite(made, visits, asked)
    expect(meta).toEqual({ brand_id: brandId, period: periodOf(asked), total: expected.length })
    const rows = data as { page_id: string; domain: string; path: string; url: string }[]
    expect(rows.map(({ page_id: _, domain: _d, path: _p, ...row }) => row)).toEqual(expected)
    expect(new Set(rows.map(({ page_id }) => page_id)).size).toBe(rows.length)
    for (const { url, domain, path: shownPath } of rows) expect(url).toMatch(`://${domain}${shownPath}`)
  })
})
