import { buildAutomaton } from '../text/automaton.ts'
import { botCatalog, lookAlikes, tokensOf } from './catalogue.ts'
import type { AiBot, LookAlike } from './catalogue-schema.ts'

/** Finds the AI bot that a user agent claims to be; undefined for people and all other bots. */
export type BotRecognizer = (userAgent: string) => AiBot | undefined

/**
 * Creates a recognizer for all bots of a catalog. A token matches in any letter case as a product name
 * (`GPTBot/1.2`, `; Bytespider)`), not within a longer name, host, path or email address. A hyphen and more
 * may follow, as in variants (`crawl4ai-adapter`), but not precede. The longest token wins, then the first.
 *
 * Scans the user agent once, whatever the size of the catalog.
 * @throws Error if two entries have the same token
 */
export function createBotRecognizer(
  catalogue: readonly AiBot[] = botCatalog,
  exceptions: readonly LookAlike[] = lookAlikes,
): BotRecognizer {
  const meanings = meaningsOf(catalogue, exceptions)
  const tokens = [...meanings.keys()]
  const bots = [...meanings.values()]
  const lengths = tokens.map((token) => token.length)
  const { transitions, next, patternsAt, symbols } = buildAutomaton(tokens)
  const rowsEnd = transitions.length
  const symbolOf = new Uint16Array(0x10000)
  for (const [unit, symbol] of symbols) {
    symbolOf[unit] = symbol
    symbolOf[String.fromCharCode(unit).toUpperCase().charCodeAt(0)] = symbol
  }

  return (userAgent) => {
    const { length } = userAgent
    let position = 0
    let longest = 0
    let bot: AiBot | undefined
    for (let i = 0; i < length; i++) {
      const symbol = symbolOf[userAgent.charCodeAt(i)] as number
      position = position < rowsEnd ? (transitions[position + symbol] as number) : next(position, symbol)
      if (position >= 0) continue
      position = ~position
      for (const pattern of patternsAt(position)) {
        const tokenLength = lengths[pattern] as number
        if (tokenLength <= longest) break
        if (!standsAlone(userAgent, i + 1 - tokenLength, i + 1)) continue
        longest = tokenLength
        bot = bots[pattern]
      }
    }
    return bot
  }
}

/** The bot of each lowercase token; undefined for look-alikes. */
function meaningsOf(catalogue: readonly AiBot[], exceptions: readonly LookAlike[]): Map<string, AiBot | undefined> {
  const meanings = new Map<string, AiBot | undefined>()
  const add = (token: string, bot: AiBot | undefined) => {
    const key = token.toLowerCase()
    if (meanings.has(key)) throw new Error(`two bots have the token "${key}"`)
    meanings.set(key, bot)
  }
  for (const bot of catalogue) for (const token of tokensOf(bot)) add(token, bot)
  for (const { token } of exceptions) add(token, undefined)
  return meanings
}

/** Whether the text from start to end is not part of a longer name, host, path or address. */
function standsAlone(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  const last = text.charCodeAt(end - 1)
  if (isAlphanumeric(first) && start > 0) {
    const before = text.charCodeAt(start - 1)
    if (isAlphanumeric(before) || isJoiner(before)) return false
  }
  if (!isAlphanumeric(last) || end === text.length) return true
  const after = text.charCodeAt(end)
  if (after === dot) return end + 1 === text.length || !isAlphanumeric(text.charCodeAt(end + 1))
  return !isAlphanumeric(after) && after !== underscore && after !== at
}

const [hyphen, dot, slash, at, underscore] = [0x2d, 0x2e, 0x2f, 0x40, 0x5f]

const isJoiner = (unit: number) =>
  unit === hyphen || unit === dot || unit === slash || unit === underscore || unit === at

function isAlphanumeric(unit: number): boolean {
  const lower = unit | 0x20
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x7a) || unit > 0x7f
}
