import { consoleRoute } from '../interfaces/http/console-api.ts'
import type { Operation } from '../kernel/operation.ts'
import { type Endpoint, type Ids, urlOf } from './endpoints.ts'
import { bodyOf } from './writes.ts'

/** A request to the console's API, as `Browser.send` takes it. */
export interface ConsoleRequest {
  method: string
  /** Relative to `/console/api`. */
  path: string
  body?: unknown
}

type Input = Record<string, unknown>

const first = (ids: Ids, name: string) => ids[name]?.[0] as string

const suggestion = (ids: Ids) => ({ suggestion_id: first(ids, 'suggestion_id') })
const styled = (ids: Ids) => ({ writing_style_id: first(ids, 'writing_style_id') })
const key = (ids: Ids) => ({ key_id: first(ids, 'key_id') })
const source = (ids: Ids) => ({ source_id: first(ids, 'source_id') })
const webhook = (ids: Ids) => ({ webhook_id: first(ids, 'webhook_id') })
const nothing = () => ({})

/** Input of operations without a path in the public API, with these ids. */
const inputs: Record<string, (ids: Ids) => Input> = {
  'get-about': nothing,
  'get-workspace': nothing,
  'rename-workspace': () => ({ name: 'Renamed' }),
  'delete-workspace': nothing,
  'require-second-factor': () => ({ required: false }),
  'list-credit-entries': nothing,
  'list-people': nothing,
  'update-person': (ids) => ({ email: first(ids, 'email'), role: 'editor' }),
  'list-member-sessions': nothing,
  'end-member-sessions': (ids) => ({ email: first(ids, 'email') }),
  'remove-person': (ids) => ({ email: first(ids, 'email') }),
  'create-invitation': () => ({ email: 'invited@people.example', role: 'viewer' }),
  'list-invitations': nothing,
  'revoke-invitation': (ids) => ({ invitation_id: first(ids, 'invitation_id') }),
  'create-key': () => ({ name: 'Made' }),
  'list-keys': nothing,
  'update-key': (ids) => ({ ...key(ids), allowed_addresses: null }),
  'roll-key': key,
  'revoke-key': key,
  'create-brand': () => ({ name: 'Made' }),
  'update-brand': () => ({ name: 'Renamed' }),
  'delete-brand': nothing,
  'create-topic': () => ({ name: 'Made' }),
  'create-tag': () => ({ name: 'Made' }),
  'delete-note': (ids) => ({ note_id: ids.note_id?.at(-1) }),
  'create-goal': () => ({ name: 'Made', path: '/made' }),
  'create-connection': () => ({
    ...{ kind: 'gsc', property: 'sc-domain:acme.com', base_url: 'http://127.0.0.1:9' },
    credential: '{"client_id":"1","client_secret":"2","refresh_token":"3"}',
  }),
  'sync-connection': (ids) => ({ connection_id: first(ids, 'connection_id') }),
  'delete-connection': (ids) => ({ connection_id: ids.connection_id?.at(-1) }),
  'delete-goal': (ids) => ({ goal_id: ids.goal_id?.at(-1) }),
  'analyse-brand': nothing,
  'get-brand-analysis': nothing,
  'create-prompts': () => ({ prompts: [{ text: 'Which laces?', topic: 'Made', tags: ['Made'] }] }),
  'update-prompts': (ids) => ({ prompt_ids: [first(ids, 'prompt_id')], is_active: false }),
  'get-execution-neighbours': (ids) => ({ execution_id: first(ids, 'execution_id') }),
  'get-raw-response': (ids) => ({ execution_id: first(ids, 'execution_id') }),
  'create-product': () => ({ name: 'Made', kind: 'category' }),
  'update-product': (ids) => ({ product_id: ids.product_id?.at(-1), description: 'Made' }),
  'add-knowledge-document': () => ({ title: 'Made', text: 'Boots.' }),
  'delete-knowledge-document': (ids) => ({ document_id: ids.document_id?.at(-1) }),
  'create-alignment-category': () => ({ name: 'Made' }),
  'create-alignment-suggestion': () => ({ suggested_prompt: 'Made?', country_codes: ['US'] }),
  'accept-alignment-suggestion': suggestion,
  'reject-alignment-suggestion': (ids) => ({ suggestion_id: ids.suggestion_id?.[1] }),
  'promote-alignment-suggestion': (ids) => ({ suggestion_id: ids.suggestion_id?.[2] }),
  'update-competitor': (ids) => ({ competitor_id: first(ids, 'competitor_id'), name: 'Renamed' }),
  'create-source': () => ({ kind: 'perplexity', name: 'Made', api_key: 'secret' }),
  'update-source': (ids) => ({ ...source(ids), name: 'Renamed' }),
  'delete-source': (ids) => ({ source_id: ids.source_id?.at(-1) }),
  'list-sources': nothing,
  'reread-answers': nothing,
  'list-sentiment-judgements': nothing,
  'test-source': source,
  'estimate-test-source': source,
  'verify-source': source,
  'suggest-setup': source,
  'create-setup': (ids) => ({
    ...source(ids),
    engine: 'chatgpt',
    proposal: {
      ...{ name: 'Made', aliases: [], domains: [], country: 'US', language: 'en', topics: ['Made'] },
      competitors: [{ name: 'Made rival', domain: 'made.com', reason: '' }],
      prompts: [{ text: 'Which soles?', topic: 'Made', tags: ['Made'], reason: '' }],
    },
  }),
  'set-collection': (ids) => ({ ...source(ids), engine: 'chatgpt', countries: ['US'] }),
  'get-collection': () => ({ engine: 'chatgpt' }),
  'set-budget': (ids) => ({ brand_id: first(ids, 'brand_id'), monthly_usd: 0 }),
  'get-budget': (ids) => ({ brand_id: first(ids, 'brand_id') }),
  'estimate-collection': nothing,
  'run-collection': () => ({ engine: 'chatgpt' }),
  'list-page-scans': nothing,
  'list-report-mails': nothing,
  'list-earned-mention-work': nothing,
  'update-earned-mention': (ids) => ({ citation_id: first(ids, 'citation_id'), state: 'done' }),
  'refresh-opportunities': nothing,
  'refresh-visibility-alerts': nothing,
  'refresh-competitor-suggestions': nothing,
  'create-ingest-token': () => ({ name: 'Made' }),
  'list-ingest-tokens': nothing,
  'revoke-ingest-token': (ids) => ({ token_id: first(ids, 'token_id') }),
  'create-webhook': () => ({
    name: 'Made',
    url: 'https://hooks.example/made',
    events: ['alert.raised'],
  }),
  'update-webhook': (ids) => ({ ...webhook(ids), name: 'Renamed' }),
  'delete-webhook': webhook,
  'list-webhooks': nothing,
  'list-webhook-events': nothing,
  'list-models': nothing,
  'list-lost-requests': nothing,
  'release-lost-requests': nothing,
  'roll-webhook-secret': webhook,
  'test-webhook': webhook,
  'list-webhook-deliveries': webhook,
  'replay-webhook-deliveries': (ids) => ({ ...webhook(ids), since: '2026-06-01T00:00:00Z' }),
  'forget-address': () => ({ address: '198.51.100.0' }),
  'cancel-audit': nothing,
  'update-writing-style': (ids) => ({ ...styled(ids), name: 'Renamed' }),
  'delete-writing-style': (ids) => ({ writing_style_id: ids.writing_style_id?.at(-1) }),
  'list-changes': nothing,
  'list-audit-records': nothing,
  'import-profile': nothing,
  'import-products': nothing,
  'import-first-party': () => ({ kind: 'gsc-ai' }),
  'import-answers': nothing,
  'import-page-scans': nothing,
  'import-crawler-logs': nothing,
  'start-task': (ids) => ({ operation: 'reread-answers', brand_id: first(ids, 'brand_id') }),
  'list-tasks': nothing,
  'get-task': (ids) => ({ task_id: first(ids, 'task_id') }),
  'cancel-task': (ids) => ({ task_id: first(ids, 'task_id') }),
}

