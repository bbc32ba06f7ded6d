import { LRUCache } from 'lru-cache'
import { isPublicAddress, plainAddress } from './addresses.ts'
import { keyListName, proxyRangeNames, rangeNamesOf, signers } from './catalogue.ts'
import type { AiBot } from './catalogue-schema.ts'
import type { Confirmation, ConfirmHost } from './confirm-host.ts'
import type { RangeList, RangeLists } from './range-files.ts'
import { type SignatureResult, type SignedRequest, verifySignature } from './verify-signature.ts'

/** `spoofed` if the visit is proven not to be the bot’s; `unverified` if nothing is proven. */
export type Verdict = 'verified' | 'unverified' | 'spoofed'

export interface BotVerifier {
  /**
   * The verdict by address lists, without DNS; undefined if DNS queries are necessary.
   * @param address as logged; text that is not an address proves nothing
   * @param atMs the time of the visit, in milliseconds since 1970
   */
  verifyWithoutAsking(bot: AiBot, address: string, atMs: number): Verdict | undefined
  /** The verdict, with DNS queries if the operator publishes host names. Never fails. */
  verify(bot: AiBot, address: string, atMs: number): Promise<Verdict>
  /** Verifies a signature by the operator of the claimed bot; if there is no claim, by any operator. */
  verifySignature(request: SignedRequest, atMs: number, claimed?: AiBot): SignatureResult
}

export interface BotVerifierOptions {
  lists: RangeLists
  /** Undefined: no DNS queries. */
  confirmHost?: ConfirmHost | undefined
  /** Address ranges change: an older list, or DNS for an older visit, is not evidence of spoofing. */
  maxAgeMs: number
  nowMs?: () => number
}

const maxCachedAddresses = 20_000

/**
 * Creates a verifier of visits by address. A visit is verified if one published method proves it: the address
 * is in a list, or its host name belongs to the operator. It is spoofed if none does and one contradicts it:
 *
 * - a list, if the address is outside it, the list is within `maxAgeMs` of the visit, none of the bot’s lists
 *   is missing and the operator does not call it partial;
 * - DNS, if the address has no name or another operator’s, and the visit is within `maxAgeMs` of now.
 *
 * While no name server responds, a bot with host names is never spoofed. A private address, or one of a known
 * proxy, says nothing about the visitor.
 */
export function createBotVerifier(options: BotVerifierOptions): BotVerifier {
  const { lists, confirmHost, maxAgeMs } = options
  const nowMs = options.nowMs ?? Date.now
  const proxies = existing(proxyRangeNames, lists)
  const ofBots = new Map<AiBot, BotLists>()
  // A bot visits from few addresses, and parsing one takes longer than all lookups.
  const read = new LRUCache<string, ReadAddress>({
    max: maxCachedAddresses,
    memoMethod: (address) => readAddress(address, proxies),
  })

  const listsOf = (bot: AiBot): BotLists => {
    let known = ofBots.get(bot)
    if (known === undefined) {
      const names = rangeNamesOf(bot)
      const found = existing(names, lists)
      const isComplete = found.length === names.length && bot.verification?.partialRanges !== true
      known = { found, isComplete }
      ofBots.set(bot, known)
    }
    return known
  }
  const isNear = (otherMs: number, atMs: number) => Math.abs(otherMs - atMs) <= maxAgeMs

  const contradict = ({ found, isComplete }: BotLists, atMs: number) =>
    isComplete && found.every(({ fetchedAtMs }) => isNear(fetchedAtMs, atMs))

  function verifyWithoutAsking(bot: AiBot, address: string, atMs: number): Verdict | undefined {
    if (bot.governs !== undefined) return 'spoofed'
    const ofBot = listsOf(bot)
    const hasNames = confirmHost !== undefined && bot.verification?.hostSuffixes !== undefined
    if (ofBot.found.length === 0 && !hasNames) return 'unverified'
    const { plain, isConclusive } = read.memo(address)
    if (plain !== undefined && ofBot.found.some(({ contains }) => contains(plain))) return 'verified'
    if (!isConclusive) return 'unverified'
    if (hasNames) return undefined
    return contradict(ofBot, atMs) ? 'spoofed' : 'unverified'
  }

  async function byNames(bot: AiBot, address: string, atMs: number): Promise<Verdict> {
    const suffixes = bot.verification?.hostSuffixes ?? []
    const confirmation: Confirmation = (await confirmHost?.(address, suffixes)) ?? 'unknown'
    if (confirmation === 'confirmed') return 'verified'
    if (confirmation === 'unknown') return 'unverified'
    return isNear(nowMs(), atMs) || contradict(listsOf(bot), atMs) ? 'spoofed' : 'unverified'
  }

  return {
    verifyWithoutAsking,
    verify: async (bot, address, atMs) => verifyWithoutAsking(bot, address, atMs) ?? byNames(bot, address, atMs),
    verifySignature(request, atMs, claimed) {
      const accepted = [...signers].filter(([, { operator }]) => operator === (claimed?.operator ?? operator))
      const keys = accepted.map(([origin]) => [origin, lists.get(keyListName(origin))?.keys] as const)
      return verifySignature(request, new Map(keys), atMs)
    },
  }
}

interface BotLists {
  found: readonly RangeList[]
  /** Whether the lists contain all of the bot’s addresses. */
  isComplete: boolean
}

interface ReadAddress {
  /** Undefined if the text is not an address. */
  plain: string | undefined
  /** Whether the address can be the visitor’s, rather than private or a proxy’s. */
  isConclusive: boolean
}

function readAddress(address: string, proxies: readonly RangeList[]): ReadAddress {
  const plain = plainAddress(address)
  const isProxy = plain !== undefined && proxies.some(({ contains }) => contains(plain))
  return { plain, isConclusive: isPublicAddress(address) && !isProxy }
}

function existing(names: readonly string[], lists: RangeLists): RangeList[] {
  return names.flatMap((name) => lists.get(name) ?? [])
}
