import {
  CompetitorsApi,
  Configuration,
  ExecutionsApi,
  ExportsApi,
  MeApi,
  ProfileApi,
  PromptsApi,
  ResponseError,
  TagsApi,
  TopicsApi,
  VisibilityApi,
} from './client'

const { API_URL = '', API_KEY = '', BRAND_ID = '', EXECUTION_ID = '', EXPORT_ID = '', TEXT = '' } = process.env
const configuration = new Configuration({ basePath: API_URL, accessToken: API_KEY })
const brandId = BRAND_ID

/** The code of the error. */
const code = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    async (error: unknown) => {
      if (error instanceof ResponseError) return (await error.response.json()).error.code
      throw error
    },
  )

async function main() {
  const topics = new TopicsApi(configuration)
  const prompts = new PromptsApi(configuration)
  const me = await new MeApi(configuration).getMe()
  const first = await topics.listTopics({ brandId, limit: 1 })
  const second = await topics.listTopics({
    brandId,
    limit: 1,
    cursor: first.pagination.nextCursor ?? undefined,
  })
  const rankings = await new CompetitorsApi(configuration).listCompetitorRankings({
    ...{ brandId, engine: ['chatgpt', 'gemini'], country: ['US'], compareToPrevious: true },
    ...{ startDate: new Date('2026-05-17'), endDate: new Date('2026-06-15') },
  })
  const segments = await new VisibilityApi(configuration).listVisibilitySegments({
    brandId,
    dimension: 'topic',
  })
  const execution = await new ExecutionsApi(configuration).getExecution({
    brandId,
    executionId: EXECUTION_ID,
  })
  const write = { brandId, idempotencyKey: TEXT, createPromptBody: { text: TEXT } }
  const prompt = await prompts.createPrompt(write)
  const again = await prompts.createPrompt(write)
  const { profile } = (
    await new ProfileApi(configuration).updateProfile({
      ...{ brandId, idempotencyKey: `${TEXT} profile` },
      updateProfileBody: { industry: null, mainMarket: TEXT },
    })
  ).data
  const file = await new ExportsApi(configuration).getExportFile({ brandId, exportId: EXPORT_ID })
  console.log(
    JSON.stringify({
      key: me.data.name,
      topics: [...first.data, ...second.data].map(({ id }) => id),
      rankings: rankings.data.map(({ name, visibilityPct }) => [name, visibilityPct]),
      segments: segments.data.map(({ segment, leader }) => [segment, leader]),
      answer: execution.data.answer,
      prompt: [prompt.data.id, prompt.data.isActive],
      again: again.data.id,
      profile: [profile.industry, profile.mainMarket],
      missing: await code(topics.listTopics({ brandId: '00000000-0000-4000-8000-000000000000' })),
      refused: await code(new TagsApi(configuration).listTags({ brandId, cursor: 'wrong' })),
      file: await file.text(),
    }),
  )
}
main()
