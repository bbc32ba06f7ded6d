import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'
import type { RelyingParty } from './challenge.ts'

/** Loaded on first use: it takes 0.3 s of CPU time, which every command would pay. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/, 'must be base64url')

const credentialOf = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: base64url.max(1400),
    rawId: base64url.max(1400),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url, ...response }),
  })

/** RegistrationResponseJSON of WebAuthn. Ignores fields that browsers add. */
export const newCredential = credentialOf({ attestationObject: base64url }).describe(
  'The new passkey: WebAuthn RegistrationResponseJSON.',
)

/** AuthenticationResponseJSON of WebAuthn. */
export const usedCredential = credentialOf({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url.nullish(),
}).describe('The signed challenge: WebAuthn AuthenticationResponseJSON.')

/** EdDSA, ES256 and RS256. The package's default adds one that Node.js reports as experimental. */
export const supportedAlgorithmIDs = [-8, -7, -257]

/** User verification, such as a PIN or fingerprint, makes a passkey count as two factors. */
const expected = (party: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
})

/** Undefined if the credential does not match the challenge and origin. */
export async function verifyNew(
  credential: z.output<typeof newCredential>,
  party: RelyingParty,
  challenge: string,
): Promise<WebAuthnCredential | undefined> {
  const response = { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON
  const options = { ...expected(party, challenge), response, supportedAlgorithmIDs }
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await verifyRegistrationResponse(options).catch(refuse)
  return verified?.registrationInfo?.credential
}

/** @returns the new signature counter; undefined if signature, origin, challenge or counter is wrong */
export async function verifyUsed(
  credential: z.output<typeof usedCredential>,
  known: WebAuthnCredential,
  party: RelyingParty,
  challenge: string,
): Promise<number | undefined> {
  const response = { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON
  const options = { ...expected(party, challenge), response, credential: known }
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse(options).catch(refuse)
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}

/** Hides the package's errors: their messages repeat the input. */
const refuse = () => undefined
