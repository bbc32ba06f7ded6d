import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleEnvironment } from '../../testing/browser.ts'
import { longTest } from '../../testing/forms.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand
let editor: Person
let ids: string[]

beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
})
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  await addCompetitor(test, brand.brandId, 'Bolmex')
  // Prompts of one topic would be one opportunity.
  const answers = ['Boots', 'Shoes'].flatMap((topic) =>
    [1, 2, 3].map((id) => ({
      ...{ id: `${topic} ${id}`, prompt: `Which ${topic}?`, topic },
      ...{ engine: 'claude', executed_at: '2026-03-01T10:00:00Z', answer: 'Bolmex it is.' },
    })),
  )
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(answers))
  await test.operate('refresh-opportunities', { brand_id: brand.brandId })
  editor = await makePerson(test, brand.workspaceId, 'editor')
  ids = (await list()).map(({ id }) => id)
})
afterAll(() => test.close())

interface Row {
  id: string
  owner_id: string | null
  owner_name: string | null
  due_on: string | null
  is_overdue: boolean
  status: string
  updated_at: string
}
interface Comment {
  id: string
  author_id: string | null
  author_name: string | null
  text: string
}
interface Change {
  before: object
  after: object
  actor: { id: string | null }
}

const list = async (query = '') =>
  (await test.get(`/v1/brands/${brand.brandId}/opportunities${query}`, brand.key)).body.data as Row[]
const one = async (id = ids[0]) => (await list()).find((row) => row.id === id)
const update = (input: object, headers: Record<string, string> = {}, person = editor) =>
  person.browser.send('PATCH', `/brands/${brand.brandId}/opportunities/${ids[0]}`, { body: input, headers })
const comment = (text: string, person = editor) =>
  person.browser.post(`/brands/${brand.brandId}/opportunities/${ids[0]}/comments`, { text })
const comments = async (query = '', key = brand.key) => {
  const path = `/v1/brands/${brand.brandId}/opportunities/${ids[0]}/comments${query}`
  const { body } = await test.get(path, key)
  return body as { data: Comment[]; pagination: { next_cursor: string | null } }
}
const changes = (operation: string) =>
  test.operate<Change[]>('list-changes', { workspace_id: brand.workspaceId, operation })

