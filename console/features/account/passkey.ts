import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call, Problem } from '../../api/client.ts'

/** Loaded at the first use, because most visits do not need it. */
const load = () => import('@simplewebauthn/browser')

/** Whether passkeys work on this page: browsers bind them to one origin. */
export const canUsePasskeys = (origin: string | null | undefined) =>
  'PublicKeyCredential' in window && origin === window.location.origin

export async function signInWithPasskey() {
  const { startAuthentication } = await load()
  const { data } = await call('begin-passkey-sign-in', {})
  const optionsJSON = data.options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = await startAuthentication({ optionsJSON }).catch(fail)
  return call('sign-in-with-passkey', { credential })
}

export async function addPasskey({ name, password }: { name: string; password: string }) {
  const { startRegistration } = await load()
  const { data } = await call('begin-passkey', { password })
  const optionsJSON = data.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const credential = await startRegistration({ optionsJSON }).catch(fail)
  return call('add-passkey', { name, credential })
}

/** Browsers do not say whether the user canceled or the device failed. */
function fail(error: Error): never {
  const isKnown = error.name === 'InvalidStateError'
  throw new Problem(
    'passkey_failed',
    isKnown ? 'This device already has a passkey for your account.' : 'It was canceled, or this device has no passkey.',
    400,
  )
}
