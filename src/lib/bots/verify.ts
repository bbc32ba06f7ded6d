import { LRUCache } from 'lru-cache'
import { isPublicAddress, plainAddress } from './addresses.ts'
import { proxyRangeNames, rangeNamesOf } from './catalogue.ts'
import type { AiBot } from './catalogue-schema.ts'
import type { Confirmation, ConfirmHost } from './confirm-host.ts'
import type { RangeList, RangeLists } from './range-files.ts'

/** `spoofed` only where it is proven that the visit is not the bot’s; `unverified` where nothing is proven. */
export type Verdict = 'verified' | 'unverified' | 'spoofed'

export interface BotVerifier {
  /**
   * The verdict that lists of addresses give, without waiting for anybody; undefined where names have to be asked for.
   * @param address as a log has it; what is no address proves nothing
   * @param atMs when the visit was, in milliseconds since 1970
   */
  verifyWithoutAsking(bot: AiBot, address: string, atMs: number): Verdict | undefined
  /** The verdict, asking name servers where the bot’s operator publishes names. Never fails. */
  verify(bot: AiBot, address: string, atMs: number): Promise<Verdict>
}

export interface BotVerifierOptions {
  lists: RangeLists
  /** Undefined: name servers are never asked. */
  confirmHost?: ConfirmHost | undefined
  /** Further than this from the visit, a list or an answer of now is no proof against it: ranges come and go. */
  maxAgeMs: number
  nowMs?: () => number
}

const addressesKept = 20_000

/**
 * Makes a verifier of visits by the bots’ addresses. A visit is verified where one way that the operator publishes proves
 * it: the address is in a list, or its name is the operator’s. It is spoofed where none does and one speaks against it:
 *
 * - a list, against an address outside of it, if it is within `maxAgeMs` of the visit, no list of the bot is missing and the
 *   operator does not call it partial;
 * - names, against an address that has none or another’s, if the visit is within `maxAgeMs` of now.
 *
 * While no name server answers, nothing that has names is spoofed. An address that is private, or a known proxy’s, says
 * nothing about who is behind it.
 */
export function createBotVerifier(options: BotVerifierOptions): BotVerifier {
  const { lists, confirmHost, maxAgeMs } = options
  const nowMs = options.nowMs ?? Date.now
  const proxies = existing(proxyRangeNames, lists)
  const ofBots = new Map<AiBot, BotLists>()
  // A bot’s visits come from few addresses, and reading one takes longer than all look-ups.
  const read = new LRUCache<string, ReadAddress>({
    max: addressesKept,
    memoMethod: (address) => readAddress(address, proxies),
  })

  const listsOf = (bot: AiBot): BotLists => {
    let known = ofBots.get(bot)
    if (known === undefined) {
      const names = rangeNamesOf(bot)
      const found = existing(names, lists)
      const isWhole = found.length === names.length && bot.verification?.partialRanges !== true
      known = { found, isWhole }
      ofBots.set(bot, known)
    }
    return known
  }
  const isNear = (otherMs: number, atMs: number) => Math.abs(otherMs - atMs) <= maxAgeMs

  const speakAgainst = ({ found, isWhole }: BotLists, atMs: number) =>
    isWhole && found.every(({ fetchedAtMs }) => isNear(fetchedAtMs, atMs))

  function verifyWithoutAsking(bot: AiBot, address: string, atMs: number): Verdict | undefined {
    if (bot.governs !== undefined) return 'spoofed'
    const ofBot = listsOf(bot)
    const hasNames = confirmHost !== undefined && bot.verification?.hostSuffixes !== undefined
    if (ofBot.found.length === 0 && !hasNames) return 'unverified'
    const { plain, isTelling } = read.memo(address)
    if (plain !== undefined && ofBot.found.some(({ contains }) => contains(plain))) return 'verified'
    if (!isTelling) return 'unverified'
    if (hasNames) return undefined
    return speakAgainst(ofBot, atMs) ? 'spoofed' : 'unverified'
  }

  async function byNames(bot: AiBot, address: string, atMs: number): Promise<Verdict> {
    const suffixes = bot.verification?.hostSuffixes ?? []
    const confirmation: Confirmation = (await confirmHost?.(address, suffixes)) ?? 'unknown'
    if (confirmation === 'confirmed') return 'verified'
    if (confirmation === 'unknown') return 'unverified'
    return isNear(nowMs(), atMs) || speakAgainst(listsOf(bot), atMs) ? 'spoofed' : 'unverified'
  }

  return {
    verifyWithoutAsking,
    verify: async (bot, address, atMs) =>
      verifyWithoutAsking(bot, address, atMs) ?? byNames(bot, address, atMs),
  }
}

interface BotLists {
  found: readonly RangeList[]
  /** Whether they are all of the bot’s addresses. */
  isWhole: boolean
}

interface ReadAddress {
  /** Undefined for what is no address. */
  plain: string | undefined
  /** Whether it can be the visitor’s own. */
  isTelling: boolean
}

function readAddress(address: string, proxies: readonly RangeList[]): ReadAddress {
  const plain = plainAddress(address)
  const isProxy = plain !== undefined && proxies.some(({ contains }) => contains(plain))
  return { plain, isTelling: isPublicAddress(address) && !isProxy }
}

function existing(names: readonly string[], lists: RangeLists): RangeList[] {
  return names.flatMap((name) => lists.get(name) ?? [])
}
