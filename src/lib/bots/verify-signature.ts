import { verify } from 'node:crypto'
import {
  type Dictionary,
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers'
import type { SigningKeys } from './signing-keys.ts'

type Member = Item | InnerList

/** Undefined if it is malformed or empty. */
function parseMembers(text: string): Dictionary | undefined {
  try {
    const members = parseDictionary(text)
    return members.size > 0 ? members : undefined
  } catch {
    return undefined
  }
}

/** A logged request. Null for parts that the log does not have. */
export interface SignedRequest {
  /** Signature, Signature-Input and Signature-Agent, as sent. */
  signature: string
  input: string
  agent: string
  /** With the port if it is not the default. */
  authority: string | null
  method: string | null
  path: string | null
  query: string | null
  userAgent: string | null
}

/** The origin of the directory with the key, or why the signature proves nothing. */
export type SignatureResult = { signer: string; problem?: never } | { signer?: never; problem: string }

/** Clocks differ, and logs round times. */
const skewMs = 60_000
/** A real request has one or two. */
const maxSignatures = 4

/**
 * Verifies a signature of Web Bot Auth (RFC 9421, draft-meunier-webbotauth-httpsig-protocol) at the time of the
 * request. Of several signatures, one that verifies is enough. Never throws.
 * @param directories the keys of accepted signers by origin; undefined before their first fetch
 */
export function verifySignature(
  request: SignedRequest,
  directories: ReadonlyMap<string, SigningKeys | undefined>,
  atMs: number,
): SignatureResult {
  const [signatures, inputs] = [parseMembers(request.signature), parseMembers(request.input)]

  function verifyOne([label, input]: [string, Member]): SignatureResult {
    // A bare text is an earlier form of the header.
    const isBare = request.agent.startsWith('"')
    const agents = parseMembers(isBare ? `${label}=${request.agent}` : request.agent)
    const signature = signatures?.get(label)?.[0]
    if (agents === undefined) return { problem: 'Signature-Agent is missing or malformed' }
    if (!isInnerList(input) || !(signature instanceof ArrayBuffer))
      return { problem: 'Signature and Signature-Input do not match' }
    const [components, params] = input
    const { created, expires, keyid, alg = 'ed25519' } = Object.fromEntries(params)
    if (alg !== 'ed25519') return { problem: 'the algorithm is not ed25519' }
    if (!Number.isInteger(created) || !Number.isInteger(expires)) return { problem: 'created or expires is missing' }
    if (Number(created) * 1000 > atMs + skewMs) return { problem: 'the signature was not valid yet' }
    if (Number(expires) * 1000 < atMs - skewMs) return { problem: 'the signature had expired' }
    if (!components.some(([name]) => name === '@authority' || name === '@target-uri'))
      return { problem: 'the signature covers neither @authority nor @target-uri' }

    const covered = components.flatMap((component) => coveredAgents(component, agents))
    if (covered.length === 0) return { problem: 'the signature does not cover Signature-Agent' }
    const signers = covered.map(originOf).filter((origin) => directories.has(origin))
    if (signers.length === 0) return { problem: 'Signature-Agent is not of the operator of the bot' }
    const keyOf = (origin: string) => directories.get(origin)?.get(String(keyid))
    const signer = signers.find(keyOf) ?? ''
    const found = keyOf(signer)
    if (found === undefined) return { problem: 'the key is not in the directory of the operator' }
    if (atMs < found.fromMs - skewMs || atMs > found.untilMs + skewMs) return { problem: 'the key was not valid' }

    const values = components.map((component) => componentValue(component, request, agents))
    if (values.includes(undefined)) return { problem: 'the log does not have all signed parts of the request' }
    const lines = components.map((component, at) => `${serializeItem(component)}: ${values[at]}\n`)
    const base = `${lines.join('')}"@signature-params": ${serializeInnerList(input)}`
    const isValid = verify(null, Buffer.from(base), found.key, Buffer.from(signature))
    return isValid ? { signer } : { problem: 'the signature does not match the request' }
  }

  if (signatures === undefined || inputs === undefined)
    return { problem: `${signatures ? 'Signature-Input' : 'Signature'} is malformed` }
  const tagged = [...inputs].filter(([, [, params]]) => params.get('tag') === 'web-bot-auth')
  const results = tagged.slice(0, maxSignatures).map(verifyOne)
  const verified = results.find((result) => 'signer' in result)
  return verified ?? results[0] ?? { problem: 'no signature has the tag web-bot-auth' }
}

/** The members of Signature-Agent that a component covers: one, or all if it has no key. */
function coveredAgents([name, params]: Item, agents: Dictionary): Member[] {
  if (name !== 'signature-agent') return []
  const key = params.get('key')
  return [...agents].filter(([label]) => key === undefined || key === label).map(([, agent]) => agent)
}

/** Empty for a member that does not name a key directory, the default type. */
function originOf([value, params]: Member): string {
  const type = params.get('type') ?? 'directory'
  return typeof value === 'string' && String(type) === 'directory' ? value.replace(/\/$/, '') : ''
}

/** The value of a component in the signature base (RFC 9421, 2). Undefined if the log does not have it. */
function componentValue(
  component: Item,
  { authority, method, path, query, agent, userAgent }: SignedRequest,
  agents: Dictionary,
): string | undefined {
  const [name, params] = component
  if (name === 'signature-agent' && params.has('key'))
    return coveredAgents(component, agents).map((one) =>
      isInnerList(one) ? serializeInnerList(one) : serializeItem(one),
    )[0]
  const values: Record<string, string | null> = {
    '@method': method,
    '@authority': authority,
    '@path': path,
    '@query': `?${query ?? ''}`,
    '@target-uri': path && `https://${authority}${path}${query === null ? '' : `?${query}`}`,
    'signature-agent': agent,
    'user-agent': userAgent,
  }
  return params.size === 0 ? (values[String(name)] ?? undefined) : undefined
}
