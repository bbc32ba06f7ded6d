import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../features.ts'
import { brandEndpoints, listEndpoints, steadyEndpoints, urlOf } from '../../testing/endpoints.ts'
import { type Fixture, fixtureNow, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import { portion } from '../../testing/forms.ts'
import { answersFile, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let fixture: Fixture

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp())
})
afterAll(() => test.close())

const tagOf = async (url: string, key = fixture.key) => {
  const { status, headers } = await test.get(url, key)
  expect(status).toBe(200)
  return headers.etag as string
}
const withTag = (url: string, tag: string, key = fixture.key) => test.get(url, key, { 'if-none-match': tag })

describe.each(portion(steadyEndpoints, 0, 16).map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    const url = () => urlOf(endpoint, fixture.ids)

    it('answers 304 without a body to a client with the same tag, and repeats the tag', async () => {
      const tag = await tagOf(url())
      expect(tag).toMatch(/^W\/"[\w-]+"$/)
      expect(await tagOf(url())).toBe(tag)
      for (const given of [tag, `"other", ${tag}`, tag.slice(2)]) {
        const { status, text, headers } = await withTag(url(), given)
        expect({ given, status, text }).toEqual({ given, status: 304, text: '' })
        expect(headers.etag).toBe(tag)
        expect(headers['x-request-id']).toBeDefined()
        expect(headers.ratelimit).toBeDefined()
      }
      expect((await withTag(url(), '"other"')).status).toBe(200)
      const { status, text, headers } = await withTag(url(), '*')
      expect([status, text, headers.etag]).toEqual([304, '', tag])
    })

    it('has a different tag for another key, and checks access first', async () => {
      const tag = await tagOf(url())
      const another = await makeKey(test, fixture.workspaceId)
      expect(await tagOf(url(), another)).not.toBe(tag)
      expect((await withTag(url(), tag, 'svc_sk_nonsense')).status).toBe(401)
      expect((await withTag(`${url()}${url().includes('?') ? '&' : '?'}nonsense=1`, tag)).status).toBe(400)
    })
  },
)

describe.each(portion(listEndpoints, 0, 16).map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    it('has a different tag as CSV', async () => {
      const url = urlOf(endpoint, fixture.ids)
      const { headers } = await test.get(url, fixture.key, { accept: 'text/csv' })
      expect(headers.etag).not.toBe(await tagOf(url))
      expect(headers.vary).toBe('Accept')
    })
  },
)