describe('the owner of an opportunity', () => {
  it('is shown with the current name, also after the member changes it', async () => {
    expect(await one()).toMatchObject({ owner_id: null, owner_name: null })
    expect((await update({ owner_id: editor.id })).status).toBe(200)
    await editor.browser.operate('update-account', { name: 'Ada Byron' })
    expect(await one()).toMatchObject({ owner_id: editor.id, owner_name: 'Ada Byron' })
    const brief = await test.get(`/v1/brands/${brand.brandId}/opportunities/${ids[0]}/brief`, brand.key)
    expect(brief.body.data).toMatchObject({ opportunity: { owner_name: 'Ada Byron' } })
    await editor.browser.operate('update-account', { name: 'Ada King' })
    const later = await test.get(`/v1/brands/${brand.brandId}/opportunities/${ids[0]}/brief`, brand.key)
    expect(later.body.data).toMatchObject({ opportunity: { owner_name: 'Ada King' } })
  })

  it('is recorded by id, never by name', async () => {
    await update({ owner_id: editor.id })
    const [change] = await changes('update-opportunity')
    expect(change).toMatchObject({ before: { owner_id: null }, after: { owner_id: editor.id } })
    expect(Object.keys({ ...change?.before, ...change?.after })).not.toContain('owner_name')
  })

  it('is cleared with null, also on the command line, and stays in updates of other fields', async () => {
    await update({ owner_id: editor.id, due_on: '2026-03-09' })
    await update({ state: 'doing' })
    expect(await one()).toMatchObject({ owner_id: editor.id, due_on: '2026-03-09', progress: 'doing' })
    await update({ due_on: null })
    expect(await one()).toMatchObject({ owner_id: editor.id, due_on: null, progress: 'doing' })
    const input = { brand_id: brand.brandId, opportunity_id: ids[0] as string, owner_id: 'null' }
    await test.operate('update-opportunity', input)
    expect(await one()).toMatchObject({ owner_id: null, progress: 'doing' })
  })

  it.each(['remove-person', 'delete-person', 'update-person'])(
    'is removed with the access to the brand, and the activity log says so: %s',
    async (operation) => {
      const { id: other } = await test.operate('create-brand', {
        workspace_id: brand.workspaceId,
        name: 'Other',
      })
      const version = async () => (await test.get(`/v1/brands/${brand.brandId}/opportunities`, brand.key)).headers
      await update({ owner_id: editor.id })
      const { etag } = await version()
      test.setNow('2026-03-02T12:00:01Z')
      await test.operate(operation, {
        ...(operation !== 'delete-person' && { workspace_id: brand.workspaceId }),
        ...(operation === 'update-person' && { brand_ids: [other] }),
        email: editor.email,
      })
      expect(await one()).toMatchObject({ owner_id: null, owner_name: null })
      expect((await version()).etag).not.toBe(etag)
      expect((await changes('update-opportunity'))[0]).toMatchObject({
        before: { id: ids[0], owner_id: editor.id },
        after: { id: ids[0], owner_id: null },
      })
      const admin = await makePerson(test, brand.workspaceId, 'admin')
      const again = await update({ owner_id: editor.id }, {}, admin)
      expect([again.status, again.body.error?.message]).toEqual([
        400,
        `owner_id: no member with access to the brand has the id ${editor.id}; use list-people`,
      ])
    },
  )

  it('is removed after an update of the opportunity that runs at the same time, without a deadlock', async () => {
    await update({ owner_id: editor.id })
    const { db } = test.app.services
    const input = { workspace_id: brand.workspaceId, email: editor.email }
    const removed = await db.transaction().execute(async (updating) => {
      await updating.updateTable('brands').set({ data_unstable: false }).where('id', '=', brand.brandId).execute()
      const removing = test.tryOperate('remove-person', input)
      const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBeGreaterThan(0)
      await updating
        .updateTable('opportunities')
        .set({ due_on: '2026-03-09' })
        .where('id', '=', ids[0] as string)
        .execute()
      return { removing }
    })
    expect(await removed.removing).not.toHaveProperty('failure')
    expect(await one()).toMatchObject({ owner_id: null, due_on: '2026-03-09' })
  })

  it('stays if the member keeps access to the brand', async () => {
    await update({ owner_id: editor.id })
    const limits = { brand_ids: [brand.brandId], role: 'viewer' }
    await test.operate('update-person', { workspace_id: brand.workspaceId, email: editor.email, ...limits })
    expect(await one()).toMatchObject({ owner_id: editor.id })
  })

  it('is filtered by id, me and none', async () => {
    await update({ owner_id: editor.id })
    expect((await list(`?owner_id=${editor.id}`)).map(({ id }) => id)).toEqual([ids[0]])
    expect((await list('?owner=none')).map(({ id }) => id)).toEqual([ids[1]])
    expect(await list(`?owner=none&owner_id=${editor.id.toUpperCase()}`)).toEqual([])
    const mine = await editor.browser.get(`/brands/${brand.brandId}/opportunities?owner=me`)
    expect((mine.body.data as Row[]).map(({ id }) => id)).toEqual([ids[0]])
    const other = await makePerson(test, brand.workspaceId, 'viewer')
    const theirs = await other.browser.get(`/brands/${brand.brandId}/opportunities?owner=me`)
    expect(theirs.body.data).toEqual([])
    expect(await list('?owner=me')).toEqual([])
    const unknown = await test.get(`/v1/brands/${brand.brandId}/opportunities?owner_id=${ids[0]}`, brand.key)
    expect([unknown.status, unknown.body.error.message]).toEqual([400, expect.stringMatching(/^owner_id: /)])
  })

  it('can be given by name or as me, not together with the id, and not by a name of two members', async () => {
    await editor.browser.operate('update-account', { name: 'Grace Hopper' })
    expect((await update({ owner: 'grace hopper' })).status).toBe(200)
    expect(await one()).toMatchObject({ owner_id: editor.id })
    const other = await makePerson(test, brand.workspaceId, 'editor')
    expect((await update({ owner: 'me' }, {}, other)).status).toBe(200)
    expect(await one()).toMatchObject({ owner_id: other.id })
    await other.browser.operate('update-account', { name: 'Grace Hopper' })
    for (const [input, problem] of [
      [{ owner: 'Grace Hopper' }, 'owner: several members have this name; set owner_id'],
      [{ owner: 'Grace' }, 'owner: no member with access to the brand has this name'],
      [{ owner: 'me', owner_id: null }, 'set either owner_id or owner'],
      [{ progress: 'done', state: 'doing' }, 'progress and state differ; set only progress'],
    ] as const)
      expect((await update(input)).body.error?.message).toBe(problem)
    expect(await one()).toMatchObject({ owner_id: other.id })
  })

  it('is found by a filter while the membership is being changed', async () => {
    await update({ owner_id: editor.id })
    await test.app.services.db.transaction().execute(async (changing) => {
      await changing.updateTable('memberships').set({ role: 'viewer' }).where('person_id', '=', editor.id).execute()
      expect((await list(`?owner_id=${editor.id}`)).map(({ id }) => id)).toEqual([ids[0]])
    })
  })

  it('cannot be a key, someone else’s member, or a member without the brand', async () => {
    const { id: key } = await test.operate('create-key', { workspace_id: brand.workspaceId, name: 'robot' })
    const { id: other } = await test.operate('create-brand', { workspace_id: brand.workspaceId, name: 'B' })
    const elsewhere = await makeBrand(test, 'Elsewhere')
    const outsider = await makePerson(test, elsewhere.workspaceId, 'editor')
    const limited = await makePerson(test, brand.workspaceId, 'editor', { brand_ids: [other] })
    for (const owner_id of [key, outsider.id, limited.id]) {
      const answer = await update({ owner_id })
      expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringMatching(/^owner_id: no member/)])
    }
    const allowed = await makePerson(test, brand.workspaceId, 'viewer', { brand_ids: [brand.brandId] })
    expect((await update({ owner_id: allowed.id })).status).toBe(200)
  })
})

