import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeSigningKeys, parseKeys } from './signing-keys.ts'
import { type SignOptions, signRequest, testJwk, testKeyId } from './testing/sign-request.ts'
import { type SignedRequest, verifySignature } from './verify-signature.ts'

const signer = 'https://signature-agent.test'
const keysOf = (...jwks: object[]) => makeSigningKeys(parseKeys(JSON.stringify({ keys: jwks })))
const directories = new Map([[signer, keysOf(testJwk)]])
const created = 1735689600
const atMs = created * 1000 + 20_000

/** The request of draft-meunier-webbotauth-httpsig-protocol, appendix Test Vectors. */
const unsigned = {
  authority: 'example.com',
  method: 'GET',
  path: '/path/to/resource',
  query: null,
  userAgent: 'GPTBot/1.2',
}
const vector: SignedRequest = {
  ...unsigned,
  agent: 'agent2="https://signature-agent.test"',
  input:
    'sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"',
  signature: 'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
}
const legacyVector: SignedRequest = {
  ...unsigned,
  agent: '"https://signature-agent.test"',
  input:
    'sig2=("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"',
  signature: 'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
}
const rsaVector: SignedRequest = {
  ...vector,
  input:
    'sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA";alg="rsa-pss-sha512";expires=4889289600;nonce="wcfPQPh7SzkvrIVvhD00vNk9PkxJNY2NVbYl2PVBB4zmUoluSwE7W6bPtF60QA3k8g06FU7PPCD+J58YofY1zg==";tag="web-bot-auth"',
}

const authority = ['"@authority"', 'example.com'] as const
const agent = ['"signature-agent";key="sig1"', '"https://signature-agent.test"'] as const

const signed = (options: Partial<SignOptions> = {}, request: Partial<SignedRequest> = {}): SignedRequest => ({
  ...unsigned,
  agent: `sig1=${agent[1]}`,
  ...signRequest({ components: [authority, agent], created, ...options }),
  ...request,
})
const check = (request: SignedRequest, ms = atMs) => verifySignature(request, directories, ms)

describe('a valid signature', () => {
  it.each<[string, SignedRequest]>([
    ['the vector of the draft', vector],
    ['its vector with a bare Signature-Agent', legacyVector],
    [
      'all parts of the request',
      signed(
        {
          components: [
            authority,
            agent,
            ['"@method"', 'GET'],
            ['"@path"', '/a%20b'],
            ['"@query"', '?q=1&r'],
            ['"@target-uri"', 'https://example.com/a%20b?q=1&r'],
            ['"user-agent"', 'GPTBot/1.2'],
          ],
        },
        { path: '/a%20b', query: 'q=1&r' },
      ),
    ],
    ['no query', signed({ components: [authority, agent, ['"@query"', '?']] })],
    [
      'a port',
      signed({ components: [['"@authority"', 'example.com:8443'], agent] }, { authority: 'example.com:8443' }),
    ],
    ['only @target-uri', signed({ components: [['"@target-uri"', 'https://example.com/path/to/resource'], agent] })],
    [
      'a type and a slash',
      signed(
        { components: [authority, [agent[0], '"https://signature-agent.test/";type=directory']] },
        { agent: 'sig1="https://signature-agent.test/"; type=directory' },
      ),
    ],
  ])('verifies with %s', (_, request) => {
    expect(check(request)).toEqual({ signer })
  })

  it('verifies as one of several, next to one that does not verify', () => {
    const [own, other] = [signed(), signed({ label: 'other', keyid: 'unknown' })]
    const joined = (name: 'signature' | 'input') => `${other[name]} , ${own[name]}`
    expect(check({ ...own, signature: joined('signature'), input: joined('input') })).toEqual({ signer })
  })

  it('is judged at the time of the visit, with a minute of tolerance', () => {
    expect(check(signed(), created * 1000 - 60_000)).toEqual({ signer })
    expect(check(signed(), created * 1000 - 60_001)).toEqual({ problem: 'the signature was not valid yet' })
    expect(check(signed(), created * 1000 + 360_000)).toEqual({ signer })
    expect(check(signed(), created * 1000 + 360_001)).toEqual({ problem: 'the signature had expired' })
  })
})

