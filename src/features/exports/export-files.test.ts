import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAllLocks } from '../../kernel/brand-lock.ts'
import { unavailable } from '../../lib/errors.ts'
import { StoreUnreachableError } from '../../stores/store-errors.ts'
import { askDuckdb, ended, fileOf, makeExport, writeNow } from '../../testing/exports/read-export.ts'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import { inForm, longTest } from '../../testing/forms.ts'
import { answersFile, type TestApp } from '../../testing/test-app.ts'
import { pruneExports } from './prune-exports.ts'

let test: TestApp
let fixture: Fixture
let brandId: string
let large: string

const year = { start_date: '2026-01-01', end_date: '2026-06-15' }

/** Texts of one megabyte, so that a file has several row groups and parts. */
const texts = Array.from({ length: inForm(10, 24) }, (_, index) => `${index} ${randomText(index)}`.slice(0, 1_000_000))

/** Text that barely compresses. */
function randomText(seed: number): string {
  let state = seed + 1
  const words: string[] = []
  for (let length = 0; length < 1_000_000; length += 7) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    words.push(state.toString(36).padStart(7, '0').slice(-6))
  }
  return words.join(' ')
}

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp())
  brandId = fixture.ids.brand_id?.[0] as string
  const brand = { workspace_id: fixture.workspaceId, name: 'Large', domain: 'large.example' }
  large = (await test.operate('create-brand', brand)).id
  const answers = texts.map((answer, index) => ({
    prompt: `Which ${index % 7}?`,
    engine: 'chatgpt',
    executed_at: new Date(Date.UTC(2026, 4, 1, 2 * index)).toISOString(),
    answer,
  }))
  await test.operate('import-answers', { brand_id: large }, answersFile(answers))
})
beforeEach(() => test.setNow(fixtureNow))

const partsOf = async (id: string) =>
  Number(
    (
      await test.app.services.db
        .selectFrom('export_parts')
        .select((eb) => eb.fn.countAll<string>().as('parts'))
        .where('export_id', '=', id)
        .executeTakeFirstOrThrow()
    ).parts,
  )

const prune = () => pruneExports.run(test.app.services, {}, new AbortController().signal)

const inject = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.http.inject({ method, url, headers: { authorization: `Bearer ${fixture.key}`, ...headers } })

describe('a large export file', () => {
  longTest('has several row groups that DuckDB reads as one table', async () => {
    const made = await makeExport(test, large, { kind: 'answers', ...year })
    const file = await fileOf(test, fixture.key, large, made.id)
    expect(made).toMatchObject({ rows: texts.length, bytes: file.length })
    expect(await partsOf(made.id)).toBeGreaterThan(2)
    const groups = await askDuckdb(
      file,
      'select row_number() over (order by executed_at)::int - 1 as place, answer from file order by executed_at',
    )
    expect(groups.every(({ answer }, index) => answer === texts[index])).toBe(true)
    const [sums] = await askDuckdb(
      file,
      'select sum(length(answer))::int as length, count(distinct prompt)::int as prompts from file',
    )
    expect(sums).toEqual({ length: texts.reduce((sum, text) => sum + text.length, 0), prompts: 7 })
    // A filter uses the statistics of each row group.
    const [{ found } = {}] = await askDuckdb(
      file,
      `select count(*)::int as found from file where executed_at >= '2026-05-02 00:00:00+00' and engine = 'chatgpt'`,
    )
    expect(found).toBe(12)
  })

  it('supports range requests, HEAD and ETags', async () => {
    const { id, bytes } = await makeExport(test, large, { kind: 'answers', format: 'ndjson', ...year })
    const url = `/v1/brands/${large}/exports/${id}/file`
    const whole = await inject(url)
    expect(whole.statusCode).toBe(200)
    expect(whole.rawPayload.length).toBe(bytes)
    expect(whole.headers).toMatchObject({
      'content-disposition': `attachment; filename="answers-2026-01-01-2026-06-15.ndjson"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-type': 'application/x-ndjson',
      'accept-ranges': 'bytes',
    })
    const etag = whole.headers.etag as string
    for (const [range, first, end] of [
      ['bytes=0-9', 0, 10],
      ['bytes=4194300-4194310', 4_194_300, 4_194_311],
      [`bytes=${bytes - 5}-`, bytes - 5, bytes],
      ['bytes=-7', bytes - 7, bytes],
      ['bytes=5-99999999999', 5, bytes],
    ] as const) {
      const part = await inject(url, { range, 'if-range': etag })
      expect(part.statusCode, range).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${first}-${end - 1}/${bytes}`)
      expect(part.rawPayload.equals(whole.rawPayload.subarray(first, end)), range).toBe(true)
    }
    expect((await inject(url, { range: `bytes=${bytes}-` })).statusCode).toBe(416)
    for (const headers of [
      { range: 'bytes=0-1,5-6' },
      { range: 'lines=0-1' },
      { range: 'bytes=0-1', 'if-range': '"old"' },
    ])
      expect((await inject(url, headers)).statusCode).toBe(200)
    const head = await inject(url, {}, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(bytes), 0])
    expect((await test.send('POST', url, fixture.key)).status).toBe(405)
  })
})

