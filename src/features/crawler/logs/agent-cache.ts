import type { LoggedRequest } from './log-entry.ts'

/** User agents per cache generation and maximum key length: a few megabytes in total. */
const generationSize = 8192
const maxKeyLength = 512

/** Caches which bot a user agent belongs to. */
export interface AgentCache<T> {
  find(request: LoggedRequest): T | undefined
}

/** Remembers recent user agents; few lines of a log have a new one. */
export function createAgentCache<T>(recognize: (userAgent: string) => T | undefined): AgentCache<T> {
  let young = new Map<string, T | undefined>()
  let old = new Map<string, T | undefined>()

  function remember(key: string, bot: T | undefined): void {
    if (young.size === generationSize) {
      old = young
      young = new Map()
    }
    // Copy the key: as a substring, it would keep the text of many lines in memory.
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
      const bot = isOld ? old.get(key) : userAgent === null ? undefined : recognize(userAgent)
      if (key.length <= maxKeyLength) remember(key, bot)
      return bot
    },
  }
}
