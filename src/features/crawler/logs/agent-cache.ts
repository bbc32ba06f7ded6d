import type { LoggedRequest } from './log-entry.ts'

/** User agents in each of the two generations, and the longest that is kept: a few megabytes at most. */
const generationSize = 8192
const maxKeyLength = 512

/** Knows what user agents are recognised as. */
export interface AgentCache<T> {
  find(request: LoggedRequest): T | undefined
}

/** Those seen lately are remembered: of some million lines, few have a user agent that came never before. */
export function createAgentCache<T>(recognise: (userAgent: string) => T | undefined): AgentCache<T> {
  let young = new Map<string, T | undefined>()
  let old = new Map<string, T | undefined>()

  function remember(key: string, bot: T | undefined): void {
    if (young.size === generationSize) {
      old = young
      young = new Map()
    }
    // A copy: the key is a piece of the text of many lines, all of which it would keep in memory.
    young.set(Buffer.from(key, 'utf16le').toString('utf16le'), bot)
  }

  return {
    find(request) {
      const key = request.agentKey
      if (key === null) return undefined
      const known = young.get(key)
      if (known !== undefined || young.has(key)) return known
      const isOld = old.has(key)
      const { userAgent } = isOld ? { userAgent: null } : request.entry()
      const bot = isOld ? old.get(key) : userAgent === null ? undefined : recognise(userAgent)
      if (key.length <= maxKeyLength) remember(key, bot)
      return bot
    },
  }
}
