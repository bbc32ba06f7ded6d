import type { Config } from '../../../kernel/config.ts'
import { invalidRequest } from '../../../lib/errors.ts'

/** How to reach the provider of this installation. */
export interface SingleSignOnSettings {
  issuer: URL
  clientId: string
  clientSecret: string
  /** The claim that marks an email address as verified. */
  verifiedClaim: string
  name: string
}

/** Undefined if single sign-on is not configured. */
export function singleSignOnSettings(config: Config): SingleSignOnSettings | undefined {
  const { SSO_ISSUER: issuer, SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const { SSO_VERIFIED_CLAIM: verifiedClaim, SSO_NAME: name = issuer.hostname } = config
  return { issuer, clientId, clientSecret, verifiedClaim, name }
}

/** @throws ApiError invalid_request if a variable requires another one that is not set */
export function checkSingleSignOn(config: Config): void {
  const { SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET } = config
  const given = [SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET].filter((value) => value !== undefined)
  if (given.length === 1 || given.length === 2)
    throw invalidRequest('SSO_ISSUER, SSO_CLIENT_ID and SSO_CLIENT_SECRET: set all three or none')
  const isOn = given.length === 3
  if (config.SSO_ONLY && !isOn) throw invalidRequest('SSO_ONLY: requires SSO_ISSUER, or no one could sign in')
  if (config.SSO_WORKSPACES.length > 0 && config.SSO_EMAIL_DOMAINS.length === 0)
    throw invalidRequest(
      'SSO_WORKSPACES: requires SSO_EMAIL_DOMAINS, or every account at the provider would become a member',
    )
}