describe('the due date', () => {
  it('is overdue from the next UTC day on, while the opportunity is open', async () => {
    await update({ due_on: '2026-03-02' })
    test.setNow('2026-03-02T23:59:59Z')
    expect(await one()).toMatchObject({ due_on: '2026-03-02', is_overdue: false })
    test.setNow('2026-03-03T00:00:00Z')
    expect(await one()).toMatchObject({ is_overdue: true })
    await update({ state: 'done' })
    expect(await one()).toMatchObject({ due_on: '2026-03-02', is_overdue: false })
  })
})

it.each([
  [{ owner_id: 'ada' }, 'owner_id'],
  [{ owner_id: '' }, 'owner_id'],
  [{ due_on: '2026-02-30' }, 'due_on'],
  [{ due_on: 'tomorrow' }, 'due_on'],
  [{ due_on: '2026-03-02T00:00:00Z' }, 'due_on'],
  [{}, 'set at least one of progress'],
  [{ due_on: '2026-03-02', experiment_id: '5f0f9a3e-1f4e-4c0e-9a51-0d5b6f2a7c34' }, 'experiment_id'],
])('rejects the update %j and names %s', async (input, field) => {
  const answer = await update(input)
  expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining(field)])
  expect(await one()).toMatchObject({ owner_id: null, due_on: null })
})

it('refuses the second of two editors who read the same version', async () => {
  const read = await editor.browser.get(`/brands/${brand.brandId}/opportunities`)
  const [version] = (read.body as unknown as { versions: string[] }).versions
  const headers = { 'if-match': `"${version}"` }
  const other = await makePerson(test, brand.workspaceId, 'editor')
  expect((await update({ owner_id: editor.id }, headers)).status).toBe(200)
  const second = await update({ owner_id: other.id, due_on: '2026-03-09' }, headers, other)
  expect([second.status, second.body.error?.message]).toEqual([
    409,
    'If-Match: the opportunity changed after you read it; fetch it again',
  ])
  expect(await one()).toMatchObject({ owner_id: editor.id, due_on: null })
})

