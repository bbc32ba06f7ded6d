import type { Problem } from '../api/client.ts'

/** What went wrong and what to do, in a sentence for people. The server's own words stand beside it. */
export function explain(problem: Problem): { title: string; detail: string } {
  switch (problem.code) {
    case 'unreachable':
      return {
        title: 'The server does not answer',
        detail:
          'What you see may be out of date. It is asked again when you press the button, or come back to this tab.',
      }
    case 'invalid_token':
      return { title: 'You are signed out', detail: 'Sign in again: what you have typed stays.' }
    case 'passkey_failed':
      return { title: 'The browser did not use a passkey', detail: problem.message }
    case 'insufficient_scope':
      return { title: 'You may not do this', detail: refusedWords(problem.message) }
    case 'second_factor_required':
      return {
        title: 'This workspace requires a second factor',
        detail: 'Reload the page, then set one up.',
      }
    case 'plan_required':
      return { title: 'The workspace is not enabled for this', detail: problem.message }
    case 'not_found':
      return { title: 'This is not there', detail: 'It was deleted, or you have no access to it.' }
    case 'conflict':
      return { title: 'This does not fit with what is there', detail: problem.message }
    case 'rate_limited':
      return {
        title: 'Too many requests',
        detail: `Wait ${problem.retryAfterSeconds ?? 60} seconds, then try again.`,
      }
    case 'service_unavailable':
      return { title: 'The server cannot answer this now', detail: problem.message }
    case 'invalid_request':
    case 'invalid_cursor':
      return { title: 'The server did not take this', detail: problem.message }
    default:
      return { title: 'Something failed on the server', detail: problem.message }
  }
}

/** Who gives the role that is missing; what else is refused says by itself what to do. */
function refusedWords(message: string): string {
  const role = /needs the role (\w+)/.exec(message)?.[1]
  return role === undefined
    ? message
    : `This needs the role ${role}: ask an admin of the workspace. What you have typed stays.`
}
