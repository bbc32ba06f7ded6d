import { z } from 'zod'
import { hostName } from '../../kernel/fields.ts'
import { emitImportCompleted } from '../../kernel/import-completed.ts'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { unlimited } from '../../lib/unpacked.ts'
import { ingestCountsSchema, ingestVisits } from './ingest-visits.ts'
import { formatFields, openLog, readFormat } from './logs/index.ts'
import { previewSchema, previewVisits } from './preview-visits.ts'

export const importCrawlerLogs = defineOperation({
  name: 'import-crawler-logs',
  summary: 'Import AI bot visits from a web server or CDN log (plain, gzip or zstd)',
  description:
    'Stores requests from AI bots; counts and ignores all other lines. Skips visits that are already stored, so you can ' +
    'import a file again at any time, even after it has grown or was rotated.',
  ...forEditors,
  takesFile: true,
  isRecorded: true,
  fields: {
    ...formatFields,
    preview: z.boolean().default(false).describe('Show how the first 100 lines are read, and store nothing.'),
    domain: hostName
      .optional()
      .describe('Domain for lines without one. Defaults to the brand’s primary domain.'),
    follow: z
      .boolean()
      .default(false)
      .describe('Keep reading new lines until stopped, also after log rotation.'),
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
    const data = await ingestVisits(services, brand.id, source, (lines) =>
      progress(lines, undefined, 'lines'),
    )
    const { visits, duplicates, rejected } = data
    const counts = { imported: visits - duplicates, duplicates, rejected }
    return { data, emitEvents: emitImportCompleted(services, brand, { of: 'visits', ...counts }) }
  },
})
