import type { VisitorActor } from './actor.ts'
import type { Context } from './context.ts'
import type { NewSession } from './operation.ts'

/** Why somebody was not signed in by single sign-on, in words for them: the sign-in page is told the code. */
export const refusalWords = {
  provider_unavailable:
    'The sign-in service does not answer as it should: try again later, or ask the operator.',
  provider_refused: 'The sign-in service did not sign you in.',
  attempt_over:
    'This attempt to sign in is over, or was begun in another browser: begin again, within 10 minutes.',
  answer_invalid:
    'What the sign-in service sent does not prove who you are: begin again, or ask the operator.',
  email_missing: 'The sign-in service does not tell your e-mail address.',
  email_unverified: 'The sign-in service has not verified your e-mail address.',
  domain_not_allowed: 'People with an e-mail address of this domain may not sign in here.',
  address_taken:
    'There is an account with your e-mail address that belongs to somebody else: ask the operator.',
  no_membership: 'You are not a member of any workspace: have somebody invite you.',
  not_set_up: 'Nobody has set this installation up yet: use the link that the server printed at its start.',
} as const

export type RefusalCode = keyof typeof refusalWords

/** Somebody was not signed in. The detail is for the operator; it holds no token, and nothing that the provider sent. */
export class SignInRefusal extends Error {
  readonly code: RefusalCode
  readonly detail: string | undefined

  constructor(code: RefusalCode, detail?: string) {
    super(refusalWords[code])
    this.name = 'SignInRefusal'
    this.code = code
    this.detail = detail
  }
}

/** Sign-in by a provider of OpenID Connect. */
export interface SingleSignOn {
  /**
   * Begins an attempt.
   * @param returnTo where on this server the browser goes in the end: a path
   * @returns where to send the browser, and what it must bring back with the provider's answer
   * @throws SignInRefusal, or ApiError invalid_request for what is no path of the console
   */
  begin(returnTo: string): Promise<{ url: string; attempt: string }>
  /**
   * Signs somebody in with the provider's answer to an attempt of the same browser.
   * @param query of the address that the provider has sent the browser to, with its question mark
   * @throws SignInRefusal
   */
  finish(
    ctx: Context & { actor: VisitorActor },
    query: string,
    attempt: string | undefined,
  ): Promise<{ session: NewSession; returnTo: string }>
}

/** How long an attempt may take, from the sign-in page to the provider and back. */
export const signInTimeoutSeconds = 600
