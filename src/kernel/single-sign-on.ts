import type { VisitorActor } from './actor.ts'
import type { Context } from './context.ts'
import type { NewSession } from './operation.ts'

/** Reasons why single sign-on was refused, as shown to people. The sign-in page receives the code. */
export const refusalWords = {
  provider_unavailable: 'The sign-in service is not responding correctly. Try again later or ask the operator.',
  provider_refused: 'The sign-in service did not sign you in.',
  attempt_over: 'This sign-in expired or was started in another browser. Start again; you have 10 minutes.',
  answer_invalid: 'The response of the sign-in service could not be verified. Start again or ask the operator.',
  email_missing: 'The sign-in service did not provide your email address.',
  email_unverified: 'The sign-in service has not verified your email address.',
  domain_not_allowed: 'Your email domain is not allowed to sign in here.',
  address_taken: 'Someone else’s account has your email address. Ask the operator.',
  no_membership: 'You are not a member of any workspace. Ask for an invitation.',
  not_set_up: 'This installation is not set up yet. Use the link that the server printed at startup.',
} as const

export type RefusalCode = keyof typeof refusalWords

/** A refused sign-in. The detail is for the operator and contains no token or provider data. */
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

/** Sign-in with an OpenID Connect provider. */
export interface SingleSignOn {
  /**
   * Starts an attempt.
   * @param returnTo path on this server to return to
   * @returns the URL for the browser, and the attempt that it must send back with the provider's response
   * @throws SignInRefusal, or ApiError invalid_request if the path is not in the console
   */
  begin(returnTo: string): Promise<{ url: string; attempt: string }>
  /**
   * Completes an attempt of the same browser with the provider's response.
   * @param query of the redirect URL, with its question mark
   * @throws SignInRefusal
   */
  finish(
    ctx: Context & { actor: VisitorActor },
    query: string,
    attempt: string | undefined,
  ): Promise<{ session: NewSession; returnTo: string }>
}

/** Time limit of an attempt, from the sign-in page to the provider and back. */
export const signInTimeoutSeconds = 600
