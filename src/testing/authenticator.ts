import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Options {
  challenge: string
  user?: { id: string }
}

/** Deviations of a device from the standard, for tests of refusals. */
interface Lie {
  origin?: string
  rpId?: string
  userHandle?: string | null
  counter?: number
  isVerified?: boolean
  hasWrongSignature?: boolean
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const base64url = (content: string | Buffer) => Buffer.from(content).toString('base64url')

/** A device with one passkey (ES256), which signs according to WebAuthn Level 3. */
export class Authenticator {
  readonly id = base64url(randomBytes(32))
  counter = 0
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle: string | undefined

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Responds to the options of begin-passkey. */
  create({ challenge, user }: Options, lie: Lie = {}) {
    this.#userHandle = user?.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const aaguid = Buffer.alloc(16)
    const authData = Buffer.concat([this.#head(0x41, lie), aaguid, length, id, this.#publicKey()])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    const clientDataJSON = this.#clientData('webauthn.create', challenge, lie)
    const attestationObject = base64url(Buffer.from(attestation))
    return this.#credential({ clientDataJSON, attestationObject })
  }

  /** Responds to the options of begin-passkey-sign-in. */
  get({ challenge }: Options, lie: Lie = {}) {
    this.counter += 1
    const authData = this.#head(0x01, lie)
    const clientDataJSON = this.#clientData('webauthn.get', challenge, lie)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const { privateKey } = lie.hasWrongSignature ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : this.#keys
    return this.#credential({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, privateKey)),
      userHandle: lie.userHandle === undefined ? this.#userHandle : lie.userHandle,
    })
  }

  #credential<T extends object>(response: T) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Lie): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #head(flags: number, { rpId, counter = this.counter, isVerified = true }: Lie): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const host = rpId ?? new URL(this.#origin).hostname
    return Buffer.concat([sha256(host), Buffer.from([flags | (isVerified ? 0x04 : 0)]), count])
  }

  /** As a COSE key: EC2, ES256, P-256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return Buffer.from(isoCBOR.encode(key))
  }
}
