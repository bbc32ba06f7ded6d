import { z } from 'zod'
import type { Services } from '../../core/context.ts'
import { FetchProblem } from '../../core/fetching/fetch-problem.ts'
import { createFetcher } from '../../core/fetching/fetcher.ts'
import { followRedirects } from '../../core/fetching/follow-redirects.ts'
import { defineOperation } from '../../core/operation.ts'
import { version } from '../../version.ts'
import { botRangesFolder } from './bot-ranges-folder.ts'
import { type FetchRanges, updateBotRanges } from './bots/index.ts'

export const updateBotRangesOperation = defineOperation({
  name: 'update-bot-ranges',
  summary: 'Fetch the address ranges that operators of AI bots publish, for verifying visits',
  description:
    'A list that cannot be fetched leaves the one that there is as it is. Lists can also be put into the folder by hand: ' +
    'docs/ai-bots.md says how.',
  on: 'installation',
  access: 'operator',
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
