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

/** Visits stored at once. */
const batchVisits = 5000

const maxFirstRejections = 20

/** What became of the lines of a log: `lines` is always the sum of visits, ignored and rejected. */
export const ingestCountsSchema = z.object({
  lines: z.int(),
  visits: z.int().describe('Fetches by AI bots, those included that were stored before'),
  duplicates: z.int().describe('Of the visits, those that were stored before'),
  ignored: z.int().describe('People, other bots, comments and empty lines'),
  rejected: z.int().describe('Lines that do not fit the format'),
  first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
})

export interface LogSource {
  /** Buffers of whole lines. */
  lines: AsyncIterable<Buffer>
  /** Detected where it is not given. */
  format: LogFormat | undefined
  /** The site, where the log does not say. */
  domain: string | null
  /** Whether lines come as they are written, and each is to be stored at once. */
  isLive?: boolean
  /** What the occurrences of lines are counted in. */
  countedIn: string
}

const recognise = createBotRecognizer()

/** Asked by all imports of this process: they share its answers. */
const confirmHost = createHostConfirmation({ resolver: new Resolver() })

/** Stores the visits that a log tells of, and counts all of its lines. */
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
  const reading = readLog<AiBot>(source.lines, { format: source.format, wanted: recognise, isLive })
  const tooOld = createTooOld(services)
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
      await batches.add(tooOld.without(visits).map((visit) => verified(verifier, visit, asRow)))
    }
  } finally {
    // Also where the log is broken at its end: what came before is stored.
    await batches.end()
  }
  return { duplicates, ...tooOld.rejectedIn(reading.counts()) }
}

/** Most verdicts are there at once; the others wait for name servers, all together. */
function verified(verifier: BotVerifier, visit: LogVisit<AiBot>, options: RowOptions) {
  const { bot, entry } = visit
  // A text that is no address proves nothing, as does none.
  const [address, timeMs] = [entry.address ?? '', entry.timeMs]
  const verdict = verifier.verifyWithoutAsking(bot, address, timeMs)
  const row = visitRow(visit, verdict ?? 'unverified', options)
  if (verdict !== undefined) return row
  return verifier.verify(bot, address, timeMs).then((asked) => ({ ...row, verdict: asked }))
}

/** Visits that are not kept for as long as they are old, told of as rejected lines. */
function createTooOld(services: Services) {
  const sinceMs = visitsRetainedSince(services)?.getTime()
  const reason = `older than visits are kept: ${services.config.VISIT_RETENTION_DAYS} days`
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
      const told = [...firstRejections, ...first].sort((one, other) => one.line - other.line)
      return {
        lines,
        visits: visits - count,
        ignored,
        rejected: rejected + count,
        first_rejections: told.slice(0, maxFirstRejections),
      }
    },
  }
}

async function openVerifier(services: Services): Promise<BotVerifier> {
  const { config, log, now } = services
  const { lists, problems } = await loadLists(services)
  for (const { file, reason } of problems) log.warn({ file, reason }, 'a list of bots’ addresses is not used')
  return createBotVerifier({
    lists,
    confirmHost: config.BOT_HOST_NAMES === 'ask' ? confirmHost : undefined,
    maxAgeMs: config.BOT_RANGES_MAX_AGE_DAYS * 86_400_000,
    nowMs: () => now().getTime(),
  })
}