describe('a signature that proves nothing', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const mismatch = 'the signature does not match the request'
  it.each<[string, SignedRequest, string]>([
    ['another key', signed({ key: privateKey }), mismatch],
    ['another authority', { ...vector, authority: 'example.org' }, mismatch],
    ['another path', signed({ components: [authority, agent, ['"@path"', '/other']] }), mismatch],
    ['another method', signed({ components: [authority, agent, ['"@method"', 'POST']] }), mismatch],
    ['a short value', { ...vector, signature: 'sig2=:AAAA:' }, mismatch],
    ['parameters changed later', { ...vector, input: vector.input.replace('4889289600', '4889289601') }, mismatch],
    ['an unknown key', signed({ keyid: 'unknown' }), 'the key is not in the directory of the operator'],
    [
      'neither @authority nor @target-uri',
      signed({ components: [['"@path"', '/path/to/resource'], agent] }),
      'the signature covers neither @authority nor @target-uri',
    ],
    ['no covered Signature-Agent', signed({ components: [authority] }), 'the signature does not cover Signature-Agent'],
    ['another tag', signed({ tag: 'other' }), 'no signature has the tag web-bot-auth'],
    [
      'the signature of another origin',
      signed({ components: [authority, [agent[0], '"https://other.test"']] }, { agent: 'sig1="https://other.test"' }),
      'Signature-Agent is not of the operator of the bot',
    ],
    [
      'keys of another kind of document',
      signed(
        { components: [authority, [agent[0], `${agent[1]};type=jwks_uri`]] },
        { agent: `sig1=${agent[1]};type=jwks_uri` },
      ),
      'Signature-Agent is not of the operator of the bot',
    ],
    [
      'a header that the log does not have',
      signed({ components: [authority, agent, ['"content-digest"', 'x']] }),
      'the log does not have all signed parts of the request',
    ],
    [
      'a component with unknown parameters',
      signed({ components: [authority, agent, ['"@path";bs', '/path/to/resource']] }),
      'the log does not have all signed parts of the request',
    ],
    ['the algorithm RSA', rsaVector, 'the algorithm is not ed25519'],
    [
      'no created',
      { ...vector, input: vector.input.replace(';created=1735689600', '') },
      'created or expires is missing',
    ],
    [
      'a text as expires',
      { ...vector, input: vector.input.replace('4889289600', '"1"') },
      'created or expires is missing',
    ],
    ['no Signature', { ...vector, signature: '' }, 'Signature is malformed'],
    [
      'the label of another',
      { ...vector, signature: vector.signature.replace('sig2', 'sig1') },
      'Signature and Signature-Input do not match',
    ],
    ['a text as value', { ...vector, signature: 'sig2="a"' }, 'Signature and Signature-Input do not match'],
    [
      'a text as input',
      { ...vector, input: 'sig2="a";tag="web-bot-auth"' },
      'Signature and Signature-Input do not match',
    ],
    ['an unclosed list', { ...vector, input: vector.input.replace(')', '') }, 'Signature-Input is malformed'],
    ['an unclosed text', { ...vector, input: vector.input.slice(0, -1) }, 'Signature-Input is malformed'],
    ['a comma at the end', { ...vector, input: `${vector.input},` }, 'Signature-Input is malformed'],
    ['no Signature-Agent', { ...vector, agent: '' }, 'Signature-Agent is missing or malformed'],
  ])('has %s', (_, request, problem) => {
    expect(check(request)).toEqual({ problem })
  })

  it('has a key that was not valid at the time of the visit', () => {
    const valid = (nbf: number, exp: number) =>
      verifySignature(vector, new Map([[signer, keysOf({ ...testJwk, nbf, exp })]]), atMs)
    expect(valid(created - 10, created + 10)).toEqual({ signer })
    expect(valid((created - 10) * 1000, (created + 10) * 1000)).toEqual({ signer })
    expect(valid(created + 100, created + 200)).toEqual({ problem: 'the key was not valid' })
    expect(valid(created - 200, created - 100)).toEqual({ problem: 'the key was not valid' })
  })

  it('is checked before the first fetch of the directory', () => {
    expect(verifySignature(vector, new Map([[signer, undefined]]), atMs)).toEqual({
      problem: 'the key is not in the directory of the operator',
    })
  })

  it('never causes an error, whatever the headers', () => {
    const part = fc.constantFrom(
      'sig1',
      '=',
      '(',
      ')',
      '"',
      ';',
      ',',
      ' ',
      ':',
      'a',
      '1',
      '"@authority"',
      'tag="web-bot-auth"',
      '\\',
      'é',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, text, (signature, input, header) => {
        const request = { ...unsigned, signature, input, agent: header }
        expect(check(request)).toEqual({ problem: expect.any(String) })
        expect(check({ ...vector, input: vector.input + input })).toBeDefined()
      }),
    )
  })
})

describe('a key directory', () => {
  it('names its keys by thumbprint, and skips keys of other kinds', () => {
    const other = { kty: 'RSA', n: 'a', e: 'AQAB' }
    expect([...keysOf(other, testJwk, { ...testJwk, x: 'short' }, 'text' as never).keys()]).toEqual([testKeyId])
  })

  it('is stored without private keys', () => {
    expect(parseKeys(JSON.stringify({ keys: [testJwk] }))[0]).not.toContain(testJwk.d)
  })

  it.each(['', '<html>secret', '[]', '{"keys":{}}', JSON.stringify({ keys: Array(101).fill(testJwk) })])(
    'is invalid as %.20s',
    (text) => {
      expect(() => parseKeys(text)).toThrow(/^it is not a JWK set of at most 100 keys$/)
    },
  )
})
