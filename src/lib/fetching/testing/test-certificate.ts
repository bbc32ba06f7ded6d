import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** Encodes a value in DER (X.690): a tag, the length of the contents, the contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const lengthBytes = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const hex = (tag: number, digits: string) => der(tag, Buffer.from(digits, 'hex'))
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')))
const bitString = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes)

const ecdsaWithSha256 = sequence(hex(0x06, '2a8648ce3d040302'))
const commonName = hex(0x06, '550403')
const subjectAltName = hex(0x06, '551d11')

/**
 * Creates a self-signed certificate and key in PEM (X.509, RFC 5280), so that the repository holds no key.
 * @param host the name or IPv4 address that it is for
 */
export function makeCertificate(host: string, notAfter = new Date(Date.now() + 86_400_000)) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const altName = isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
  const content = sequence(
    der(0xa0, hex(0x02, '02')),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(notAfter.getTime() - 7 * 86_400_000)), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, sequence(altName))))),
  )
  const certificate = sequence(content, ecdsaWithSha256, bitString(sign('sha256', content, privateKey)))
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
