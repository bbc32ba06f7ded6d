import { Resolver } from 'node:dns/promises'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import {
  type AiBot,
  type BotVerifier,
  createBotRecognizer,
  createBotVerifier,
  createHostConfirmation,
  type SignedRequest,
  signers,
} from '../../lib/bots/index.ts'
import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { createPeopleReader, isBrowser, type PersonHit, storeHits, type TrafficHit } from '../traffic/index.ts'
import { createBatches } from './batches.ts'
import { loadLists } from './load-lists.ts'
import {
  type LogCounts,
  type LogEntry,
  type LogVisit,
  maxFirstRejections,
  type ReadLogOptions,
  readLog,
} from './logs/index.ts'
import { addressesRetainedSince, visitsRetainedSince } from './retain-visits.ts'
import { storeVisits } from './store-visits.ts'
import { type RowOptions, type VisitRow, visitRow } from './visit-rows.ts'

const lineProblems = z.array(z.object({ line: z.int(), reason: z.string() }))

const signaturesSchema = z
  .object({
    verified: z.int().describe('Signed visits whose signature proves the bot.'),
    unverified: z.int().describe('Signed visits whose signature proves nothing.'),
    first_problems: lineProblems.describe(`Why signatures prove nothing: the first ${maxFirstRejections} lines.`),
  })
  .describe('Visits with a signature (Web Bot Auth). Omitted without any.')

/** Checks the signatures in one log, and counts the results. */
function createSignatureCheck({ verifySignature }: BotVerifier, domain: string | null) {
  const counts: z.input<typeof signaturesSchema> = { verified: 0, unverified: 0, first_problems: [] }
  const check = (signed: SignedRequest, timeMs: number, claimed?: AiBot) =>
    verifySignature({ ...signed, authority: signed.authority ?? domain }, timeMs, claimed)
  return {
    counts: () => (counts.verified + counts.unverified === 0 ? {} : { signatures: counts }),
    /** The bot whose operator signed a request, whatever its user agent. */
    signerOf({ signed, timeMs }: LogEntry): AiBot | undefined {
      const result = signed && check(signed, timeMs)
      return result?.signer === undefined ? undefined : signers.get(result.signer)
    },
    /** Whether a signature proves the bot of a visit. */
    isProof({ entry: { signed, timeMs }, bot, line }: LogVisit<AiBot>): boolean {
      if (signed === undefined || bot.governs !== undefined) return false
      const { signer, problem } = check(signed, timeMs, bot)
      counts[signer === undefined ? 'unverified' : 'verified'] += 1
      if (problem !== undefined && counts.first_problems.length < maxFirstRejections)
        counts.first_problems.push({ line, reason: problem })
      return signer !== undefined
    },
  }
}

/** Visits per write. */
const batchVisits = 5000
/** More than visits: a hit is smaller. A query with all of their visitors stays within ClickHouse's 256 KiB. */
const batchHits = 10_000

/** Counts of log lines: `lines` is the sum of visits, ignored and rejected. */
export const ingestCountsSchema = z.object({
  lines: z.int(),
  visits: z.int().describe('Requests from AI bots, including duplicates.'),
  duplicates: z.int().describe('Visits that were already stored.'),
  people: z
    .int()
    .describe('Requests that show that a person came from an AI engine, including duplicates. Redirects do not count.'),
  ignored: z.int().describe('Lines of people and other bots, comments and empty lines.'),
  rejected: z.int().describe('Lines that do not match the format or are older than the retention period.'),
  first_rejections: lineProblems,
  signatures: signaturesSchema.optional(),
})

interface LogSource {
  /** The name of the log in error messages. */
  name: 'file' | 'body'
  /** Buffers of whole lines. */
  lines: AsyncIterable<Buffer>
  /** Detected if undefined. */
  format: ReadLogOptions<AiBot>['format']
  /** Domain for lines without one. */
  domain: string | null
  /** Whether lines arrive live and should be stored immediately. */
  isLive?: boolean
  /** Scope in which repeated lines are counted. */
  countedIn: string
}

