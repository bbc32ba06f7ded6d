import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testData } from '../../testing/test-data.ts'
import { addCompetitor, beforeHistoryIsRead, makeBrand } from '../../testing/visibility/make-brand.ts'
import { visibilities } from '../../testing/visibility/rankings.ts'
import { createAnswerReader, readerVersion } from './read-answer.ts'
import { refreshReaders } from './refresh-readers.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.storedDataIsChecked()
  test.setNow('2026-03-02T12:00:00Z')
})
afterAll(() => test.close())

const importText = (brandId: string, answer: string) =>
  test.tryOperate(
    'import-answers',
    { brand_id: brandId },
    answersFile([{ prompt: 'Which?', engine: 'chatgpt', executed_at: '2026-03-01T10:00:00Z', answer }]),
  )

/** Simulates readings by a release with another reader, which found no entities. */
async function readByAnother(brandId: string, reader: number): Promise<void> {
  const { db, clickhouse } = test.app.services
  await db.updateTable('reading_configs').set({ reader }).where('brand_id', '=', brandId).execute()
  const readings = sql`readings WHERE brand_id = ${brandId}`
  const rows = await clickhouse.lines(sql`SELECT * REPLACE ([] AS ${sql.raw('`mentions.entity`')},
      [] AS ${sql.raw('`mentions.count`')}, [] AS ${sql.raw('`mentions.offset`')},
      [] AS ${sql.raw('`mentions.sentiment`')}, [] AS ${sql.raw('`mentions.stance`')}) FROM ${readings}`)
  await clickhouse.command(sql`DELETE FROM ${readings}`)
  await clickhouse.insert('readings', rows.join('\n'))
}

async function readersOf(brandId: string): Promise<number[]> {
  const configs = test.app.services.db.selectFrom('reading_configs').select('reader')
  const rows = await configs.where('brand_id', '=', brandId).orderBy('version', 'desc').execute()
  return rows.map(({ reader }) => reader)
}

it('rereads history automatically after an upgrade', async () => {
  const { brandId, ...brand } = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brandId, 'Bolmex')
  await importText(brandId, 'Zuvari and Bolmex')
  await importText(brandId, 'Zuvari')
  await readByAnother(brandId, readerVersion - 1)
  expect(await visibilities(test, { brandId, ...brand })).toEqual(['Bolmex 0', 'Zuvari 0'])
  await test.restart()
  while ((await readersOf(brandId))[0] !== readerVersion) await sleep(20)
  await test.historyIsRead()
  expect(await visibilities(test, { brandId, ...brand })).toEqual(['Zuvari 100', 'Bolmex 50'])
})

it('shows answers imported before rereading only after it, so that one reader version made all figures', async () => {
  const brand = await makeBrand(test, 'Zuvari')
  await importText(brand.brandId, 'Zuvari')
  await readByAnother(brand.brandId, readerVersion - 1)
  await beforeHistoryIsRead(test, brand.brandId, async () => {
    expect(await importText(brand.brandId, 'Zuvari again')).toMatchObject({
      envelope: { data: { imported: 1 } },
    })
    expect(await visibilities(test, brand)).toEqual(['Zuvari 0'])
    await refreshReaders.run(test.app.services, {}, new AbortController().signal)
    expect(await importText(brand.brandId, 'nobody')).toMatchObject({ envelope: { data: { imported: 1 } } })
    expect(await visibilities(test, brand)).toEqual(['Zuvari 0'])
  })
  expect(await visibilities(test, brand)).toEqual(['Zuvari 66.67'])
})

it('rejects imports if a newer release has read the history', async () => {
  const brand = await makeBrand(test, 'Zuvari')
  await importText(brand.brandId, 'Zuvari')
  await readByAnother(brand.brandId, readerVersion + 1)
  expect(await importText(brand.brandId, 'Zuvari again')).toMatchObject({
    failure: { error: { code: 'service_unavailable', message: expect.stringContaining('newer release') } },
  })
  await refreshReaders.run(test.app.services, {}, new AbortController().signal)
  expect(await readersOf(brand.brandId)).toEqual([readerVersion + 1])
})

/** Digest of all readings of the sample, by reader version. */
const digests: Record<number, string> = {
  2: 'f4312295ce53e09f',
  3: 'f4312295ce53e09f',
  4: 'f4312295ce53e09f',
  5: 'a11bd1306adc8a52',
  6: '44c1aad25a328517',
  7: 'fd652b68bf32011a',
  // The sample names no brand in Chinese and excludes no phrase.
  8: 'fd652b68bf32011a',
  9: '910a2cd3e5f555e3',
  10: '403f73bbe61d2c85',
}

const sample = testData('answers/product-bench.jsonl')

it.skipIf(sample === undefined)('increments readerVersion if readings of the sample change', () => {
  const answers = readFileSync(sample as string, 'utf8')
    .trim()
    .split('\n')
  const digest = createHash('sha256')
  const lines = answers.map((line) => JSON.parse(line) as { answer: string; labelled_products: { brand: string }[] })
  const names = [...new Set(lines.flatMap((line) => line.labelled_products.map(({ brand }) => brand)))]
  const entities = names.filter(Boolean).map((name, index) => ({
    number: index + 1,
    names: [name],
    domain: null,
    case_sensitive: false,
  }))
  const read = createAnswerReader(entities)
  for (const { answer } of lines) digest.update(JSON.stringify(read(answer, [])))
  expect(digest.digest('hex').slice(0, 16), 'raise readerVersion, and note the new digest').toBe(digests[readerVersion])
})
