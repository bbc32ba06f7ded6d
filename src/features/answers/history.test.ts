import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLock } from '../../kernel/brand-lock.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { inForm, longTest } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addCompetitor, beforeHistoryIsRead, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { rankingsOf, visibilities } from '../../testing/visibility/rankings.ts'
import { dropReadings } from './read-history.ts'

const now = '2026-03-02T12:00:00Z'
let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.storedDataIsChecked()
  test.setNow(now)
})
afterAll(() => test.close())

/** Imports one answer per text. */
async function importTexts({ brandId }: MadeBrand, texts: readonly string[], engine = 'chatgpt'): Promise<void> {
  const lines = texts.map((answer, index) => ({
    id: `${engine} ${index} ${answer}`,
    prompt: 'Which?',
    engine,
    executed_at: '2026-03-01T10:00:00Z',
    answer,
  }))
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
}

const change = (brand: MadeBrand, competitorId: string, fields: Record<string, string | boolean | string[]>) =>
  test.operate('update-competitor', { brand_id: brand.brandId, competitor_id: competitorId, ...fields })

/** The newest version of readings, its progress, and the version in use. */
async function readingState({ brandId }: MadeBrand) {
  const { db } = test.app.services
  return db
    .selectFrom('brands')
    .innerJoin('reading_configs', 'reading_configs.brand_id', 'brands.id')
    .select(['version', 'read_seq', 'reading_version', 'ingest_seq'])
    .where('brand_id', '=', brandId)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
}

describe('rereading history', () => {
  it('shows its progress until it is done', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await importTexts(brand, ['Zuvari', 'Zuvari and Bolmex'])
    const { services } = test.app
    await withLock(services, brand.brandId, 'history', async () => {
      await addCompetitor(test, brand.brandId, 'Bolmex')
      expect(await test.operate('list-history-readings')).toEqual([
        {
          brand_id: brand.brandId,
          brand_name: 'Zuvari',
          answers_read: 0,
          answers: 2,
          requested_at: expect.any(String),
        },
      ])
    })
    await test.historyIsRead()
    expect(await test.operate('list-history-readings')).toEqual([])
  })
})

describe('a new competitor', () => {
  it('is listed immediately with null figures, and ranked after history is reread', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await addCompetitor(test, brand.brandId, 'Bolmex')
    await importTexts(brand, ['Bolmex and Zuvari', 'Kentrafo and Zuvari', 'Kentrafo, Kentrafo', 'nobody'])
    const before = await rankingsOf(test, brand)
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      const id = await addCompetitor(test, brand.brandId, 'Kentrafo')

      const meanwhile = await rankingsOf(test, brand)
      expect(meanwhile.slice(0, 2)).toEqual(before)
      const unknown = {
        ...{ visibility_pct: null, market_share_pct: null, sentiment_score: null, avg_rank: null },
        ...{ recommended_pct: null, stance_answers: null },
      }
      expect(meanwhile[2]).toEqual({ rank: 3, id, name: 'Kentrafo', is_our_brand: false, ...unknown })
      const compared = await rankingsOf(test, brand, 'compare_to_previous=true')
      expect(compared[2]).toMatchObject({ previous: null, rank_change: null, visibility_delta: null })
    })
    expect(await rankingsOf(test, brand)).toMatchObject([
      { rank: 1, name: 'Kentrafo', visibility_pct: 50, market_share_pct: 50, avg_rank: 1 },
      { rank: 2, name: 'Zuvari', visibility_pct: 50, market_share_pct: 33.33, avg_rank: 2 },
      { rank: 3, name: 'Bolmex', visibility_pct: 25, market_share_pct: 16.67, avg_rank: 1 },
    ])
  })

  it('is not a top competitor of an engine before history is reread', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await addCompetitor(test, brand.brandId, 'Bolmex')
    await importTexts(brand, ['Bolmex and Kentrafo'])
    const path = `/v1/brands/${brand.brandId}/visibility/engines`
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await addCompetitor(test, brand.brandId, 'Kentrafo')
      const meanwhile = (await test.get(path, brand.key)).body.data as object[]
      expect(meanwhile).toMatchObject([{ brand: null, leader: 'Bolmex', top_competitors: [{ name: 'Bolmex' }] }])
    })
    expect((await test.get(path, brand.key)).body.data).toMatchObject([
      { leader: 'Bolmex', top_competitors: [{ name: 'Bolmex' }, { name: 'Kentrafo' }] },
    ])
  })

  it('has figures immediately if there is no history', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await addCompetitor(test, brand.brandId, 'Bolmex')
    await importTexts(brand, ['Bolmex'])
    expect(await visibilities(test, brand)).toEqual(['Bolmex 100', 'Zuvari 0'])
  })

  it('takes mentions from a name within its own only after history is reread', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await addCompetitor(test, brand.brandId, 'Google')
    await importTexts(brand, ['Google Cloud leads', 'Google and Google Cloud', 'Google'])
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await addCompetitor(test, brand.brandId, 'Google Cloud')
      expect(await visibilities(test, brand)).toEqual(['Google 100', 'Zuvari 0', 'Google Cloud null'])
    })
    expect(await visibilities(test, brand)).toEqual(['Google 66.67', 'Google Cloud 66.67', 'Zuvari 0'])
  })
})