describe('access to an export file', () => {
  it('requires a key of its workspace or a link created in the last 15 minutes', async () => {
    const { id } = await makeExport(test, brandId, { kind: 'answers', ...year })
    const path = `/v1/brands/${brandId}/exports/${id}`
    expect((await test.get(`${path}/file`)).status).toBe(401)
    expect((await test.get(`${path}/file`, fixture.foreignKey)).status).toBe(404)
    const made = await test.send('POST', `${path}/link`, fixture.key, {
      headers: { 'idempotency-key': 'link' },
    })
    const { url, expires_at } = made.body.data as { url: string; expires_at: string }
    expect(Date.parse(expires_at) - Date.parse(fixtureNow)).toBe(15 * 60_000)
    const { pathname, search } = new URL(url)
    const open = (of: string) => test.app.http.inject({ url: of })
    const opened = await open(`${pathname}${search}`)
    expect(opened.rawPayload).toEqual(await fileOf(test, fixture.key, brandId, id))
    expect(opened.headers['content-security-policy']).toContain('sandbox')
    const later = search.replace(/expires=\d+/, `expires=${Date.parse(expires_at) + 1}`)
    const { id: other } = await makeExport(test, brandId, { kind: 'answers', ...year })
    for (const wrong of [
      pathname,
      `${pathname}${later}`,
      `/exports/${other}${search}`,
      '/exports/x',
      `${pathname}${search}x`,
    ])
      expect((await open(wrong)).statusCode, wrong).toBe(404)
    const again = await test.send('POST', `${path}/link`, fixture.key, {
      headers: { 'idempotency-key': 'link' },
    })
    expect(again.text).toBe(made.text)
    test.setNow(expires_at)
    expect((await open(`${pathname}${search}`)).statusCode).toBe(404)
  })
})

