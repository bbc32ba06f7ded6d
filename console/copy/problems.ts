import type { Problem } from '../api/client.ts'
import texts from './texts.json' with { type: 'json' }

const known: Record<string, { title: string; detail?: string }> = texts.problems

/** A title and the next step for a problem. The server’s message is shown next to it. */
export function explain({ code, message, retryAfterSeconds }: Problem): { title: string; detail: string } {
  const words = (Object.hasOwn(known, code) && known[code]) || { title: 'Server error' }
  if (code === 'insufficient_scope') return { ...words, detail: refusedWords(message) }
  if (code === 'rate_limited') return { ...words, detail: `Wait ${retryAfterSeconds ?? 60} seconds, then retry.` }
  return { detail: message, ...words }
}

/** Names the required role and who can grant it. Other messages already say what to do. */
function refusedWords(message: string): string {
  const role = /needs the role (\w+)/.exec(message)?.[1]
  return role === undefined
    ? message
    : `This requires the ${role} role. Ask a workspace admin. Your unsaved input is kept.`
}
