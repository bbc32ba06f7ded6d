import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { fixtureNow, makeKey } from '../fixture.ts'
import { type Answer, startTestApp, type TestApp } from '../test-app.ts'

export interface Style {
  id: string
  name: string
  surface: string
  channel: string | null
  is_default: boolean
  sort_order: number
  language_overrides: Record<string, object>
}

export type Input = NonNullable<Parameters<TestApp['operate']>[1]>

/** The program with a workspace for the tests of a file, and a brand without writing styles for each test. */
export function stylesOfBrand() {
  let app: TestApp
  let workspaceId: string
  let key: string
  let brandId: string

  beforeAll(async () => {
    app = await startTestApp()
    app.setNow(fixtureNow)
    workspaceId = (await app.operate('create-workspace', { name: 'Ours', api_writes: true })).id
    key = await makeKey(app, workspaceId, { scopes: ['read:content', 'write:brand_profile'] })
  })
  beforeEach(async () => {
    app.setNow(fixtureNow)
    await nextBrand()
  })
  afterAll(() => app.close())

  /** Switches to another brand of the workspace. */
  async function nextBrand(): Promise<void> {
    brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
  }

  const path = (below = '') => `/v1/brands/${brandId}/writing-styles${below}`

  const post = (body: object | string, idempotencyKey: string = randomUUID(), by = key): Promise<Answer> =>
    app.send('POST', path(), by, {
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  const get = (below = '', by = key): Promise<Answer> => app.get(path(below), by)

  const listed = async (query = '') => (await get(query)).body.data as Style[]

  return {
    fixture: () => ({ app, workspaceId, brandId, key }),
    nextBrand,
    post,
    get,
    listed,
    content: (name: string, rest: object = {}) => post({ surface: 'content', name, ...rest }),
    social: (name: string, rest: object = {}) => post({ surface: 'social', channel: 'reddit', name, ...rest }),
    /** Names of the defaults in list order. */
    defaults: async () => (await listed()).filter((style) => style.is_default).map(({ name }) => name),
    update: (id: string, input: Input) =>
      app.operate<Style>('update-writing-style', { brand_id: brandId, writing_style_id: id, ...input }),
    remove: (id: string) =>
      app.operate<{ deleted_writing_style_id: string; new_default_id: string | null }>('delete-writing-style', {
        brand_id: brandId,
        writing_style_id: id,
      }),
    /** Why an operation on the brand fails: code and message. */
    refusal: async (name: string, input: Input): Promise<string[]> => {
      const outcome = await app.tryOperate(name, { brand_id: brandId, ...input })
      return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
    },
    /** All pages of the list. */
    walk: async (limit: number, between: (walked: Style[]) => Promise<unknown> = async () => {}) => {
      const walked: Style[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await get(`?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        walked.push(...(body.data as Style[]))
        cursor = body.pagination.next_cursor
        if (walked.length > 100) throw new Error('the walk does not end')
        await between(walked)
      }
      return walked.map(({ name }) => name)
    },
  }
}

/** The style created by a request. */
export async function made(answer: Promise<Answer>): Promise<Style> {
  const { status, text, body } = await answer
  if (status !== 200) throw new Error(text)
  return body.data as Style
}

/** The error of a request. */
export async function refused(answer: Promise<Answer>): Promise<[status: number, code: string, message: string]> {
  const { status, body } = await answer
  expect(body.data).toBeUndefined()
  return [status, body.error.code, body.error.message]
}