describe('a change of the brand’s data', () => {
  const brandId = () => fixture.ids.brand_id?.[0] as string
  const changes: Record<string, () => Promise<Record<string, string | string[]>>> = {
    'update-brand': async () => ({ alias: '', aliases: ['Acme Inc'] }),
    'create-topic': async () => ({ name: 'Sandals' }),
    'create-tag': async () => ({ name: 'Green' }),
    'create-note': async () => ({ day: '2026-06-03', text: 'Sandals are sold' }),
    'delete-note': async () => ({ note_id: fixture.ids.note_id?.at(-1) as string }),
    'create-prompt': async () => ({ text: 'Which sandals?' }),
    'create-goal': async () => ({ name: 'Sandals', path: '/sandals' }),
    'delete-goal': async () => ({ goal_id: fixture.ids.goal_id?.at(-1) as string }),
    'create-connection': async () => ({
      ...{ kind: 'gsc', property: 'sc-domain:acme.com', base_url: 'http://127.0.0.1:9' },
      credential: '{"client_id":"1","client_secret":"2","refresh_token":"3"}',
    }),
    'sync-connection': async () => ({ connection_id: fixture.ids.connection_id?.[0] as string }),
    'delete-connection': async () => ({ connection_id: fixture.ids.connection_id?.at(-1) as string }),
    'create-experiment': async () => ({
      ...{ name: 'Sandals', started_on: '2026-06-10' },
      candidate_prompt_ids: [...(fixture.ids.candidate_prompt_id ?? [])],
    }),
    'update-experiment': async () => ({
      experiment_id: fixture.ids.experiment_id?.[0] as string,
      name: 'Old boots',
    }),
    'update-prompt': async () => ({
      prompt_id: fixture.ids.prompt_id?.[0] as string,
      text: 'Which shoes then?',
    }),
    'create-prompts': async () => ({ prompts: [JSON.stringify({ text: 'Which clogs?', tags: ['Clogs'] })] }),
    'update-prompts': async () => ({
      prompt_ids: [fixture.ids.prompt_id?.[0] as string],
      countries: ['FR'],
    }),
    'create-competitor': async () => ({ name: 'Hooli', primary_url: 'https://hooli.com' }),
    'update-competitor': async () => ({
      competitor_id: fixture.ids.competitor_id?.[0] as string,
      relation: 'partner',
    }),
    'delete-prompt': async () => ({
      prompt_id: (await test.operate<{ id: string }>('create-prompt', { brand_id: brandId(), text: 'gone?' })).id,
    }),
    'create-writing-style': async () => ({ surface: 'content', name: 'Reviews' }),
    'update-writing-style': async () => ({
      writing_style_id: fixture.ids.writing_style_id?.[1] as string,
      is_default: 'true',
    }),
    'delete-writing-style': async () => ({
      writing_style_id: (
        await test.operate<{ id: string }>('create-writing-style', {
          brand_id: brandId(),
          surface: 'social',
          channel: 'linkedin',
          name: 'Posts',
        })
      ).id,
    }),
    'check-mention': async () => ({
      execution_id: fixture.ids.execution_id?.[0] as string,
      entity_id: fixture.ids.entity_id?.[1] as string,
      mention: 'right',
    }),
    'import-answers': async () => ({}),
    'import-crawler-logs': async () => ({}),
    'create-ingest-token': async () => ({ name: 'drain' }),
    'revoke-ingest-token': async () => ({
      token_id: (await test.operate<{ id: string }>('create-ingest-token', { brand_id: brandId(), name: 'gone' })).id,
    }),
    'create-setup': async () => ({
      source_id: fixture.ids.source_id?.[0] as string,
      engine: 'chatgpt',
      proposal: JSON.stringify({
        ...{ name: 'Acme', aliases: [], domains: [], country: 'US', language: 'en', competitors: [] },
        ...{ topics: ['Ropes'], prompts: [{ text: 'Which ropes?', topic: 'Ropes', tags: [], reason: '' }] },
      }),
    }),
    'import-profile': async () => ({}),
    'update-profile': async () => ({ industry: 'Clothes' }),
    'analyse-brand': async () => ({}),
    'create-product': async () => ({ name: 'Laces' }),
    'update-product': async () => ({
      product_id: (await test.operate<{ id: string }>('create-product', { brand_id: brandId(), name: 'changed' })).id,
      description: 'Dry',
    }),
    'import-products': async () => ({}),
    'import-first-party': async () => ({ kind: 'gsc-ai' }),
    'delete-product': async () => ({
      product_id: (await test.operate<{ id: string }>('create-product', { brand_id: brandId(), name: 'gone' })).id,
    }),
    'create-alignment-category': async () => ({ name: 'Quality' }),
    'delete-alignment-categories': async () => ({
      category_ids: [
        (
          await test.operate<{ id: string }>('create-alignment-category', {
            brand_id: brandId(),
            name: 'gone',
          })
        ).id,
      ],
    }),
    'create-alignment-suggestion': async () => ({ suggested_prompt: 'Why?', country_codes: ['US'] }),
    'update-alignment-suggestions': async () => ({
      updates: [JSON.stringify({ suggestion_id: fixture.ids.suggestion_id?.[0], suggested_prompt: 'Or?' })],
    }),
    ...Object.fromEntries(
      ['accept', 'reject', 'promote'].map((verb, index) => [
        `${verb}-alignment-suggestion`,
        async () => ({ suggestion_id: fixture.ids.suggestion_id?.[index] as string }),
      ]),
    ),
    'add-knowledge-document': async () => ({ title: 'News', text: 'Boots are cheaper now.' }),
    'resync-knowledge-document': async () => ({ document_id: fixture.ids.document_id?.[0] as string }),
    'delete-knowledge-document': async () => {
      const document = { brand_id: brandId(), title: 'Old', text: 'Boots were dearer.' }
      return { document_id: (await test.operate('add-knowledge-document', document)).id }
    },
    'import-page-scans': async () => ({}),
    'update-earned-mention': async () => {
      const list = { brand_id: brandId(), min_competitors: 1 }
      const [row] = await test.operate<{ citation_id: string }[]>('list-earned-mention-work', list)
      return { citation_id: row?.citation_id as string, state: 'in_progress' }
    },
    'update-opportunity': async () => {
      const [opportunity] = await test.operate<{ id: string }[]>('list-opportunities', {
        brand_id: brandId(),
      })
      return { opportunity_id: opportunity?.id as string, state: 'dismissed' }
    },
    'create-opportunity-comment': async () => ({
      opportunity_id: fixture.ids.opportunity_id?.[0] as string,
      text: 'Made',
    }),
    'create-report': async () => ({ start_date: '2026-06-01', end_date: '2026-06-07' }),
    'set-report-settings': async () => ({ alerts: 'falls' }),
    'update-visibility-alert': async () => ({
      alert_id: fixture.ids.alert_id?.[0] as string,
      state: 'acknowledged',
    }),
    'update-competitor-suggestion': async () => ({
      suggestion_id: fixture.ids['update-competitor-suggestion suggestion_id']?.[0] as string,
      state: 'dismissed',
    }),
    'refresh-competitor-suggestions': async () => ({}),
    'create-export': async () => ({ kind: 'answers' }),
    'create-export-link': async () => ({ export_id: fixture.ids.export_id?.[0] as string }),
    'delete-export': async () => ({ export_id: fixture.ids.export_id?.[1] as string }),
    'resolve-issue-page': async () => ({ page_issue_id: fixture.ids.page_issue_id?.[0] as string }),
    'start-audit': async () => ({}),
    'set-audit-schedule': async () => ({ every: 'month' }),
    'cancel-audit': async () => {
      await test.auditsAreOver()
      await test.operate('start-audit', { brand_id: brandId() })
      // Keeps it running until it is canceled.
      test.site.answer = () => new Promise(() => {})
      return {}
    },
  }
  const answer = (name: string) => ({
    prompt: 'Which?',
    engine: 'grok',
    executed_at: fixtureNow,
    answer: `Acme ${name}`,
  })
  const files: Record<string, string> = {
    'import-answers': answersFile([answer('import-answers')]),
    'import-crawler-logs': JSON.stringify({ ts: fixtureNow, user_agent: 'GPTBot/1.2', path: '/hats' }),
    'import-page-scans': JSON.stringify({
      url: 'https://new.example/',
      content: 'Globex and Initech make boots.',
    }),
    'import-profile': JSON.stringify({ industry: 'Hats', key_features: null }),
    'import-products': JSON.stringify({ name: 'Soles' }),
    'import-first-party': 'Page,Impressions\nhttps://acme.com/boots,7',
  }
  const ofBrand = operations.filter(({ on, http }) => on === 'brand' && http?.method !== 'GET')
  const others = [
    'delete-brand',
    'get-collection',
    'list-report-mails',
    'estimate-collection',
    // What they change is shown without the data version, or together with stored answers.
    'set-collection',
    // Stores nothing, and pays a provider.
    'suggest-setup',
    'create-draft',
    'run-collection',
    'list-lost-requests',
    'release-lost-requests',
    // Has an effect only if readers have changed.
    'reread-answers',
    'forget-address',
    'get-brand-analysis',
    'list-ingest-tokens',
    // Has no effect on a brand that lost nothing.
    'accept-data-loss',
    'list-page-scans',
    'list-earned-mention-work',
    'list-sentiment-judgements',
    'get-execution-neighbours',
    'get-raw-response',
    'refresh-opportunities',
    'refresh-visibility-alerts',
  ]

  it('comes from these operations', () => {
    expect([...Object.keys(changes), ...others].sort()).toEqual(ofBrand.map(({ name }) => name).sort())
  })

  const reads = brandEndpoints.filter(({ http, entityTag }) => http.method === 'GET' && entityTag === undefined)

  /** The response without what differs for each request. */
  const contentOf = async (url: string) => {
    const { body } = await test.get(url, fixture.key)
    const { request_id: _, pagination, ...content } = body
    return JSON.stringify({ ...content, more: pagination?.has_more })
  }

  /** A response and its tag. A job of the change before can end between two requests: then both are read again. */
  const seen = async (url: string): Promise<{ tag: string; content: string }> => {
    const tag = await tagOf(url)
    const content = await contentOf(url)
    return (await withTag(url, tag)).status === 304 ? { tag, content } : seen(url)
  }

  it.each(Object.keys(changes).map((name, index) => [name, portion(reads, index, 24)] as const))(
    '%s: a response is served again only if its content is the same',
    async (name, endpoints) => {
      const input = await (changes[name] as () => Promise<Record<string, string>>)()
      const before = new Map<string, { tag: string; content: string }>()
      for (const endpoint of endpoints) {
        const url = urlOf(endpoint, fixture.ids)
        before.set(url, await seen(url))
      }
      const { alias: _, ...fields } = input
      await test.operate(name, { brand_id: brandId(), ...fields }, files[name])
      for (const [url, { tag, content }] of before) {
        // A job can change the content between the two requests.
        const isRight = async () =>
          (await withTag(url, tag)).status === ((await contentOf(url)) === content ? 304 : 200)
        await expect.poll(isRight, { message: url }).toBe(true)
      }
      await test.historyIsRead()
    },
  )

  it('is visible immediately, although the earlier result was cached', async () => {
    const url = `/v1/brands/${brandId()}/competitors/rankings`
    const executions = async () => ((await test.get(url, fixture.key)).body.meta as { executions: number }).executions
    const before = await executions()
    expect(await executions()).toBe(before)
    const answer = { prompt: 'Once more?', engine: 'grok', executed_at: fixtureNow, answer: 'Acme' }
    await test.operate('import-answers', { brand_id: brandId() }, answersFile([answer]))
    expect(await executions()).toBe(before + 1)
  })

  it('made by another process is visible too', async () => {
    const url = `/v1/brands/${brandId()}/tags`
    const tag = await tagOf(url)
    const { db } = test.app.services
    const ofBrand = db.updateTable('tags').where('brand_id', '=', brandId())
    await ofBrand.set((eb) => ({ name: eb.fn('upper', ['name']) })).execute()
    await db.updateTable('brands').set({ data_version: 1_000_000 }).where('id', '=', brandId()).execute()
    expect((await withTag(url, tag)).status).toBe(200)
  })
})

