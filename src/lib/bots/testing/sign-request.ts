import { createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** The Ed25519 key of RFC 9421, appendix B.1.4, which the vectors of the draft use. */
export const testJwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-key-ed25519',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
}
export const testKeyId = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'

const testKey = createPrivateKey({ key: testJwk, format: 'jwk' })

export interface SignOptions {
  /** Component identifiers with their values, such as `['"@authority"', 'example.com']`. */
  components: readonly (readonly [string, string])[]
  created: number
  expires?: number | undefined
  label?: string
  keyid?: string
  tag?: string
  key?: KeyObject
  more?: string
}

/** The values of Signature and Signature-Input for a request, by the text of RFC 9421. */
export function signRequest({
  components,
  created,
  expires = created + 300,
  label = 'sig1',
  keyid = testKeyId,
  tag = 'web-bot-auth',
  key = testKey,
  more = '',
}: SignOptions): { signature: string; input: string } {
  const params = `(${components.map(([name]) => name).join(' ')});created=${created};expires=${expires};keyid="${keyid}";tag="${tag}"${more}`
  const lines = [...components.map(([name, value]) => `${name}: ${value}`), `"@signature-params": ${params}`]
  const bytes = sign(null, Buffer.from(lines.join('\n')), key)
  return { signature: `${label}=:${bytes.toString('base64')}:`, input: `${label}=${params}` }
}