/** The file for each operation that takes one. */
const files: Record<string, string> = {
  'import-profile': '{"industry":"Shoes"}',
  'import-products': '{"name":"Made","kind":"category"}',
  'import-first-party': 'Page,Impressions\nhttps://acme.com/boots,7',
  'import-answers': '{"prompt":"Which?","engine":"chatgpt","executed_at":"2026-06-01T00:00:00Z","answer":"Acme."}',
  'import-page-scans': '{"url":"https://reviews.example/made","content":"Globex beats Initech."}',
  'import-crawler-logs': '{"ts":"2026-06-01T00:00:00Z","user_agent":"GPTBot/1.2","ip":"198.51.100.9","path":"/"}',
}

/** Whether people can call it at all. */
export const isForPeople = ({ on, role }: Operation) =>
  on === 'person' || on === 'visit' || (role !== 'none' && on !== 'installation')

/** A field that no operation accepts: the request is rejected for its input, after all checks that come before. */
const unknownField = { not_a_field: '1' }

/**
 * A valid request with these ids; for operations on the own account or visit, only with a flaw.
 * @param flawed adds an unknown field
 * @throws Error for an operation without an entry here
 */
export function consoleRequest(operation: Operation, ids: Ids, flawed = false): ConsoleRequest {
  const { method, path } = consoleRoute(operation)
  const flaw = flawed ? unknownField : {}
  if (operation.http !== undefined && operation.console === undefined) return ofPath(operation as Endpoint, ids, flaw)
  const behind = path.replace('/console/api', '')
  if (operation.on === 'person' || operation.on === 'visit')
    return method === 'GET' ? { method, path: behind } : { method, path: behind, body: flaw }
  const input = inputs[operation.name]
  if (input === undefined) throw new Error(`no input for ${operation.name}: add one to src/testing/console-requests.ts`)
  const subject = operation.on === 'brand' ? { brand_id: first(ids, 'brand_id') } : {}
  const given = { ...subject, ...input(ids), ...flaw }
  if (operation.takesFile) {
    const query = new URLSearchParams(given as Record<string, string>)
    return { method, path: `${behind}?${query}`, body: files[operation.name] ?? '' }
  }
  return { method, path: behind, body: given }
}

function ofPath(endpoint: Endpoint, ids: Ids, flaw: Input): ConsoleRequest {
  const { method } = endpoint.http
  const path = urlOf(endpoint, ids).replace('/v1', '')
  if (method === 'GET') {
    const query = new URLSearchParams(flaw as Record<string, string>)
    return { method, path: query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}` }
  }
  const body = { ...bodyOf(endpoint, ids), ...flaw }
  return Object.keys(body).length === 0 ? { method, path } : { method, path, body }
}
