import { LRUCache } from 'lru-cache'
import type { LoggedRequest } from './log-entry.ts'

/** A few megabytes in total. */
const maxAgents = 16_384
const maxKeyLength = 512

/** Caches which bot a user agent belongs to. */
export interface AgentCache<T> {
  find(request: LoggedRequest): T | undefined
}

/** Remembers recent user agents; few lines of a log have a new one. */
export function createAgentCache<T>(recognize: (userAgent: string) => T | undefined): AgentCache<T> {
  const known = new LRUCache<string, { bot: T | undefined }>({ max: maxAgents })
  return {
    find(request) {
      const key = request.agentKey
      if (key === null) return undefined
      const found = known.get(key)
      if (found !== undefined) return found.bot
      const { userAgent } = request.entry()
      const bot = userAgent === null ? undefined : recognize(userAgent)
      // Copy the key: as a substring, it would keep the text of many lines in memory.
      if (key.length <= maxKeyLength) known.set(Buffer.from(key, 'utf16le').toString('utf16le'), { bot })
      return bot
    },
  }
}
