import {
  createPrompt,
  getExecution,
  getExportFile,
  getMe,
  listCompetitorRankings,
  listTags,
  listTopics,
  listVisibilitySegments,
  updateProfile,
} from './client'
import { client } from './client/client.gen'

const { API_URL = '', API_KEY = '', BRAND_ID = '', EXECUTION_ID = '', EXPORT_ID = '', TEXT = '' } = process.env
client.setConfig({ baseUrl: API_URL, auth: API_KEY })
const brand_id = BRAND_ID
const path = { brand_id }
const headers = { 'Idempotency-Key': TEXT }

async function main() {
  const me = await getMe()
  const first = await listTopics({ path, query: { limit: 1 } })
  const cursor = first.data?.pagination.next_cursor ?? ''
  const second = await listTopics({ path, query: { limit: 1, cursor } })
  const rankings = await listCompetitorRankings({
    path,
    query: {
      ...{ engine: ['chatgpt', 'gemini'], country: ['US'], compare_to_previous: true },
      ...{ start_date: '2026-05-17', end_date: '2026-06-15' },
    },
  })
  const segments = await listVisibilitySegments({ path, query: { dimension: 'topic' } })
  const execution = await getExecution({ path: { brand_id, execution_id: EXECUTION_ID } })
  const prompt = await createPrompt({ path, headers, body: { text: TEXT } })
  const again = await createPrompt({ path, headers, body: { text: TEXT } })
  const profile = await updateProfile({
    path,
    headers: { 'Idempotency-Key': `${TEXT} profile` },
    body: { industry: null, main_market: TEXT },
  })
  const missing = await listTopics({ path: { brand_id: '00000000-0000-4000-8000-000000000000' } })
  const refused = await listTags({ path, query: { cursor: 'wrong' } })
  const file = await getExportFile({ path: { brand_id, export_id: EXPORT_ID } })
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