describe('comments', () => {
  it('are listed newest first, by page, with the current name of their author', async () => {
    for (const [index, text] of [' First\n', 'Second', 'Third'].entries()) {
      test.setNow(`2026-03-02T12:00:0${index}Z`)
      expect((await comment(text)).status).toBe(200)
    }
    test.setNow('2026-03-02T12:00:03Z')
    await test.operate('create-opportunity-comment', {
      ...{ brand_id: brand.brandId, opportunity_id: ids[0] as string, text: 'By the operator' },
    })
    await editor.browser.operate('update-account', { name: 'Ada King' })
    const { data, pagination } = await comments('?limit=3')
    expect(data.map(({ author_name, text }) => [author_name, text])).toEqual([
      [null, 'By the operator'],
      ['Ada King', 'Third'],
      ['Ada King', 'Second'],
    ])
    const next = await comments(`?limit=3&cursor=${pagination.next_cursor}`)
    expect(next.data).toMatchObject([{ author_id: editor.id, text: 'First' }])
    expect(next.pagination.next_cursor).toBeNull()
  })

  it('have the id and text of their record in the activity log', async () => {
    const { data } = (await comment('Ask Jo')).body as unknown as { data: Comment }
    expect((await comments()).data).toMatchObject([data])
    expect((await changes('create-opportunity-comment'))[0]).toMatchObject({
      id: data.id,
      actor: { id: editor.id },
      after: { opportunity_id: ids[0], text: 'Ask Jo' },
    })
  })

  it('stay without the name of a deleted account', async () => {
    await comment('Ask Jo')
    await test.operate('delete-person', { email: editor.email })
    expect((await comments()).data).toMatchObject([{ author_name: 'an erased person', text: 'Ask Jo' }])
  })

  it.each(['', ' \n ', 'x'.repeat(2001)])('reject the text %j', async (text) => {
    const answer = await comment(text)
    expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringMatching(/^text/)])
    expect((await comments()).data).toEqual([])
  })

  it('take 2,000 characters, and no reader', async () => {
    expect((await comment('\u{1F45F}'.repeat(2000))).status).toBe(200)
    const viewer = await makePerson(test, brand.workspaceId, 'viewer')
    expect((await comment('Me too', viewer)).body.error?.code).toBe('insufficient_scope')
    expect((await comments()).data).toHaveLength(1)
  })

  it('belong to an opportunity of the brand', async () => {
    const other = await makeBrand(test, 'Other')
    const path = `/v1/brands/${other.brandId}/opportunities/${ids[0]}/comments`
    expect((await test.get(path, other.key)).status).toBe(404)
    const input = { brand_id: other.brandId, opportunity_id: ids[0] as string, text: 'Hello' }
    await expect(test.operate('create-opportunity-comment', input)).rejects.toThrow('opportunity')
  })
})

longTest('keeps owner, due date and comments through a restart, a backup and its restore', async () => {
  await update({ owner_id: editor.id, due_on: '2026-03-01' })
  await comment('Ask Jo')
  const shown = async () => [await list(), (await comments()).data]
  const before = await shown()
  expect(before).toMatchObject([[{ owner_id: editor.id, is_overdue: true }, {}], [{ text: 'Ask Jo' }]])
  await test.restart()
  test.setNow('2026-03-02T12:00:00Z')
  expect(await shown()).toEqual(before)
  const folder = mkdtempSync(join(tmpdir(), 'sightline-owners-'))
  const to = join(folder, 'backup')
  await test.operate('backup', { to })
  await test.close()
  test = await startTestApp(consoleEnvironment)
  test.setNow('2026-03-02T12:00:00Z')
  await test.operate('restore', { from: to })
  rmSync(folder, { recursive: true })
  expect(await shown()).toEqual(before)
})
