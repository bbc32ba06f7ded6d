import type { Problem } from '../api/client.ts'

/** A title and the next step for a problem. The server’s message is shown next to it. */
export function explain(problem: Problem): { title: string; detail: string } {
  switch (problem.code) {
    case 'unreachable':
      return {
        title: 'Cannot reach the server',
        detail: 'The data on this page may be out of date. It reloads when you return to this tab.',
      }
    case 'invalid_token':
      return { title: 'You are signed out', detail: 'Sign in again. Your unsaved input is kept.' }
    case 'passkey_failed':
      return { title: 'Passkey sign-in failed', detail: problem.message }
    case 'insufficient_scope':
      return { title: 'You don’t have permission', detail: refusedWords(problem.message) }
    case 'second_factor_required':
      return {
        title: 'This workspace requires a second factor',
        detail: 'Reload the page, then set one up.',
      }
    case 'plan_required':
      return { title: 'Not enabled for this workspace', detail: problem.message }
    case 'not_found':
      return { title: 'Not found', detail: 'It was deleted, or you don’t have access.' }
    case 'conflict':
      return { title: 'Conflict with the current data', detail: problem.message }
    case 'rate_limited':
      return {
        title: 'Too many requests',
        detail: `Wait ${problem.retryAfterSeconds ?? 60} seconds, then retry.`,
      }
    case 'service_unavailable':
      return { title: 'The server is temporarily unavailable', detail: problem.message }
    case 'invalid_request':
    case 'invalid_cursor':
      return { title: 'Invalid request', detail: problem.message }
    default:
      return { title: 'Server error', detail: problem.message }
  }
}

/** Names the required role and who can grant it. Other messages already say what to do. */
function refusedWords(message: string): string {
  const role = /needs the role (\w+)/.exec(message)?.[1]
  return role === undefined
    ? message
    : `This requires the ${role} role. Ask a workspace admin. Your unsaved input is kept.`
}