describe('deletion of an export file', () => {
  it('happens after 7 days, in the API and on disk', async () => {
    const { id } = await makeExport(test, brandId, { kind: 'answers', ...year })
    const url = `/v1/brands/${brandId}/exports/${id}/file`
    const days = (count: number) => new Date(Date.parse(fixtureNow) + count * 86_400_000 - 1000)
    test.setNow(days(7))
    expect((await inject(url)).statusCode).toBe(200)
    test.setNow(days(8))
    expect((await inject(url)).statusCode).toBe(404)
    await prune()
    expect(await partsOf(id)).toBe(0)
    await expect(test.operate('get-export', { brand_id: brandId, export_id: id })).rejects.toThrow('export')
  })

  it('happens with its brand, its workspace or its requester, without waiting for its parts', async () => {
    const { db } = test.app.services
    const workspace_id = (await test.operate('create-workspace', { name: 'Ends' })).id
    const [first, second] = [
      await test.operate('create-brand', { workspace_id, name: 'Gone', domain: 'gone.example' }),
      await test.operate('create-brand', { workspace_id, name: 'Last', domain: 'last.example' }),
    ]
    const person = await test.operate('create-person', {
      ...{ workspace_id, email: 'taker@people.example', name: 'Taker', role: 'viewer' },
    })
    const [brandExport, personExport, workspaceExport] = [
      await makeExport(test, first.id, { kind: 'answers', ...year }),
      await makeExport(test, second.id, { kind: 'answers', ...year }),
      await makeExport(test, second.id, { kind: 'answers', ...year }),
    ]
    await db.updateTable('exports').set({ person_id: person.id }).where('id', '=', personExport.id).execute()
    const ids = [brandExport, personExport, workspaceExport].map(({ id }) => id)
    // The lock simulates parts that take longer to delete than the statement timeout.
    await db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('export_parts').select('run').where('export_id', 'in', ids).forUpdate().execute()
      await test.operate('delete-person', { email: 'taker@people.example' })
      await test.operate('delete-brand', { brand_id: first.id })
      await test.operate('delete-workspace', { workspace_id })
    })
    await prune()
    for (const id of ids) expect(await partsOf(id)).toBe(0)
  })

  it('happens first when a workspace is erased: its links stop working before other data is gone', async () => {
    const workspace_id = (await test.operate('create-workspace', { name: 'Ends' })).id
    const { id: brand_id } = await test.operate('create-brand', { workspace_id, name: 'Gone' })
    const { id: export_id } = await makeExport(test, brand_id, { kind: 'answers', ...year })
    const { url } = await test.operate<{ url: string }>('create-export-link', { brand_id, export_id })
    const { pathname, search } = new URL(url)
    const open = async () => (await test.app.http.inject({ url: `${pathname}${search}` })).statusCode
    expect(await open()).toBe(200)
    const { services } = test.app
    const { erased } = await withAllLocks(services, brand_id, async () => {
      const erased = test.operate('delete-workspace', { workspace_id })
      await expect.poll(open).toBe(404)
      const brands = services.db.selectFrom('brands').select('id').where('id', '=', brand_id)
      expect(await brands.execute()).toHaveLength(1)
      return { erased }
    })
    await erased
  })

  it('happens on delete-export, even while the file is being written', async () => {
    const kept = await makeExport(test, large, { kind: 'mentions', ...year })
    const { id } = await test.operate('create-export', { brand_id: large, kind: 'answers', ...year })
    const writing = writeNow(test, id)
    await test.operate('delete-export', { brand_id: large, export_id: id })
    await writing
    await prune()
    expect(await partsOf(id)).toBe(0)
    await expect(test.operate('get-export', { brand_id: large, export_id: id })).rejects.toThrow('export')
    expect(await test.operate('get-export', { brand_id: large, export_id: kept.id })).toMatchObject({
      status: 'completed',
    })
  })
})