describe('renaming a brand or competitor', () => {
  it('counts aliases of competitors, aliases of the brand and a new name in old answers', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    const id = await addCompetitor(test, brand.brandId, 'Bolmex')
    await importTexts(brand, ['Bolmex', 'Alzunia', 'Dranuvi'])
    const seen = async () => {
      await test.historyIsRead()
      return visibilities(test, brand)
    }
    expect(await seen()).toEqual(['Bolmex 33.33', 'Zuvari 0'])
    await change(brand, id, { aliases: ['Alzunia'] })
    expect(await seen()).toEqual(['Bolmex 66.67', 'Zuvari 0'])
    await change(brand, id, { aliases: ['Dranuvi', 'Jossady'] })
    expect(await seen()).toEqual(['Bolmex 66.67', 'Zuvari 0'])
    await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['Alzunia', 'Dranuvi'] })
    expect(await seen()).toEqual(['Zuvari 66.67', 'Bolmex 66.67'])
    await change(brand, id, { name: 'Kentrafo', aliases: [] })
    expect(await seen()).toEqual(['Zuvari 66.67', 'Kentrafo 0'])
    await test.operate('update-brand', { brand_id: brand.brandId, name: 'Bolmex', aliases: [] })
    expect(await seen()).toEqual(['Bolmex 33.33', 'Kentrafo 0'])
  })

  it('does not reread history if no name changes', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    const id = await addCompetitor(test, brand.brandId, 'Bolmex')
    await importTexts(brand, ['Bolmex'])
    const { version } = await readingState(brand)
    await change(brand, id, { relation: 'partner', name: 'Bolmex' })
    expect(await readingState(brand)).toMatchObject({ version, reading_version: version })
  })
})

describe('a deactivated competitor', () => {
  it('disappears immediately, and the remaining ones are ranked without it', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    const id = await addCompetitor(test, brand.brandId, 'Bolmex')
    await addCompetitor(test, brand.brandId, 'Kentrafo')
    await importTexts(brand, ['Bolmex then Zuvari then Kentrafo', 'Bolmex', 'Kentrafo then Zuvari'])
    const all = await rankingsOf(test, brand)
    const without = [
      { rank: 1, name: 'Kentrafo', visibility_pct: 66.67, market_share_pct: 50, avg_rank: 1.5 },
      { rank: 2, name: 'Zuvari', visibility_pct: 66.67, market_share_pct: 50, avg_rank: 1.5 },
    ]
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await change(brand, id, { is_active: false })
      expect(await rankingsOf(test, brand)).toMatchObject(without)
      await change(brand, id, { is_active: true })
      // The readings in use still include it, so its figures are known.
      expect(await rankingsOf(test, brand)).toEqual(all)
      await change(brand, id, { is_active: false })
    })
    expect(await rankingsOf(test, brand)).toMatchObject(without)

    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await change(brand, id, { is_active: true })
      expect(await visibilities(test, brand)).toEqual(['Kentrafo 66.67', 'Zuvari 66.67', 'Bolmex null'])
    })
    expect(await rankingsOf(test, brand)).toEqual(all)
  })
})

