import { z } from 'zod'
import { type ingestCountsSchema, recognizeBot } from './ingest-visits.ts'
import { previewLog, type ReadLogOptions } from './logs/index.ts'

const text = z.string().nullable()

export const previewSchema = z.object({
  format: text.describe('The detected or given format; null for an empty log.'),
  requests: z
    .array(
      z.object({
        line: z.int(),
        time: z.iso.datetime(),
        method: text,
        host: text,
        path: text,
        status: z.int().nullable(),
        bytes: z.int().nullable(),
        address: text.describe('Without its last part, because results of tasks are stored.'),
        user_agent: text,
        referrer: text,
        bot_name: text.describe('Null for people and other bots.'),
      }),
    )
    .describe('The first ten requests.'),
  missing_fields: z.array(z.string()).describe('Fields without a value in all requests shown.'),
  unread_names: z
    .array(z.string())
    .describe('Columns or JSON fields that the format does not use, at most 50.'),
})

/** Shows how Sightline reads the first 100 lines of a log, with their counts. Stores nothing. */
export async function previewVisits(
  lines: AsyncIterable<Buffer>,
  format: ReadLogOptions<unknown>['format'],
): Promise<z.input<typeof ingestCountsSchema> & { preview: z.input<typeof previewSchema> }> {
  const options = { name: 'file' as const, format, wanted: recognizeBot }
  const { requests, unread, counts, ...preview } = await previewLog(lines, options)
  const shown = requests.map(({ entry, line, bot }) => ({
    line,
    time: new Date(entry.timeMs).toISOString(),
    method: entry.method,
    host: entry.host,
    path: entry.path,
    status: entry.status,
    bytes: entry.bytes,
    address: entry.address?.replace(/[^.:]*$/, '*') ?? null,
    user_agent: entry.userAgent,
    referrer: entry.referrer,
    bot_name: bot?.name ?? null,
  }))
  const names = Object.keys(shown[0] ?? {}) as (keyof (typeof shown)[number])[]
  const isMissing = (name: (typeof names)[number]) => shown.every((request) => request[name] === null)
  const { bots, lines: read, rejected, firstRejections } = counts
  return {
    ...{ lines: read, visits: bots, duplicates: 0, people: 0, ignored: read - bots - rejected, rejected },
    first_rejections: firstRejections,
    preview: {
      ...preview,
      requests: shown,
      missing_fields: names.filter((name) => name !== 'bot_name' && isMissing(name)),
      unread_names: unread,
    },
  }
}