describe('failures and limits of exports', () => {
  it('an export over the size limit fails, stores no file and reports the limit', async () => {
    const { EXPORT_MAX_MEGABYTES, EXPORTS_MAX_MEGABYTES } = test.app.services.config
    const set = (values: object) => Object.assign(test.app.services.config, values)
    set({ EXPORT_MAX_MEGABYTES: 1 })
    const tooLarge = await makeExport(test, large, { kind: 'answers', ...year })
    expect(tooLarge).toMatchObject({ status: 'failed', rows: 0, bytes: 0 })
    expect(tooLarge.problem).toContain('1 MB')
    await expect.poll(() => partsOf(tooLarge.id)).toBe(0)
    expect((await inject(`/v1/brands/${large}/exports/${tooLarge.id}/file`)).statusCode).toBe(409)
    set({ EXPORT_MAX_MEGABYTES, EXPORTS_MAX_MEGABYTES: 1 })
    const noRoom = await test.tryOperate('create-export', { brand_id: large, kind: 'answers', ...year })
    if ('failure' in noRoom) expect(noRoom.failure.error.code).toBe('conflict')
    else expect((await ended(test, large, (noRoom.envelope.data as { id: string }).id)).problem).toContain('limit')
    set({ EXPORTS_MAX_MEGABYTES })
  })

  it('an error names the export to delete if a workspace is over its quota; other workspaces are not affected', async () => {
    const { config } = test.app.services
    const share = config.WORKSPACE_EXPORTS_MAX_MEGABYTES
    const { id } = await makeExport(test, large, { kind: 'answers', ...year })
    Object.assign(config, { WORKSPACE_EXPORTS_MAX_MEGABYTES: 1 })
    const refused = await test.tryOperate('create-export', { brand_id: brandId, kind: 'answers', ...year })
    const otherWorkspaceBrand = fixture.foreignIds.brand_id?.[0] as string
    expect(await makeExport(test, otherWorkspaceBrand, { kind: 'answers', ...year })).toMatchObject({
      status: 'completed',
    })
    Object.assign(config, { WORKSPACE_EXPORTS_MAX_MEGABYTES: share })
    if (!('failure' in refused)) throw new Error('the export was accepted')
    const { code, message } = refused.failure.error
    expect(code).toBe('conflict')
    const largest = /delete the largest export, ([0-9a-f-]{36}) of brand/.exec(message)?.[1] as string
    const { bytes } = await test.operate<{ bytes: number }>('get-export', {
      ...{ brand_id: large, export_id: largest },
    })
    expect(bytes).toBeGreaterThanOrEqual(
      (await test.operate<{ bytes: number }>('get-export', { brand_id: large, export_id: id })).bytes,
    )
  })

  it('an export fails with a reason after several attempts without a response from the store', async () => {
    const { services } = test.app
    const { checkRoom } = services
    services.checkRoom = async () => {
      throw new StoreUnreachableError('no answer in time')
    }
    const { id } = await test.operate('create-export', { brand_id: large, kind: 'answers', ...year })
    for (let attempt = 0; attempt < 10; attempt++) await writeNow(test, id).catch(() => {})
    services.checkRoom = checkRoom
    const { status, problem } = await test.operate<{ status: string; problem: string }>('get-export', {
      ...{ brand_id: large, export_id: id },
    })
    expect([status, problem]).toEqual(['failed', expect.stringContaining('in several attempts')])
  })

  it('a nearly full disk fails only that export', async () => {
    const { services } = test.app
    const { checkRoom } = services
    services.checkRoom = async () => {
      throw unavailable('the disk of the data directory is nearly full', 10)
    }
    const { id } = await test.operate('create-export', { brand_id: large, kind: 'answers', ...year })
    await writeNow(test, id)
    expect((await ended(test, large, id)).problem).toContain('nearly full')
    services.checkRoom = checkRoom
    await expect.poll(() => partsOf(id)).toBe(0)
    expect(await makeExport(test, large, { kind: 'answers', ...year })).toMatchObject({
      status: 'completed',
      rows: texts.length,
    })
  })

  longTest('concurrent attempts leave the parts of one attempt only', async () => {
    const { id } = await test.operate('create-export', { brand_id: large, kind: 'answers', ...year })
    await Promise.all([writeNow(test, id), writeNow(test, id), writeNow(test, id)])
    const made = await ended(test, large, id)
    expect(made).toMatchObject({ status: 'completed', rows: texts.length })
    const { runs } = await test.app.services.db
      .selectFrom('export_parts')
      .select((eb) => eb.fn.count<string>('run').distinct().as('runs'))
      .where('export_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(runs)).toBe(1)
    const file = await fileOf(test, fixture.key, large, id)
    const [{ rows } = {}] = await askDuckdb(file, 'select count(*)::int as rows from file')
    expect(rows).toBe(texts.length)
  })

  it('restarts an export if data is reread or erased while it runs, so the file is consistent', async () => {
    const { services } = test.app
    const { checkRoom, db } = services
    let changes = 0
    services.checkRoom = async () => {
      changes += 1
      if (changes === 1)
        await db
          .updateTable('brands')
          .set((eb) => ({ erasures: eb('erasures', '+', 1) }))
          .where('id', '=', brandId)
          .execute()
    }
    const { id } = await test.operate('create-export', { brand_id: brandId, kind: 'mentions', ...year })
    const first = await writeNow(test, id).then(
      () => 'written',
      (error: Error) => error.message,
    )
    // The change hits this attempt or the app's own, which then restarts automatically.
    if (first !== 'written') {
      expect(first).toContain('reread or erased')
      await writeNow(test, id)
    }
    expect(await ended(test, brandId, id)).toMatchObject({ status: 'completed' })
    services.checkRoom = checkRoom
    expect(changes).toBeGreaterThan(1)
  })
})
