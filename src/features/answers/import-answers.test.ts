import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { visibilities } from '../../testing/visibility/rankings.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp({ ENGINES: 'house:House Engine' })
  await test.storedDataIsChecked()
  test.setNow('2026-03-02T12:00:00Z')
})
beforeEach(async () => {
  brand = await makeBrand(test, 'Zuvari')
})
afterAll(() => test.close())

interface Imported {
  imported: number
  duplicates: number
  rejected: number
  first_rejections: { line: number; reason: string }[]
}

const good = {
  prompt: 'Which?',
  engine: 'chatgpt',
  executed_at: '2026-03-01T10:00:00Z',
  answer: 'Zuvari it is',
}

const importFile = (file: string | Buffer | Readable, brandId = brand.brandId) =>
  test.operate<Imported>('import-answers', { brand_id: brandId }, file)
const importLines = (...lines: object[]) => importFile(answersFile(lines))

const counts = (imported: number, duplicates: number, rejected = 0) => ({ imported, duplicates, rejected })

/** Number of answers that the figures count. */
async function executions(query = ''): Promise<number> {
  const path = `/v1/brands/${brand.brandId}/competitors/rankings${query}`
  const meta: { executions: number } = (await test.get(path, brand.key)).body.meta
  return meta.executions
}

async function topics(): Promise<Record<string, string>> {
  const { body } = await test.get(`/v1/brands/${brand.brandId}/topics?limit=100`, brand.key)
  const rows: { id: string; name: string; parent_topic_id: string | null }[] = body.data
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name
  return Object.fromEntries(
    rows.map(({ id, name, parent_topic_id: parent }) => [parent === null ? name : `${nameOf(parent)} / ${name}`, id]),
  )
}

async function tagId(name: string): Promise<string> {
  const rows: { id: string; name: string }[] = (await test.get(`/v1/brands/${brand.brandId}/tags`, brand.key)).body.data
  return rows.find((row) => row.name === name)?.id ?? ''
}

async function promptId(text = good.prompt): Promise<string> {
  const prompts = test.app.services.db.selectFrom('prompts').select('id').where('brand_id', '=', brand.brandId)
  return (await prompts.where('text', '=', text).executeTakeFirstOrThrow()).id
}

describe('importing a stored answer', () => {
  it('recognizes its id, whatever else the line says', async () => {
    const first = { ...good, id: 'a' }
    expect(await importLines(first, { ...first, answer: 'another', engine: 'claude' })).toMatchObject(counts(1, 1))
    expect(await importLines({ ...first, prompt: 'another' }, { ...good, id: 'b' })).toMatchObject(counts(1, 1))
    expect(await visibilities(test, brand)).toEqual(['Zuvari 100'])
    expect(await executions('?engine=claude')).toBe(0)
  })

  it('recognizes prompt, engine, country, time and answer if it has no id', async () => {
    expect(await importLines(good, good)).toMatchObject(counts(1, 1))
    const same = {
      ...good,
      prompt: ` ${good.prompt}\n`,
      engine: 'ChatGPT',
      country: 'US',
      executed_at: '2026-03-01T11:00:00.000+01:00',
      topic: 'Other',
      tags: ['other'],
      model: 'other',
      citations: [{ url: 'https://other.example' }],
      search_queries: ['other'],
    }
    expect(await importLines(same)).toMatchObject(counts(0, 1))
    const others = [
      { ...good, prompt: 'What?' },
      { ...good, engine: 'claude' },
      { ...good, country: 'DE' },
      { ...good, executed_at: '2026-03-01T10:00:00.001Z' },
      { ...good, answer: 'Zuvari it is ' },
      { ...good, id: JSON.stringify(good) },
    ]
    expect(await importLines(...others)).toMatchObject(counts(others.length, 0))
    expect(await importLines(...others, good)).toMatchObject(counts(0, others.length + 1))
    expect(await executions()).toBe(others.length + 1)
  })

  it('stores it again for another brand', async () => {
    const other = await makeBrand(test, 'Zuvari')
    await importLines({ ...good, id: 'a' }, good)
    expect(await importFile(answersFile([{ ...good, id: 'a' }, good]), other.brandId)).toMatchObject(counts(2, 0))
  })

  it('changes neither tags nor topics', async () => {
    await importLines({ ...good, id: 'a', topic: 'Alpha' })
    await importLines({ ...good, id: 'a', topic: 'Beta', tags: ['red'] })
    expect(Object.keys(await topics())).toEqual(['Alpha'])
    expect(await tagId('red')).toBe('')
  })
})

