import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { rangeSources } from '../../lib/bots/index.ts'
import { fetchBotRanges, noteAttempt, rangeUpdateSchema } from './fetch-bot-ranges.ts'
import { loadLists } from './load-lists.ts'

const dayMs = 86_400_000

export const listBotRanges = defineOperation({
  name: 'list-bot-ranges',
  summary: 'List the IP ranges and key directories used to verify bot visits, with their age and problems',
  ...forOperator,
  fields: {},
  data: z.array(
    z.object({
      name: z.string(),
      url: z.string().nullable().describe('URL where the bot’s operator publishes it. Null for manually added lists.'),
      networks: z.int().nullable().describe('Networks or keys in the current list. Null if there is none.'),
      listed_at: utcTimestamp.nullable().describe('When the list was fetched or its file was written.'),
      age_days: z.number().nullable(),
      is_proof: z
        .boolean()
        .describe('Whether the list is recent enough to mark visits from other addresses as spoofed.'),
      tried_at: utcTimestamp.nullable().describe('When the last fetch started.'),
      problem: z.string().nullable().describe('Why the last fetch failed or the file is invalid.'),
    }),
  ),
  async run({ ctx: { services } }) {
    const { db, config, now } = services
    const [{ lists, problems }, rows] = await Promise.all([
      loadLists(services),
      db.selectFrom('bot_ranges').select(['name', 'tried_at', 'problem']).execute(),
    ])
    const attempts = new Map(rows.map((row) => [row.name, row]))
    const urls = new Map(rangeSources.map(({ name, url }) => [name, url]))
    const names = [...new Set([...urls.keys(), ...lists.keys()])]
    const ofLists = names.map((name) => {
      const list = lists.get(name)
      const attempt = attempts.get(name)
      const ageMs = list && Math.max(0, now().getTime() - list.fetchedAtMs)
      return {
        name,
        url: urls.get(name) ?? null,
        networks: list?.networks ?? null,
        listed_at: list === undefined ? null : new Date(list.fetchedAtMs).toISOString(),
        age_days: ageMs === undefined ? null : Math.round((ageMs / dayMs) * 10) / 10,
        is_proof: ageMs !== undefined && !list?.keys && ageMs <= config.BOT_RANGES_MAX_AGE_DAYS * dayMs,
        tried_at: attempt?.tried_at.toISOString() ?? null,
        problem: attempt?.problem ?? null,
      }
    })
    const ofFiles = problems.map(({ file, reason }) => ({
      ...{ name: file, url: null, networks: null, listed_at: null, age_days: null, is_proof: false },
      ...{ tried_at: null, problem: reason },
    }))
    return { data: [...ofLists, ...ofFiles] }
  },
})

export const updateBotRangesOperation = defineOperation({
  name: 'update-bot-ranges',
  summary: 'Fetch the published IP ranges and key directories of AI bots now instead of at the daily update',
  description:
    'If a fetch fails, the previous list stays in use. You can also add lists manually; see docs/ai-bots.md.',
  ...forOperator,
  fields: {},
  data: z.array(rangeUpdateSchema),
  async run({ ctx: { services } }) {
    await noteAttempt(services, rangeSources)
    return { data: await fetchBotRanges(services, rangeSources) }
  },
})
