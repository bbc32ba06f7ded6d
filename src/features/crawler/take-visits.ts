import { Resolver } from 'node:dns/promises'
import { z } from 'zod'
import type { Services } from '../../core/context.ts'
import { botRangesFolder } from './bot-ranges-folder.ts'
import {
  type AiBot,
  type BotVerifier,
  createBotRecogniser,
  createBotVerifier,
  createHostConfirmation,
  loadRangeLists,
} from './bots/index.ts'
import { type LogFormat, type LogVisit, readLog } from './logs/index.ts'
import { storeVisits, type Visit } from './store-visits.ts'

/** Visits stored at once. */
const batchVisits = 5000

/** What became of the lines of a log: `lines` is always the sum of visits, ignored and rejected. */
export const takenSchema = z.object({
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

const recognise = createBotRecogniser()

/** Asked by all imports of this process: they share its answers. */
const confirmHost = createHostConfirmation({ resolver: new Resolver() })

/** Stores the visits that a log tells of, and counts all of its lines. */
export async function takeVisits(
  services: Services,
  brandId: string,
  source: LogSource,
  progress: (lines: number) => void = () => {},
): Promise<z.input<typeof takenSchema>> {
  const verifier = await openVerifier(services)
  const { isLive = false } = source
  const reading = readLog<AiBot>(source.lines, { format: source.format, wanted: recognise, isLive })
  const keptSinceMs = visitsKeptSince(services)?.getTime() ?? Number.NEGATIVE_INFINITY
  const tooOld: number[] = []
  let tooOldLines = 0
  let batch: LogVisit<AiBot>[] = []
  let duplicates = 0
  let storing = Promise.resolve()

  async function store(visits: LogVisit<AiBot>[]): Promise<void> {
    const verified = await verify(verifier, visits, source.domain)
    duplicates += visits.length - (await storeVisits(services, brandId, verified, source.countedIn))
  }

  try {
    // One batch is written while the lines of the next are read.
    for await (const visits of reading) {
      services.closing.throwIfAborted()
      progress(reading.counts().lines)
      batch.push(...visits)
      if (batch.length === 0 || (!isLive && batch.length < batchVisits)) continue
      await storing
      storing = store(batch)
      storing.catch(() => {})
      batch = []
    }
  } finally {
    await storing
  }
  if (batch.length > 0) await store(batch)
  const { lines, visits, ignored, rejected, firstRejections } = reading.counts()
  return { lines, visits, duplicates, ignored, rejected, first_rejections: firstRejections }
}

async function openVerifier({ config, log, now }: Services): Promise<BotVerifier> {
  const { lists, problems } = await loadRangeLists(botRangesFolder(config))
  for (const { file, reason } of problems) log.warn({ file, reason }, 'a list of bots’ addresses is not used')
  return createBotVerifier({
    lists,
    confirmHost: config.BOT_HOST_NAMES === 'ask' ? confirmHost : undefined,
    maxAgeMs: config.BOT_RANGES_MAX_AGE_DAYS * 86_400_000,
    nowMs: () => now().getTime(),
  })
}

/** Most verdicts are there at once; the others wait for name servers, all together. */
function verify(
  verifier: BotVerifier,
  visits: readonly LogVisit<AiBot>[],
  domain: string | null,
): Promise<Visit[]> {
  return Promise.all(
    visits.map((visit) => {
      const { address, timeMs } = visit.entry
      // A text that is no address proves nothing, as does none.
      const known = verifier.verifyAtOnce(visit.bot, address ?? '', timeMs)
      if (known !== undefined) return { ...visit, verdict: known, domain }
      const asked = verifier.verify(visit.bot, address ?? '', timeMs)
      return asked.then((verdict) => ({ ...visit, verdict, domain }))
    }),
  )
}
