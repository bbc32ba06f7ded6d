import { z } from 'zod'
import { hostName } from '../../kernel/fields.ts'
import { emitImportCompleted } from '../../kernel/import-completed.ts'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { unlimited } from '../../lib/unpacked.ts'
import { ingestCountsSchema, ingestVisits, recognizeBot } from './ingest-visits.ts'
import {
  firstLinesOf,
  formatFields,
  openLog,
  type ReadLogOptions,
  readFormat,
  readLog,
  unreadNames,
} from './logs/index.ts'

const previewLines = 100
const previewRequests = 10

const text = z.string().nullable()

const previewSchema = z.object({
  format: text.describe('The detected or given format; null for an empty log.'),
  requests: z
    .array(
      z.object({
        line: z.int(),
        time: z.iso.datetime(),
        ...{ method: text, host: text, path: text, status: z.int().nullable(), bytes: z.int().nullable() },
        address: text.describe('Without its last part, because results of tasks are stored.'),
        ...{ user_agent: text, referrer: text },
        bot_name: text.describe('Null for people and other bots.'),
      }),
    )
    .describe(`The first ${previewRequests} requests.`),
  missing_fields: z.array(z.string()).describe('Fields without a value in all requests shown.'),
  unread_names: z.array(z.string()).describe('Columns or JSON fields that the format does not use, at most 50.'),
})

type Preview = z.input<typeof ingestCountsSchema> & { preview: z.input<typeof previewSchema> }

/** Shows how Sightline reads the first lines of a log, with their counts. Stores nothing. */
async function previewVisits(log: AsyncIterable<Buffer>, given: ReadLogOptions<unknown>['format']): Promise<Preview> {
  const lines = await firstLinesOf(log, previewLines)
  const wanted = (agent: string) => ({ bot_name: recognizeBot(agent)?.name ?? null })
  const reading = readLog(lines.length > 0 ? [Buffer.from(lines.join(''), 'latin1')] : [], {
    ...{ name: 'file', format: given, wanted },
  })
  const all = []
  for await (const visits of reading) all.push(...visits)
  const requests = all.slice(0, previewRequests).map(({ entry, line, bot }) => {
    const { timeMs, userAgent: user_agent, query: _, signed: __, ...shown } = entry
    const address = entry.address?.replace(/[^.:]*$/, '*') ?? null
    return { line, time: new Date(timeMs).toISOString(), ...shown, address, user_agent, ...bot }
  })
  const { bot_name: _, ...fields } = previewSchema.shape.requests.element.shape
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const visits = all.filter(({ bot }) => bot.bot_name !== null).length
  const { lines: read, rejected, firstRejections: first_rejections } = reading.counts()
  const format = reading.format() ?? null
  return {
    ...{ lines: read, visits, duplicates: 0, people: 0, ignored: read - visits - rejected, rejected },
    first_rejections,
    preview: {
      format: typeof format === 'object' && format !== null ? 'custom' : format,
      requests,
      missing_fields: names.filter((name) => requests.every((request) => request[name] === null)),
      unread_names: format === null ? [] : unreadNames(format, lines),
    },
  }
}

export const importCrawlerLogs = defineOperation({
  name: 'import-crawler-logs',
  summary: 'Import visits of AI bots and of people from AI engines from a log (plain, gzip or zstd)',
  description:
    'Stores requests from AI bots; counts and ignores all other lines. Skips visits that are already stored, so you can ' +
    'import a file again at any time, even after it has grown or was rotated.',
  ...forEditors,
  takesFile: true,
  isRecorded: true,
  fields: {
    ...formatFields,
    preview: z.boolean().default(false).describe('Show how the first 100 lines are read, and store nothing.'),
    domain: hostName.optional().describe('Domain for lines without one. Defaults to the brand’s primary domain.'),
    follow: z.boolean().default(false).describe('Keep reading new lines until stopped, also after log rotation.'),
  },
  data: ingestCountsSchema.extend({ preview: previewSchema.optional() }),
  async run({ ctx: { services, brand, actor }, input, file, progress, signal }) {
    const format = readFormat(input)
    // A log followed by the operator's command has no end.
    const limits = input.follow && actor.kind === 'operator' && { limits: unlimited }
    const lines = openLog(file, { signal, ...limits })
    if (input.preview) return { data: await previewVisits(lines, format), changedNothing: true }
    const source = {
      name: 'file' as const,
      lines,
      format,
      domain: input.domain ?? brand.primary_domain,
      isLive: input.follow,
      countedIn: 'files',
    }
    const data = await ingestVisits(services, brand.id, source, (lines) => progress(lines, undefined, 'lines'))
    const { visits, duplicates, rejected } = data
    const counts = { imported: visits - duplicates, duplicates, rejected }
    return { data, emitEvents: emitImportCompleted(services, brand, { of: 'visits', ...counts }) }
  },
})
