import { z } from 'zod'
import { hostName } from '../../kernel/fields.ts'
import { emitImportCompleted } from '../../kernel/import-completed.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { unlimited } from '../../lib/unpacked.ts'
import { ingestCountsSchema, ingestVisits } from './ingest-visits.ts'
import { logFormats, openLog } from './logs/index.ts'

export const importCrawlerLogs = defineOperation({
  name: 'import-crawler-logs',
  summary: 'Import the visits of AI bots from a log of a web server or CDN (plain, gzip or zstd)',
  description:
    'Fetches by AI bots are stored, all other lines are counted and passed over. A visit that is stored already is a ' +
    'duplicate and changes nothing: a file can be imported again at any time, also after it has grown or was rotated.',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  takesFile: true,
  isRecorded: true,
  fields: {
    format: z.enum(logFormats).optional().describe('Detected from the first lines where not given'),
    domain: hostName
      .optional()
      .describe('The site, where lines do not say; the brand’s primary domain where not given'),
    follow: z
      .boolean()
      .default(false)
      .describe('Go on with what is written to the file, also after it was rotated, until stopped'),
  },
  data: ingestCountsSchema,
  async run({ ctx: { services, brand, actor }, input, file, progress, signal }) {
    const source = {
      // What the operator's command follows does not end.
      lines: openLog(file, {
        signal,
        ...(input.follow && actor.kind === 'operator' && { limits: unlimited }),
      }),
      format: input.format,
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