export const recognizeBot = createBotRecognizer()

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
  const signatures = createSignatureCheck(verifier, domain)
  const addressesSinceMs = addressesRetainedSince(services)?.getTime() ?? Number.NEGATIVE_INFINITY
  const asRow = { brandId, countedIn, domain, addressesSinceMs }
  const personReader = createPeopleReader(services, brandId, domain)
  const reading = readLog<AiBot | PersonHit>(source.lines, {
    name: source.name,
    format: source.format,
    wanted: recognizeBot,
    signedBy: signatures.signerOf,
    others: { isOther: isBrowser, read: personReader.read },
    isLive,
  })
  const retentionFilter = createRetentionFilter(services)
  let duplicates = 0
  let people = 0
  const batches = createBatches<VisitRow | Promise<VisitRow>>({
    full: batchVisits,
    isEager: isLive,
    async store(visits) {
      duplicates += visits.length - (await storeVisits(services, brandId, await Promise.all(visits)))
    },
  })
  const hits = createBatches<TrafficHit>({
    full: batchHits,
    isEager: isLive,
    store: (found) => storeHits(services, brandId, found),
  })
  try {
    for await (const visits of reading) {
      services.closing.throwIfAborted()
      progress(reading.counts().lines)
      const retained = visits.filter(retentionFilter.isRetained)
      const bots = retained.filter((visit) => isBot(visit))
      await batches.add(bots.map((visit) => verifyVisit(verifier, visit, asRow, signatures.isProof(visit))))
      const found = retained.filter((visit) => isPerson(visit))
      people += found.filter(({ bot }) => bot.referral !== undefined && !bot.isRedirect).length
      await personReader.loadDays()
      await hits.add(found.map((visit) => trafficHit(visit, personReader.visitorOf(visit.entry), asRow)))
    }
  } finally {
    // If the log breaks off, store the visits before.
    await batches.end()
    await hits.end()
  }
  return { duplicates, people, ...retentionFilter.rejectedIn(reading.counts()), ...signatures.counts() }
}

const isBot = (visit: LogVisit<AiBot | PersonHit>): visit is LogVisit<AiBot> => !('referral' in visit.bot)
const isPerson = (visit: LogVisit<AiBot | PersonHit>): visit is LogVisit<PersonHit> => 'referral' in visit.bot

function trafficHit({ entry, bot: hit, identify }: LogVisit<PersonHit>, visitor: string, options: RowOptions) {
  const { brandId, countedIn, domain } = options
  const { lineHash, occurrence } = identify()
  return {
    ...hit,
    domain: hit.domain ?? domain,
    id: uuidFromText(`${brandId} person ${countedIn} ${lineHash} ${occurrence}`),
    timeMs: entry.timeMs,
    visitor,
  }
}

/** Returns most verdicts synchronously; the others wait for DNS concurrently. */
function verifyVisit(verifier: BotVerifier, visit: LogVisit<AiBot>, options: RowOptions, isSigned: boolean) {
  const { bot, entry } = visit
  if (isSigned) return { ...visitRow(visit, 'verified', options), isSigned }
  // A missing or invalid address proves nothing.
  const [address, timeMs] = [entry.address ?? '', entry.timeMs]
  const verdict = verifier.verifyWithoutAsking(bot, address, timeMs)
  const row = visitRow(visit, verdict ?? 'unverified', options)
  if (verdict !== undefined) return row
  return verifier.verify(bot, address, timeMs).then((asked) => ({ ...row, verdict: asked }))
}

/** Reports bot visits older than the retention period as rejected lines. */
function createRetentionFilter(services: Services) {
  const sinceMs = visitsRetainedSince(services)?.getTime() ?? Number.NEGATIVE_INFINITY
  const reason = `older than the retention period of ${services.config.VISIT_RETENTION_DAYS} days`
  const first: { line: number; reason: string }[] = []
  let count = 0
  return {
    isRetained(visit: LogVisit<AiBot | PersonHit>): boolean {
      if (visit.entry.timeMs >= sinceMs) return true
      if (isBot(visit)) count += 1
      if (isBot(visit) && first.length < maxFirstRejections) first.push({ line: visit.line, reason })
      return false
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