describe('an invalid line', () => {
  it('is rejected with its number and reason, and the other lines are stored', async () => {
    const one = JSON.stringify({ ...good, id: 'a' })
    const bad = ['no', JSON.stringify({ ...good, engine: 'constructor' }), JSON.stringify({ ...good, country: 'us' })]
    const { first_rejections, ...numbers } = await importFile([one, '', ...bad, one, `${one}}`].join('\n'))
    expect(numbers).toEqual(counts(1, 1, 4))
    expect(first_rejections).toEqual([
      { line: 3, reason: 'the line is not JSON' },
      { line: 4, reason: 'engine: unknown engine "constructor"' },
      { line: 5, reason: expect.stringMatching(/^country must be .* upper case/) },
      { line: 7, reason: 'the line is not JSON' },
    ])
  })

  it('is listed among the first 20', async () => {
    const result = await importFile(`${'no\n'.repeat(25)}${JSON.stringify(good)}`)
    expect(result).toMatchObject(counts(1, 0, 25))
    expect(result.first_rejections.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })
})

describe('an import file', () => {
  const two = [
    { ...good, id: 'a' },
    { ...good, id: 'b', answer: 'Zuvari 🙂 it is' },
  ]
  const plain = answersFile(two)

  it.each([
    ['gzip', gzipSync(plain)],
    [
      'gzip of several members',
      Buffer.concat([gzipSync(`${plain}\n`), gzipSync(JSON.stringify({ ...good, id: 'a' }))]),
    ],
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${plain}`],
    ['blank lines', `\n\n${plain.replaceAll('\n', '\n  \n\r\n')}\n\n`],
  ])('can have %s', async (_, file) => {
    const { first_rejections, ...numbers } = await importFile(file)
    expect(first_rejections).toEqual([])
    expect(numbers.imported).toBe(2)
    expect(await executions()).toBe(2)
  })

  it('can arrive in chunks of any size', async () => {
    const inBytes = (bytes: Buffer) => Readable.from([...bytes].map((byte) => Buffer.from([byte])))
    expect(await importFile(inBytes(Buffer.from(plain)))).toMatchObject(counts(2, 0))
    expect(await importFile(inBytes(gzipSync(plain)))).toMatchObject(counts(0, 2))
  })

  it('can be empty', async () => {
    expect(await importFile('')).toMatchObject(counts(0, 0))
  })

  it('can contain lines that are not UTF-8', async () => {
    const latin = Buffer.from(JSON.stringify({ ...good, prompt: 'Café?' }), 'latin1')
    const { first_rejections } = await importFile(Buffer.concat([latin, Buffer.from(`\n${plain}`)]))
    expect(first_rejections).toEqual([{ line: 1, reason: 'the line is not UTF-8' }])
    expect(await executions()).toBe(2)
  })

  it('is rejected if truncated, and can be imported completely afterwards', async () => {
    const whole = gzipSync(plain)
    const outcome = await test.tryOperate('import-answers', { brand_id: brand.brandId }, whole.subarray(0, -12))
    expect(outcome).toMatchObject({
      failure: { error: { code: 'invalid_request', message: expect.stringContaining('gzip') } },
    })
    await importFile(whole)
    expect(await executions()).toBe(2)
  })

  it('is complete after a second import if the first one fails after some batches', async () => {
    const many = Array.from({ length: 4500 }, (_, index) => JSON.stringify({ ...good, id: String(index) }))
    const broken = async function* () {
      for (const line of many.slice(0, 4400)) yield Buffer.from(`${line}\n`)
      throw new Error('the source is gone')
    }
    const outcome = await test.tryOperate(
      'import-answers',
      { brand_id: brand.brandId },
      Readable.from(broken(), { objectMode: false }),
    )
    expect(outcome).toHaveProperty('failure')
    const stored = await executions()
    expect(stored).toBe(4000)
    expect(await importFile(many.join('\n'))).toMatchObject(counts(500, 4000))
    expect(await executions()).toBe(4500)
  })
})

describe('an imported answer', () => {
  it('belongs to an engine, given by slug or display name', async () => {
    const names = ['chatgpt', 'ChatGPT', ' Google AI Overviews ', 'google-ai-mode', 'Meta AI', 'House Engine', 'house']
    await importLines(...names.map((engine, index) => ({ ...good, id: String(index), engine })))
    const { body } = await test.get(`/v1/brands/${brand.brandId}/visibility/engines`, brand.key)
    const engines: { engine: string; executions: number }[] = body.data
    expect(engines.map(({ engine, executions }) => `${engine} ${executions}`)).toEqual([
      'chatgpt 2',
      'house 2',
      'google-ai-mode 1',
      'google-ai-overviews 1',
      'meta-ai 1',
    ])
  })

  it('takes the first topic of its prompt and all tags the prompt ever had', async () => {
    await importLines({ ...good, id: '1', topic: ' Alpha  /  One ', tags: ['red'] })
    await importLines({ ...good, id: '2', topic: 'Beta', tags: ['green'] }, { ...good, id: '3', tags: ['red', 'blue'] })
    await importLines(
      { ...good, prompt: 'What?', id: '4' },
      { ...good, prompt: 'Why TCP/IP?', id: '5', topic: 'TCP/IP' },
    )
    const ids = await topics()
    expect(Object.keys(ids).sort()).toEqual(['Alpha', 'Alpha / One', 'TCP/IP', 'Unassigned'])
    expect(await executions(`?topic_id=${ids.Alpha}`)).toBe(3)
    expect(await executions(`?topic_id=${ids['Alpha / One']}`)).toBe(3)
    expect(await executions(`?topic_id=${ids.Unassigned}`)).toBe(1)
    const tags = await Promise.all(['red', 'green', 'blue'].map(tagId))
    const query = tags.map((id) => `tag_id=${id}`).join('&')
    expect(await executions(`?${query}&tag_match_mode=all`)).toBe(3)
    expect(await executions(`?${query}&tag_match_mode=exclude_any`)).toBe(2)
  })

  it('counts only in totals after its prompt is deleted, even if the prompt is imported again', async () => {
    await importLines({ ...good, id: '1', topic: 'Alpha', tags: ['red'] })
    const report = { brand_id: brand.brandId, prompt_id: await promptId() }
    expect(await test.operate('delete-prompt', { ...report, dry_run: true })).toMatchObject({
      executions_orphaned: 1,
    })
    expect(await executions(`?topic_id=${(await topics()).Alpha}`)).toBe(1)
    expect(await test.operate('delete-prompt', report)).toMatchObject({
      executions_orphaned: 1,
      dry_run: false,
    })
    expect(await importLines({ ...good, id: '1' })).toMatchObject(counts(0, 1))
    expect(await importLines({ ...good, id: '2', topic: 'Alpha', tags: ['red'] })).toMatchObject(counts(1, 0))
    expect(await executions()).toBe(2)
    expect(await executions(`?topic_id=${(await topics()).Alpha}`)).toBe(1)
    expect(await executions(`?tag_id=${await tagId('red')}`)).toBe(1)
    expect(await executions(`?tag_id=${await tagId('red')}&tag_match_mode=exclude_any`)).toBe(1)
  })
})

describe('a batch whose writer was killed', () => {
  it('is invisible and deleted by the next import', async () => {
    await addCompetitor(test, brand.brandId, 'Bolmex')
    await importLines({ ...good, id: 'a' })
    const { db, clickhouse } = test.app.services
    // The state that storeAnswers leaves if it dies: pending, written to ClickHouse, not committed.
    await db.updateTable('brands').set({ pending_seq: 2 }).where('id', '=', brand.brandId).execute()
    const killed = '7b0c3a52-51f0-4c0f-9a51-000000000001'
    for (const table of ['answers', 'readings'])
      await clickhouse.command(
        sql`INSERT INTO ${sql.raw(table)} SELECT * REPLACE(2 AS seq, toUUID(${killed}) AS answer_id, 'claude' AS engine)
          FROM ${sql.raw(table)} WHERE brand_id = ${brand.brandId}`,
      )
    const shown = async () => [await executions(), await executions('?engine=claude')]
    expect(await shown()).toEqual([1, 0])
    expect((await test.get(`/v1/brands/${brand.brandId}/visibility/engines`, brand.key)).body.data).toHaveLength(1)

    expect(await importLines({ ...good, id: 'b' })).toMatchObject(counts(1, 0))
    expect(await shown()).toEqual([2, 0])
    for (const table of ['answers', 'readings']) {
      const remaining = sql`SELECT seq FROM ${sql.raw(table)} WHERE brand_id = ${brand.brandId} AND answer_id = ${killed}`
      expect(await clickhouse.query(remaining)).toEqual([])
    }
    await addCompetitor(test, brand.brandId, 'Kentrafo')
    await test.historyIsRead()
    expect(await shown()).toEqual([2, 0])
  })
})
