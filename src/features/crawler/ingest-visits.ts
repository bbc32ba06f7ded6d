import { Resolver } from 'node:dns/promises'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import {
  type AiBot,
  type BotVerifier,
  createBotRecognizer,
  createBotVerifier,
  createHostConfirmation,
} from '../../lib/bots/index.ts'
import { createBatches } from './batches.ts'
import { loadLists } from './load-lists.ts'
import { type LogCounts, type LogFormat, type LogVisit, readLog } from './logs/index.ts'
import { addressesRetainedSince, visitsRetainedSince } from './retain-visits.ts'
import { storeVisits } from './store-visits.ts'
import { type RowOptions, type VisitRow, visitRow } from './visit-rows.ts'

/** Visits per write. */
const batchVisits = 5000

const maxFirstRejections = 20

/** Counts of log lines: `lines` is the sum of visits, ignored and rejected. */
export const ingestCountsSchema = z.object({
  lines: z.int(),
  visits: z.int().describe('Requests from AI bots, including duplicates.'),
  duplicates: z.int().describe('Visits that were already stored.'),
  ignored: z.int().describe('Lines of people and other bots, comments and empty lines.'),
  rejected: z.int().describe('Lines that do not match the format or are older than the retention period.'),
  first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
})

export interface LogSource {
  /** Buffers of whole lines. */
  lines: AsyncIterable<Buffer>
  /** Detected if undefined. */
  format: LogFormat | undefined
  /** Domain for lines without one. */
  domain: string | null
  /** Whether lines arrive live and should be stored immediately. */
  isLive?: boolean
  /** Scope in which repeated lines are counted. */
  countedIn: string
}

const recognize = createBotRecognizer()

/** Shared by all imports of this process, including its cache. */
const confirmHost = createHostConfirmation({ resolver: new Resolver() })

/** Stores the visits in a log and counts all of its lines. */
export async function ingestVisits(
  services: Services,
  brandId: string,
  source: LogSource,
  progress: (lines: number) => void = () => {},
): Promise<z.input<typeof ingestCountsSchema>> {
  const verifier = await openVerifier(services)
  const { isLive = false, domain, countedIn } = source
  const addressesSinceMs = addressesRetainedSince(services)?.getTime() ?? Number.NEGATIVE_INFINITY
  const asRow = { brandId, countedIn, domain, addressesSinceMs }
  const reading = readLog<AiBot>(source.lines, { format: source.format, wanted: recognize, isLive })
  const retentionFilter = createRetentionFilter(services)
  let duplicates = 0
  const batches = createBatches<VisitRow | Promise<VisitRow>>({
    full: batchVisits,
    isEager: isLive,
    async store(visits) {
      duplicates += visits.length - (await storeVisits(services, brandId, await Promise.all(visits)))
    },
  })
  try {
    for await (const visits of reading) {
      services.closing.throwIfAborted()
      progress(reading.counts().lines)
      await batches.add(retentionFilter.without(visits).map((visit) => verifyVisit(verifier, visit, asRow)))
    }
  } finally {
    // If the log breaks off, store the visits before.
    await batches.end()
  }
  return { duplicates, ...retentionFilter.rejectedIn(reading.counts()) }
}

/** Returns most verdicts synchronously; the others wait for DNS concurrently. */
function verifyVisit(verifier: BotVerifier, visit: LogVisit<AiBot>, options: RowOptions) {
  const { bot, entry } = visit
  // A missing or invalid address proves nothing.
  const [address, timeMs] = [entry.address ?? '', entry.timeMs]
  const verdict = verifier.verifyWithoutAsking(bot, address, timeMs)
  const row = visitRow(visit, verdict ?? 'unverified', options)
  if (verdict !== undefined) return row
  return verifier.verify(bot, address, timeMs).then((asked) => ({ ...row, verdict: asked }))
}

/** Removes visits older than the retention period and reports them as rejected lines. */
function createRetentionFilter(services: Services) {
  const sinceMs = visitsRetainedSince(services)?.getTime()
  const reason = `older than the retention period of ${services.config.VISIT_RETENTION_DAYS} days`
  const first: { line: number; reason: string }[] = []
  let count = 0
  return {
    without<T>(visits: LogVisit<T>[]): LogVisit<T>[] {
      if (sinceMs === undefined) return visits
      const old = visits.filter(({ entry }) => entry.timeMs < sinceMs)
      count += old.length
      first.push(...old.slice(0, maxFirstRejections - first.length).map(({ line }) => ({ line, reason })))
      return visits.filter(({ entry }) => entry.timeMs >= sinceMs)
    },
    rejectedIn({ lines, visits, ignored, rejected, firstRejections }: LogCounts) {
      const rejections = [...firstRejections, ...first].sort((one, other) => one.line - other.line)
      return {
        lines,
        visits: visits - count,
        ignored,
        rejected: rejected + count,
        first_rejections: rejections.slice(0, maxFirstRejections),
      }
    },
  }
}

async function openVerifier(services: Services): Promise<BotVerifier> {
  const { config, log, now } = services
  const { lists, problems } = await loadLists(services)
  for (const { file, reason } of problems) log.warn({ file, reason }, 'a bot IP range list is invalid')
  return createBotVerifier({
    lists,
    confirmHost: config.BOT_HOST_NAMES === 'ask' ? confirmHost : undefined,
    maxAgeMs: config.BOT_RANGES_MAX_AGE_DAYS * 86_400_000,
    nowMs: () => now().getTime(),
  })
}
