import { botCatalog } from '../../bots/index.ts'
import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { type Followed, followRedirects } from '../../fetching/follow-redirects.ts'
import { isChallenge } from '../pages/challenge.ts'
import { outcomeOf } from './outcome.ts'
import names from './probed-bots.json' with { type: 'json' }
import { productToken } from './robots.ts'
import type { RobotsFile } from './robots-file.ts'
import type { BotAccess, Probe } from './site-facts.ts'

/**
 * Bots to probe a site as: those behind most answers and models. Excludes tokens that only robots.txt uses
 * (Google-Extended), as they send no requests.
 */
export const probedBots: readonly string[] = names

const maxBytes = 512 * 1024
const timeoutMs = 20_000

/** The rules of robots.txt about a page for every bot of the catalog. */
export function robotsAccess(file: RobotsFile, url: string): BotAccess[] {
  return botCatalog.map(({ name, operator, purpose, robotsToken = productToken(name) }) => ({
    ...{ bot: name, operator, purpose, robotsToken },
    isAllowed: file.isAllowed(robotsToken, url),
    rule: file.robots.ruleFor(robotsToken, url) ?? null,
    probe: null,
  }))
}

/** Identifies the audit to site owners. */
export interface ProbeIdentity {
  /** The product token in robots.txt. */
  token: string
  /** A page for site owners about the audit. */
  aboutUrl?: string | undefined
}

/** Names the audit truthfully, and contains the bot name that blocking rules look for. */
export const probeUserAgent = (bot: string, { token, aboutUrl }: ProbeIdentity): string =>
  `compatible; ${bot}; ${token}${aboutUrl === undefined ? '' : ` +${aboutUrl}`}`

/**
 * Fetches a page once under the name of each main bot that robots.txt allows, one after the other.
 * @param fetcher one that obeys robots.txt for the audit itself
 */
export async function probeBots(
  fetcher: Fetcher,
  url: string,
  options: { access: BotAccess[]; self: ProbeIdentity; signal: AbortSignal },
): Promise<BotAccess[]> {
  const { access, self, signal } = options
  const probed: BotAccess[] = []
  for (const bot of access) {
    const isProbed = bot.isAllowed && probedBots.includes(bot.bot) && !signal.aborted
    const headers = { 'user-agent': probeUserAgent(bot.bot, self) }
    const request = { headers, maxBytes, signal }
    probed.push(isProbed ? { ...bot, probe: (await probe(fetcher, url, request)).outcome } : bot)
  }
  return probed
}

/** Requests one page, and follows its redirects. */
export async function probe(
  fetcher: Fetcher,
  url: string,
  request: { headers: Record<string, string>; maxBytes: number; signal: AbortSignal },
): Promise<Followed & { outcome: Probe }> {
  const followed = await followRedirects(fetcher, url, { ...request, timeoutMs, maxRedirects: 5 })
  const { end } = followed
  const isChallenged = !(end instanceof FetchProblem) && isChallenge(end)
  return { ...followed, outcome: { ...outcomeOf(followed), isChallenge: isChallenged } }
}
