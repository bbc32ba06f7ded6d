import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { answersFile, type TestApp } from '../src/testing/test-app.ts'
import { brandNames } from './measure.ts'

// Stored answers for read benchmarks: similar brands, one of them with prompts, topics, tags and competitors.

export const days = 300
export const answersPerBrand = 100_000
/** The last day of answers; the program's clock shows noon of it. */
export const lastDay = '2026-10-27'

const competitors = brandNames(15).slice(1)

export interface StoredAnswers {
  workspaceId: string
  /** Reads everything, without limits. */
  key: string
  /** The measured brand. */
  brandId: string
  version: number
  /** All brands in order of creation. */
  brandIds: string[]
}

/** Creates a workspace with the measured brand and only the answers that define its prompts. */
export async function makeMeasuredBrand(test: TestApp, answers = answersPerBrand): Promise<StoredAnswers> {
  test.setNow(`${lastDay}T12:00:00Z`)
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Bench' })
  const { secret } = await test.operate<{ secret: string }>('create-key', { workspace_id, name: 'bench' })
  const { id: brand_id } = await test.operate('create-brand', {
    workspace_id,
    name: 'Zubax0',
    domain: 'zubax0.com',
  })
  for (const name of competitors) {
    await test.operate('create-competitor', { brand_id, name, primary_url: `https://${name}.com` })
  }
  const prompts = Array.from({ length: 500 }, (_, number) => ({
    prompt: `which ${number}?`,
    engine: 'chatgpt',
    executed_at: '2026-01-01T00:00:00Z',
    answer: 'Zubax0',
    topic: `Topic ${number % 10} / Part ${number % 50}`,
    tags: [`tag ${number % 7}`],
  }))
  await test.operate('import-answers', { brand_id }, answersFile(prompts))
  const { db } = test.app.services
  const brand = db.selectFrom('brands').select('reading_version').where('id', '=', brand_id)
  const { reading_version: version } = await brand.executeTakeFirstOrThrow()
  await storeAnswers(test, brand_id, version, answers)
  return { workspaceId: workspace_id, key: secret, brandId: brand_id, version, brandIds: [brand_id] }
}

/** Adds brands with as many answers each, which must not affect requests of the measured brand. */
export async function addBrands(test: TestApp, stored: StoredAnswers, count: number): Promise<void> {
  for (let brand = 0; brand < count; brand += 1) {
    const { id } = await test.operate('create-brand', { workspace_id: stored.workspaceId, name: 'Zubax0' })
    stored.brandIds.push(id)
    await test.app.services.db.updateTable('brands').set({ ingest_seq: 1 }).where('id', '=', id).execute()
    await storeAnswers(test, id, 1)
  }
}

/** Waits until ClickHouse has merged the data: merges are a cost of imports, not of reads. */
export async function mergesHaveEnded({ app }: TestApp): Promise<void> {
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await sleep(200)
    const merges = await app.services.clickhouse.query(sql`SELECT 1 FROM system.merges`)
    if (merges.length > 0) quiet = 0
  }
}

/** Stores 300 days of answers of one brand, with up to 11 of 15 entities, like imports do. */
async function storeAnswers(
  { app }: TestApp,
  brandId: string,
  version: number,
  answers = answersPerBrand,
): Promise<void> {
  const { clickhouse } = app.services
  const at = sql`toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalSecond(intDiv(number * ${86_400 * days}, ${answers}))`
  const id = sql`reinterpretAsUUID(MD5(concat(${brandId}, toString(number))))`
  const engine = sql`['chatgpt', 'gemini', 'perplexity', 'claude'][intDiv(number, 500) % 4 + 1]`
  const country = sql`['US', 'DE', 'GB'][number % 3 + 1]`
  const numbers = sql`FROM numbers(${answers})`
  await clickhouse.command(sql`INSERT INTO readings (brand_id, version, executed_at, answer_id, seq, prompt, engine, country,
      mentions.entity, mentions.count, mentions.offset, mentions.sentiment, mentions.stance,
      citations.url, citations.domain, citations.title, model)
    WITH arraySlice(arraySort(e -> cityHash64(e, number), range(1, 16)::Array(UInt16)), 1, number % 12) AS entities,
      arrayMap(c -> cityHash64(c, number) % 2000, range(number % 7)) AS pages
    SELECT ${brandId}, ${version}, ${at}, ${id}, 1, number % 500 + 1, ${engine}, ${country},
      entities, arrayMap(e -> toUInt16(1 + e % 4), entities),
      arrayMap((e, place) -> toUInt32(place * 50), entities, arrayEnumerate(entities)),
      arrayMap(e -> toUInt16((e * 997 + number) % 10001), entities), arrayMap(e -> 'listed', entities),
      arrayMap(p -> concat('https://site', toString(p % 200), '.com/', toString(p)), pages),
      arrayMap(p -> concat('site', toString(p % 200), '.com'), pages), arrayMap(p -> concat('Page ', toString(p)), pages), 'model-1'
    ${numbers}`)
  await clickhouse.command(sql`INSERT INTO answers (brand_id, seq, answer_id, source_id, prompt, engine, country, executed_at, model, answer)
    SELECT ${brandId}, 1, ${id}, toString(number), number % 500 + 1, ${engine}, ${country}, ${at}, 'model-1',
      concat('Answer ', toString(number), ' about Zubax0 and others. ', repeat('More words. ', 8))
    ${numbers}`)
}
