import createClient from 'openapi-fetch'
import type { paths } from './api'

const { API_URL, API_KEY, BRAND_ID = '', EXECUTION_ID = '', EXPORT_ID = '', TEXT = '' } = process.env
const headers = { Authorization: `Bearer ${API_KEY}` }
const client = createClient<paths>({ baseUrl: API_URL ?? '', headers })
const brand_id = BRAND_ID
const path = { brand_id }
const write = { path, header: { 'Idempotency-Key': TEXT } }

async function main() {
  const me = await client.GET('/v1/me')
  const first = await client.GET('/v1/brands/{brand_id}/topics', { params: { path, query: { limit: 1 } } })
  const cursor = first.data?.pagination.next_cursor ?? ''
  const query = { limit: 1, cursor }
  const second = await client.GET('/v1/brands/{brand_id}/topics', { params: { path, query } })
  const rankings = await client.GET('/v1/brands/{brand_id}/competitors/rankings', {
    params: {
      path,
      query: {
        ...{ engine: ['chatgpt', 'gemini'], country: ['US'], compare_to_previous: true },
        ...{ start_date: '2026-05-17', end_date: '2026-06-15' },
      },
    },
  })
  const segments = await client.GET('/v1/brands/{brand_id}/visibility/segments', {
    params: { path, query: { dimension: 'topic' } },
  })
  const execution = await client.GET('/v1/brands/{brand_id}/executions/{execution_id}', {
    params: { path: { brand_id, execution_id: EXECUTION_ID } },
  })
  const body = { text: TEXT }
  const prompt = await client.POST('/v1/brands/{brand_id}/prompts', { params: write, body })
  const again = await client.POST('/v1/brands/{brand_id}/prompts', { params: write, body })
  const profile = await client.PATCH('/v1/brands/{brand_id}/profile', {
    params: { path, header: { 'Idempotency-Key': `${TEXT} profile` } },
    body: { industry: null, main_market: TEXT },
  })
  const nowhere = { brand_id: '00000000-0000-4000-8000-000000000000' }
  const missing = await client.GET('/v1/brands/{brand_id}/topics', { params: { path: nowhere } })
  const refused = await client.GET('/v1/brands/{brand_id}/tags', {
    params: { path, query: { cursor: 'wrong' } },
  })
  const file = await client.GET('/v1/brands/{brand_id}/exports/{export_id}/file', {
    params: { path: { brand_id, export_id: EXPORT_ID } },
    parseAs: 'text',
  })
  console.log(
    JSON.stringify({
      key: me.data?.data.name,
      topics: [...(first.data?.data ?? []), ...(second.data?.data ?? [])].map(({ id }) => id),
      rankings: rankings.data?.data.map(({ name, visibility_pct }) => [name, visibility_pct]),
      segments: segments.data?.data.map(({ segment, leader }) => [segment, leader]),
      answer: execution.data?.data.answer,
      prompt: [prompt.data?.data.id, prompt.data?.data.is_active],
      again: again.data?.data.id,
      profile: [profile.data?.data.profile.industry, profile.data?.data.profile.main_market],
      missing: missing.error?.error.code,
      refused: refused.error?.error.code,
      file: file.data,
    }),
  )
}
main()
