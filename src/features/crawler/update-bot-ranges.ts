import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { type FetchRanges, updateBotRanges } from '../../lib/bots/index.ts'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher } from '../../lib/fetching/fetcher.ts'
import { followRedirects } from '../../lib/fetching/follow-redirects.ts'
import { version } from '../../lib/version.ts'
import { botRangesFolder } from './bot-ranges-folder.ts'

export const updateBotRangesOperation = defineOperation({
  name: 'update-bot-ranges',
  summary: 'Fetch the address ranges that operators of AI bots publish, for verifying visits',
  description:
    'A list that cannot be fetched leaves the one that there is as it is. Lists can also be put into the folder by hand: ' +
    'docs/ai-bots.md says how.',
  on: 'installation',
  access: 'operator',
  role: 'none',
  fields: {},
  data: z.array(
    z.object({
      name: z.string(),
      outcome: z.enum(['updated', 'unchanged', 'failed']),
      networks: z.int().nullable().describe('Networks in the list now'),
      reason: z.string().nullable().describe('Why it failed'),
    }),
  ),
  async run({ ctx: { services } }) {
    const { fetch, close } = openRangeFetcher(services)
    try {
      return {
        data: await updateBotRanges({ fetch, folder: botRangesFolder(services.config), now: services.now }),
      }
    } finally {
      close()
    }
  },
})

/** Fetches lists through the guard that everything fetched passes, until the program closes. */
export function openRangeFetcher({ config, closing }: Pick<Services, 'config' | 'closing'>): {
  fetch: FetchRanges
  close(): void
} {
  const fetcher = createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
  })
  return {
    async fetch(url, limits) {
      const { end } = await followRedirects(fetcher, url, { ...limits, signal: closing })
      if (end instanceof FetchProblem) throw end
      if (end.truncated !== false) throw new Error('the list is cut off, or too long')
      return { status: end.status, body: end.body, headers: Object.fromEntries(end.headers) }
    },
    close: fetcher.close,
  }
}