describe('while history is being reread', () => {
  /** Enough answers for several reading steps. */
  const many = Array.from({ length: inForm(5500, 12_000) }, (_, index) =>
    index % 2 === 0 ? `Zuvari is as good as Bolmex, says ${index}` : `Kentrafo is better than Bolmex, says ${index}`,
  )

  async function brandWithMany(): Promise<MadeBrand> {
    const brand = await makeBrand(test, 'Zuvari')
    await addCompetitor(test, brand.brandId, 'Bolmex')
    await importTexts(brand, many)
    return brand
  }

  const old = ['Bolmex 100', 'Zuvari 50', 'Kentrafo null']
  const whole = ['Bolmex 100', 'Kentrafo 50', 'Zuvari 50']

  /** Expects every answer exactly once in the readings in use. */
  async function expectWhole(brand: MadeBrand, answers: number): Promise<void> {
    const { reading_version } = await readingState(brand)
    const rows = await test.app.services.clickhouse.query<{ all: string; distinct: string }>(
      sql`SELECT toString(count()) AS all, toString(uniqExact(answer_id)) AS distinct FROM readings
        WHERE brand_id = ${brand.brandId} AND version = ${reading_version}`,
    )
    expect(rows).toEqual([{ all: String(answers), distinct: String(answers) }])
  }

  longTest('figures are the old or the new ones, never partial', async () => {
    const brand = await brandWithMany()
    await addCompetitor(test, brand.brandId, 'Kentrafo')
    const seen = new Set<string>()
    let isRead = false
    const reading = test.historyIsRead().then(() => {
      isRead = true
    })
    while (!isRead) seen.add((await visibilities(test, brand, 'engine=chatgpt')).join())
    await reading
    seen.add((await visibilities(test, brand, 'engine=chatgpt')).join())
    expect([...seen]).toEqual([old.join(), whole.join()])
  })

  longTest('imports continue, and none of their answers is lost or counted twice', async () => {
    const brand = await brandWithMany()
    await addCompetitor(test, brand.brandId, 'Kentrafo')
    let imports = 0
    for (let isRead = false; !isRead; imports += 1) {
      await importTexts(brand, [`Zuvari ${imports}`, `Kentrafo and Zuvari ${imports}`], 'gemini')
      const { version, reading_version } = await readingState(brand)
      isRead = version === reading_version
    }
    expect(imports).toBeGreaterThan(1)
    expect(await visibilities(test, brand, 'engine=gemini')).toEqual(['Zuvari 100', 'Kentrafo 50', 'Bolmex 0'])
    expect(await visibilities(test, brand, 'engine=chatgpt')).toEqual(whole)
    await expectWhole(brand, many.length + imports * 2)
  })

  it('a restart in the middle does not prevent completion', async () => {
    const brand = await brandWithMany()
    await addCompetitor(test, brand.brandId, 'Kentrafo')
    // Hold the lock that the reader needs to finish, so that it is stopped before it does.
    const { restarted } = await withLock(test.app.services, brand.brandId, 'writing', async () => {
      while ((await readingState(brand)).read_seq === 0) await sleep(2)
      const { closing } = test.app.services
      const restarted = test.restart()
      await expect.poll(() => closing.aborted).toBe(true)
      return { restarted }
    })
    await restarted
    const state = await readingState(brand)
    expect(state.reading_version).toBeLessThan(state.version)
    expect(state.read_seq).toBeGreaterThan(0)
    expect(await visibilities(test, brand)).toEqual(old)
    await test.historyIsRead()
    expect(await visibilities(test, brand)).toEqual(whole)
    await expectWhole(brand, many.length)
  })

  it('ignores rows from a killed reader', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await importTexts(brand, ['Zuvari', 'Kentrafo'])
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await addCompetitor(test, brand.brandId, 'Kentrafo')
      const { version } = await readingState(brand)
      // A kill between writing rows and saving progress leaves these rows.
      await test.app.services.clickhouse.command(
        sql`INSERT INTO readings SELECT * REPLACE(${version} AS version) FROM readings WHERE brand_id = ${brand.brandId}`,
      )
    })
    expect(await visibilities(test, brand)).toEqual(['Kentrafo 50', 'Zuvari 50'])
    await expectWhole(brand, 2)
  })

  it('ignores rows from a reader that lost its lock', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await importTexts(brand, ['Zuvari', 'Kentrafo'])
    // Hold the lock that the reader needs to finish: all answers are read, but not yet in use.
    await withLock(test.app.services, brand.brandId, 'writing', async () => {
      await addCompetitor(test, brand.brandId, 'Kentrafo')
      let state = await readingState(brand)
      while (state.read_seq < state.ingest_seq) state = await readingState(brand)
      await test.app.services.clickhouse.command(
        sql`INSERT INTO readings SELECT * FROM readings WHERE brand_id = ${brand.brandId} AND version = ${state.version}`,
      )
    })
    await test.historyIsRead()
    expect(await visibilities(test, brand)).toEqual(['Kentrafo 50', 'Zuvari 50'])
    await expectWhole(brand, 2)
  })

  it('old readings are deleted later without changing figures', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    await importTexts(brand, ['Zuvari', 'Kentrafo'])
    await addCompetitor(test, brand.brandId, 'Kentrafo')
    await test.historyIsRead()
    const before = await rankingsOf(test, brand)
    const { reading_version } = await readingState(brand)
    const job = { brand_id: brand.brandId, before_version: reading_version }
    await dropReadings.run(test.app.services, job, new AbortController().signal)
    expect(await rankingsOf(test, brand)).toEqual(before)
    const rows = await test.app.services.clickhouse.query(
      sql`SELECT DISTINCT version FROM readings WHERE brand_id = ${brand.brandId}`,
    )
    expect(rows).toEqual([{ version: reading_version }])
    await importTexts(brand, ['Kentrafo again'])
    expect(await visibilities(test, brand)).toEqual(['Kentrafo 66.67', 'Zuvari 33.33'])
  })
})
