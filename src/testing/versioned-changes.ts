import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'
import { jobsAreDone } from './stored-rows.ts'
import type { TestApp } from './test-app.ts'

export type Input = Record<string, unknown>

/** Something that a person reads and changes. */
export interface Made {
  /** Fields of the changing operation that identify it. */
  on: Input
  /** Input of the reading operation, and the id of the row. */
  read?: Input
  id?: unknown
}

export type Change = Input | ((made: Made) => Input)

export interface Case {
  make(): Promise<Made>
  /** Two changes with different results. */
  change?: Change
  other?: Change
  /** Changes it in another way, if the operation itself works only once. */
  edit?(made: Made): Promise<unknown>
  /** The operation's response once done: the thing is gone, or its status final. */
  repeated?: 400 | 404 | 409
}

/** Where things are created; its fields are set once a test runs. */
export interface Making {
  test: TestApp
  fixture: Fixture
  brandId: string
  /** Calls an operation as a person. */
  operate(name: string, input: Input): Promise<{ id: string }>
}

let made = 0
const newEmail = () => `member${made++}@example.com`
export const newName = () => `Made ${made++}`

/** Each operation that takes the version of what it changes, by name, with something to change. */
export function versionedChanges(app: Making): Record<string, Case> {
  const inBrand = (field: string, make: string, input: () => Input) => async (): Promise<Made> => {
    const { id } = await app.operate(make, { brand_id: app.brandId, ...input() })
    return { on: { brand_id: app.brandId, [field]: id }, id }
  }
  const inWorkspace = (field: string, make: string, input: () => Input) => async (): Promise<Made> => {
    const { id } = await app.operate(make, input())
    return { on: { [field]: id }, id }
  }
  const edited =
    (name: string, change: Input) =>
    ({ on }: Made) =>
      app.operate(name, { ...on, ...change })

  const prompt = {
    make: inBrand('prompt_id', 'create-prompt', () => ({
      text: newName(),
      topic_id: app.fixture.ids.topic_id?.[0],
      tag_ids: app.fixture.ids.tag_id,
    })),
  }
  const competitor = () => ({ name: newName(), primary_url: `https://made-${made++}.example` })
  const suggestion = inBrand('suggestion_id', 'create-alignment-suggestion', () => ({
    suggested_prompt: newName(),
    country_codes: ['US'],
  }))
  const edit = async ({ id }: Made) =>
    app.operate('update-alignment-suggestions', {
      brand_id: app.brandId,
      updates: [{ suggestion_id: id, country_codes: ['FR'] }],
    })
  const sourceInput = () => ({ kind: 'openai', name: newName(), api_key: 'key', model: 'gpt-5' })
  const source = inWorkspace('source_id', 'create-source', sourceInput)
  /** A passkey of the caller's account; no device has it. */
  const passkey = async (): Promise<Made> => {
    const id = randomUUID()
    const { db, now } = app.test.app.services
    const { person_id } = await db
      .selectFrom('sessions')
      .select('person_id')
      .orderBy('last_used_at', 'desc')
      .executeTakeFirstOrThrow()
    const values = { name: newName(), credential_id: id, public_key: Buffer.alloc(1), counter: 0 }
    await db
      .insertInto('passkeys')
      .values({ id, person_id, created_at: now(), ...values })
      .execute()
    return { on: { passkey_id: id }, id }
  }
  const style = {
    async make(): Promise<Made> {
      const scope = { surface: 'social', channel: 'linkedin' }
      const { id } = await app.operate('create-writing-style', {
        brand_id: app.brandId,
        ...scope,
        name: newName(),
      })
      return { on: { brand_id: app.brandId, writing_style_id: id }, id }
    },
  }
  const member = async (): Promise<Made> => {
    const email = newEmail()
    const person = { workspace_id: app.fixture.workspaceId, email, name: 'Eve', role: 'viewer' }
    const { id } = await app.test.operate('create-person', person)
    return { on: { email }, id }
  }
  const brand = async (): Promise<Made> => {
    const { id } = await app.operate('create-brand', { name: newName() })
    return { on: { brand_id: id }, id }
  }
  const webhook = inWorkspace('webhook_id', 'create-webhook', () => ({
    ...{ name: newName(), url: 'https://hooks.example/ours', events: ['alert.raised'] },
  }))
  const key = inWorkspace('key_id', 'create-key', () => ({ name: newName() }))

  return {
    'update-prompt': { ...prompt, change: { tag_ids: [] }, other: { is_active: false } },
    'delete-prompt': { ...prompt, edit: edited('update-prompt', { countries: ['FR'] }), repeated: 404 },
    'update-profile': {
      make: async () => ({ on: { brand_id: app.brandId } }),
      change: { industry: 'Hats' },
      other: { key_features: ['Dry'] },
    },
    'check-mention': {
      async make() {
        const { execution_id, entity_id } = app.fixture.ids
        const on = { brand_id: app.brandId, execution_id: execution_id?.[1], entity_id: entity_id?.[1] }
        await app.operate('check-mention', { ...on, mention: 'right', sentiment: null })
        return { on, read: { execution_id: execution_id?.[1] } }
      },
      change: { sentiment: 'negative' },
      other: { mention: 'wrong' },
    },
    'update-experiment': {
      async make() {
        const prompts = Array.from({ length: 10 }, () => ({ text: newName() }))
        const ids: string[] = []
        for (const input of prompts)
          ids.push((await app.operate('create-prompt', { brand_id: app.brandId, ...input })).id)
        return inBrand('experiment_id', 'create-experiment', () => ({
          ...{ name: newName(), started_on: '2026-06-10', candidate_prompt_ids: ids },
        }))()
      },
      change: { name: 'Renamed' },
      other: { description: 'New pages' },
    },
    'delete-note': {
      make: inBrand('note_id', 'create-note', () => ({ day: '2026-06-01', text: newName() })),
      repeated: 404,
    },
    'delete-goal': {
      make: inBrand('goal_id', 'create-goal', () => ({ name: newName(), path: '/cart' })),
      repeated: 404,
    },
    'delete-connection': {
      async make() {
        // A brand has one of each kind.
        await app.test.app.services.db.deleteFrom('connections').where('brand_id', '=', app.brandId).execute()
        const created = await inBrand('connection_id', 'create-connection', () => ({
          ...{ kind: 'bing', property: 'https://acme.example/', credential: 'bing-key' },
          base_url: 'http://127.0.0.1:9',
        }))()
        // Its first sync changes its state.
        await jobsAreDone(app.test.app.services)
        return created
      },
      repeated: 404,
    },
    'delete-export': {
      async make() {
        const made = await inBrand('export_id', 'create-export', () => ({ kind: 'answers' }))()
        // Its progress is part of its version.
        await jobsAreDone(app.test.app.services)
        return made
      },
      repeated: 404,
    },
    'update-product': {
      make: inBrand('product_id', 'create-product', () => ({ name: newName() })),
      change: { description: 'Dry' },
      other: { kind: 'service' },
    },
    'delete-product': {
      make: inBrand('product_id', 'create-product', () => ({ name: newName() })),
      edit: edited('update-product', { name: 'Another' }),
      repeated: 404,
    },
    'delete-knowledge-document': {
      async make() {
        const document = { brand_id: app.brandId, title: newName(), text: 'Boots.' }
        const { id } = await app.test.operate('add-knowledge-document', document)
        // The result of processing is part of its version.
        await jobsAreDone(app.test.app.services)
        return { on: { brand_id: app.brandId, document_id: id }, id }
      },
      repeated: 404,
    },
    'delete-alignment-categories': {
      async make() {
        const { id } = await app.operate('create-alignment-category', {
          brand_id: app.brandId,
          name: newName(),
        })
        return { on: { brand_id: app.brandId, category_ids: [id] }, id }
      },
      repeated: 400,
      async edit({ id }) {
        const { id: prompt_id } = await app.operate('create-prompt', {
          brand_id: app.brandId,
          text: newName(),
          topic_id: app.fixture.ids.topic_id?.[0],
          category_id: id,
        })
        return prompt_id
      },
    },
    'update-prompts': {
      async make() {
        const { id } = await prompt.make()
        return { on: { brand_id: app.brandId }, id }
      },
      change: ({ id }) => ({ prompt_ids: [id], is_active: false }),
      other: ({ id }) => ({ prompt_ids: [id], countries: ['FR'] }),
    },
    'update-alignment-suggestions': {
      async make() {
        const { id } = await suggestion()
        return { on: { brand_id: app.brandId }, id }
      },
      change: ({ id }) => ({ updates: [{ suggestion_id: id, country_codes: ['DE'] }] }),
      other: ({ id }) => ({ updates: [{ suggestion_id: id, suggested_prompt: newName() }] }),
    },
    'accept-alignment-suggestion': { make: suggestion, edit, repeated: 409 },
    'reject-alignment-suggestion': { make: suggestion, edit, repeated: 409 },
    'promote-alignment-suggestion': { make: suggestion, edit, repeated: 409 },
    'update-competitor': {
      make: inBrand('competitor_id', 'create-competitor', competitor),
      change: { aliases: ['Rival'] },
      other: { is_active: false },
    },
    'update-source': {
      make: source,
      change: { concurrency: 7 },
      other: { price: { per_thousand_searches: 1 } },
    },
    'delete-source': { make: source, edit: edited('update-source', { concurrency: 7 }), repeated: 404 },
    'set-collection': {
      make: async () => ({ on: { brand_id: app.brandId, engine: 'chatgpt' }, read: { engine: 'chatgpt' } }),
      change: { countries: ['FR'] },
      other: { is_active: false },
    },
    'set-budget': { make: async () => ({ on: {} }), change: { monthly_usd: 3 }, other: { monthly_usd: 4 } },
    'update-earned-mention': {
      async make() {
        const list = { brand_id: app.brandId, min_competitors: 1 }
        const [row] = await app.test.operate<{ citation_id: string }[]>('list-earned-mention-work', list)
        const on = { brand_id: app.brandId, citation_id: row?.citation_id }
        await app.operate('update-earned-mention', { ...on, state: 'open' })
        return { on, read: { min_competitors: 1 }, id: row?.citation_id }
      },
      change: { state: 'dismissed' },
      other: { state: 'in_progress' },
    },
    'update-competitor-suggestion': {
      async make() {
        const open = { brand_id: app.brandId, state: ['open'] }
        const [row] = await app.test.operate<{ id: string }[]>('list-competitor-suggestions', open)
        const on = { brand_id: app.brandId, suggestion_id: row?.id }
        return { on, read: { state: ['open', 'dismissed'] }, id: row?.id }
      },
      change: { state: 'dismissed' },
      other: { state: 'accepted' },
    },
    'update-opportunity': {
      async make() {
        const [row] = await app.test.operate<{ id: string }[]>('list-opportunities', {
          brand_id: app.brandId,
        })
        const on = { brand_id: app.brandId, opportunity_id: row?.id }
        await app.operate('update-opportunity', { ...on, state: 'open' })
        return { on, id: row?.id }
      },
      change: { state: 'dismissed' },
      other: { state: 'done' },
    },
    'update-visibility-alert': {
      async make() {
        const alert_id = app.fixture.ids.alert_id?.[0]
        const on = { brand_id: app.brandId, alert_id }
        await app.operate('update-visibility-alert', { ...on, state: 'open' })
        return { on, id: alert_id }
      },
      change: { state: 'closed' },
      other: { state: 'acknowledged' },
    },
    'revoke-ingest-token': {
      make: inBrand('token_id', 'create-ingest-token', () => ({ name: newName() })),
      repeated: 409,
    },
    'set-audit-schedule': {
      async make() {
        await app.operate('set-audit-schedule', {
          brand_id: app.brandId,
          every: 'week',
          include_link_analysis: true,
        })
        return { on: { brand_id: app.brandId } }
      },
      change: { every: 'month' },
      other: { every: 'week', include_link_analysis: false },
    },
    'set-report-settings': {
      async make() {
        const cleared = { weekly: false, alerts: 'none', person_ids: [], addresses: [] }
        await app.operate('set-report-settings', { brand_id: app.brandId, ...cleared })
        return { on: { brand_id: app.brandId } }
      },
      change: { alerts: 'falls' },
      other: { addresses: ['board@people.example'] },
    },
    'resolve-issue-page': {
      async make() {
        const page_issue_id = app.fixture.ids.page_issue_id?.[0]
        const on = { brand_id: app.brandId, page_issue_id }
        await app.operate('resolve-issue-page', { ...on, resolved: false })
        const rows = await app.test.operate<{ id: string }[]>('list-issues', { brand_id: app.brandId })
        for (const { id: issue_id } of rows) {
          const pages = await app.test.operate<{ id: string }[]>('get-issue', {
            brand_id: app.brandId,
            issue_id,
          })
          if (pages.some(({ id }) => id === page_issue_id)) return { on, read: { issue_id }, id: page_issue_id }
        }
        throw new Error('no such page')
      },
      change: { resolved: true },
      other: { resolved: false },
    },
    'update-writing-style': { ...style, change: { sort_order: 700 }, other: { name: 'Other' } },
    'delete-writing-style': {
      ...style,
      edit: edited('update-writing-style', { sort_order: 5 }),
      repeated: 404,
    },
    'update-brand': { make: brand, change: { aliases: ['Alias'] }, other: { is_active: false } },
    'delete-brand': { make: brand, edit: edited('update-brand', { aliases: ['Alias'] }), repeated: 404 },
    'update-key': {
      make: key,
      change: { allowed_addresses: ['203.0.113.7'] },
      other: { allowed_addresses: ['203.0.113.8'] },
    },
    'roll-key': { make: key, repeated: 409 },
    'revoke-key': { make: key, edit: edited('roll-key', { grace_hours: 1 }), repeated: 409 },
    'update-webhook': { make: webhook, change: { name: 'Theirs' }, other: { is_active: false } },
    'delete-webhook': { make: webhook, edit: edited('update-webhook', { name: 'Theirs' }), repeated: 404 },
    'roll-webhook-secret': { make: webhook },
    'update-person': { make: member, change: { role: 'editor' }, other: { role: 'admin' } },
    'remove-person': { make: member, edit: edited('update-person', { role: 'editor' }), repeated: 404 },
    'revoke-invitation': {
      make: inWorkspace('invitation_id', 'create-invitation', () => ({ email: newEmail(), role: 'viewer' })),
      repeated: 404,
    },
    'rename-workspace': {
      make: async () => ({ on: {} }),
      change: { name: 'Renamed' },
      other: { name: 'Named otherwise' },
    },
    'update-account': {
      make: async () => ({ on: {} }),
      change: { name: 'Ada L.' },
      other: { name: 'Ada Byron' },
    },
    'rename-passkey': { make: passkey, change: { name: 'Key' }, other: { name: 'Phone' } },
    'delete-passkey': { make: passkey, edit: edited('rename-passkey', { name: 'Key' }), repeated: 404 },
  }
}
