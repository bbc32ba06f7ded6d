import { verify } from 'node:crypto'
import type { SigningKeys } from './signing-keys.ts'

/** An item or inner list of a structured field, with its parameters, as written. */
interface Member {
  value: string
  params: ReadonlyMap<string, string>
}

const bare = String.raw`(?:"(?:[ !#-\[\]-~]|\\["\\])*"|:[A-Za-z0-9+/]*={0,2}:|\?[01]|-?\d{1,15}(?:\.\d{1,3})?|[A-Za-z*][\w!#$%&'*+.^|~:/\x60-]*)`
const key = '[a-z*][a-z0-9_.*-]*'
const params = `(?:; *${key}(?:=${bare})?)*`
const list = String.raw`\( *(?:${bare}${params}(?: +${bare}${params})* *)?\)`
const member = `(${key})(?:=(${list}|${bare}))?(${params})`

const dictionaryPattern = new RegExp(String.raw`^${member}(?:[ \t]*,[ \t]*${member})*$`)
const memberPattern = new RegExp(member, 'g')
const itemPattern = new RegExp(`(${bare})(${params})`, 'g')
const paramPattern = new RegExp(`; *(${key})(?:=(${bare}))?`, 'g')

/** Parses a dictionary (RFC 9651, 3.2) in linear time. Undefined if it is malformed or empty. */
function parseDictionary(text: string): ReadonlyMap<string, Member> | undefined {
  if (!dictionaryPattern.test(text)) return undefined
  return new Map(text.matchAll(memberPattern).map(([, name = '', ...member]) => [name, memberOf(member)]))
}

function memberOf([value = '?1', params = '']: readonly (string | undefined)[]): Member {
  const pairs = params.matchAll(paramPattern)
  return { value, params: new Map(pairs.map(([, name = '', given = '?1']) => [name, given])) }
}

/** The items of an inner list. Undefined for other values. */
const itemsOf = ({ value }: Member): Member[] | undefined =>
  value.startsWith('(') ? Array.from(value.matchAll(itemPattern), ([, ...item]) => memberOf(item)) : undefined

/** The canonical text of an item or inner list. */
function serialized(member: Member): string {
  const items = itemsOf(member)?.map(serialized)
  const params = [...member.params].map(([name, value]) => `;${name}${value === '?1' ? '' : `=${value}`}`)
  return `${items === undefined ? member.value : `(${items.join(' ')})`}${params.join('')}`
}

/** The text of a string. Undefined for other values. */
const textOf = (value: string | undefined): string | undefined =>
  value?.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : undefined

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
  const [signatures, inputs] = [parseDictionary(request.signature), parseDictionary(request.input)]

  function verifyOne([label, input]: [string, Member]): SignatureResult {
    // A bare text is an earlier form of the header.
    const isBare = request.agent.startsWith('"')
    const agents = parseDictionary(isBare ? `${label}=${request.agent}` : request.agent)
    const [components, signature] = [itemsOf(input), signatures?.get(label)?.value ?? '']
    if (agents === undefined) return { problem: 'Signature-Agent is missing or malformed' }
    if (components === undefined || !signature.startsWith(':'))
      return { problem: 'Signature and Signature-Input do not match' }
    const { created = '', expires = '', keyid = '', alg = '"ed25519"' } = Object.fromEntries(input.params)
    if (alg !== '"ed25519"') return { problem: 'the algorithm is not ed25519' }
    if (!/^\d+$/.test(created) || !/^\d+$/.test(expires)) return { problem: 'created or expires is missing' }
    if (Number(created) * 1000 > atMs + skewMs) return { problem: 'the signature was not valid yet' }
    if (Number(expires) * 1000 < atMs - skewMs) return { problem: 'the signature had expired' }
    if (!components.some(({ value }) => /^"@(?:authority|target-uri)"$/.test(value)))
      return { problem: 'the signature covers neither @authority nor @target-uri' }

    const covered = components.flatMap((component) => coveredAgents(component, agents))
    if (covered.length === 0) return { problem: 'the signature does not cover Signature-Agent' }
    const signers = covered.map(originOf).filter((origin) => directories.has(origin))
    if (signers.length === 0) return { problem: 'Signature-Agent is not of the operator of the bot' }
    const keyOf = (origin: string) => directories.get(origin)?.get(textOf(keyid) ?? '')
    const signer = signers.find(keyOf) ?? ''
    const found = keyOf(signer)
    if (found === undefined) return { problem: 'the key is not in the directory of the operator' }
    if (atMs < found.fromMs - skewMs || atMs > found.untilMs + skewMs)
      return { problem: 'the key was not valid' }

    const values = components.map((component) => componentValue(component, request, agents))
    if (values.includes(undefined))
      return { problem: 'the log does not have all signed parts of the request' }
    const lines = components.map((component, at) => `${serialized(component)}: ${values[at]}\n`)
    const base = `${lines.join('')}"@signature-params": ${serialized(input)}`
    const isValid = verify(null, Buffer.from(base), found.key, Buffer.from(signature.slice(1, -1), 'base64'))
    return isValid ? { signer } : { problem: 'the signature does not match the request' }
  }

  if (signatures === undefined || inputs === undefined)
    return { problem: `${signatures ? 'Signature-Input' : 'Signature'} is malformed` }
  const tagged = [...inputs].filter(([, { params }]) => params.get('tag') === '"web-bot-auth"')
  const results = tagged.slice(0, maxSignatures).map(verifyOne)
  const verified = results.find((result) => 'signer' in result)
  return verified ?? results[0] ?? { problem: 'no signature has the tag web-bot-auth' }
}

const isAgent = ({ value }: Member) => value === '"signature-agent"'

/** The members of Signature-Agent that a component covers: one, or all if it has no key. */
function coveredAgents(component: Member, agents: ReadonlyMap<string, Member>): Member[] {
  if (!isAgent(component)) return []
  const key = textOf(component.params.get('key'))
  return [...agents].filter(([name]) => key === undefined || key === name).map(([, agent]) => agent)
}

/** Empty for a member that does not name a key directory, the default type. */
const originOf = ({ value, params }: Member): string =>
  [undefined, 'directory'].includes(params.get('type')) ? (textOf(value) ?? '').replace(/\/$/, '') : ''

/** The value of a component in the signature base (RFC 9421, 2). Undefined if the log does not have it. */
function componentValue(
  component: Member,
  { authority, method, path, query, agent, userAgent }: SignedRequest,
  agents: ReadonlyMap<string, Member>,
): string | undefined {
  if (isAgent(component) && component.params.has('key'))
    return coveredAgents(component, agents).map(serialized)[0]
  const values: Record<string, string | null> = {
    '"@method"': method,
    '"@authority"': authority,
    '"@path"': path,
    '"@query"': `?${query ?? ''}`,
    '"@target-uri"': path && `https://${authority}${path}${query === null ? '' : `?${query}`}`,
    '"signature-agent"': agent,
    '"user-agent"': userAgent,
  }
  return component.params.size === 0 ? (values[component.value] ?? undefined) : undefined
}