describe('time', () => {
  it('gives a new tag at midnight, when the last 30 days change', async () => {
    const url = `/v1/brands/${fixture.ids.brand_id?.[0]}/competitors/rankings`
    test.setNow('2026-06-15T23:59:59.999Z')
    const tag = await tagOf(url)
    expect((await withTag(url, tag)).status).toBe(304)
    test.setNow('2026-06-16T00:00:00.000Z')
    const { status, body } = await withTag(url, tag)
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ period: { end_date: '2026-06-16' } })
  })

  it('a cached page gets a cursor with its own expiry for each request', async () => {
    const url = `/v1/brands/${fixture.ids.brand_id?.[0]}/competitors/rankings?limit=1`
    test.setNow('2026-06-15T12:00:00Z')
    await test.get(url, fixture.key)
    test.setNow('2026-06-15T12:29:00Z')
    const { body } = await test.get(url, fixture.key)
    test.setNow('2026-06-15T13:28:00Z')
    const next = await test.get(`${url}&cursor=${body.pagination.next_cursor}`, fixture.key)
    expect(next.status).toBe(200)
  })
})

it('no tag and no cache while data is being erased', async () => {
  const brandId = fixture.ids.brand_id?.[0] as string
  const { db } = test.app.services
  await db.updateTable('brands').set({ data_unstable: true }).where('id', '=', brandId).execute()
  const { headers } = await test.get(`/v1/brands/${brandId}/competitors/rankings`, fixture.key)
  await db.updateTable('brands').set({ data_unstable: false }).where('id', '=', brandId).execute()
  expect(headers.etag).toBeUndefined()
})

it.each(['executions/7b0c3a52-51f0-4c0f-9a51-000000000001', 'competitors/rankings?engine=nope'])(
  'an error is also returned for If-None-Match: *: %s',
  async (path) => {
    const { status } = await withTag(`/v1/brands/${fixture.ids.brand_id?.[0]}/${path}`, '*')
    expect(status).toBe(path.includes('?') ? 400 : 404)
  },
)
