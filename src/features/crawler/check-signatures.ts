import { z } from 'zod'
import { type AiBot, type BotVerifier, type SignedRequest, signers } from '../../lib/bots/index.ts'
import { type LogEntry, type LogVisit, maxFirstRejections } from './logs/index.ts'

export const lineProblems = z.array(z.object({ line: z.int(), reason: z.string() }))

export const signaturesSchema = z
  .object({
    verified: z.int().describe('Signed visits whose signature proves the bot.'),
    unverified: z.int().describe('Signed visits whose signature proves nothing.'),
    first_problems: lineProblems.describe(
      `Why signatures prove nothing: the first ${maxFirstRejections} lines.`,
    ),
  })
  .describe('Visits with a signature (Web Bot Auth). Omitted without any.')

/** Checks the signatures in one log, and counts the results. */
export function createSignatureCheck({ verifySignature }: BotVerifier, domain: string | null) {
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
