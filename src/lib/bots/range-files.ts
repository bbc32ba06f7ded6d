import { readdir, readFile, stat } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join, parse } from 'node:path'
import { decodeHTML } from 'entities'
import { type AddressSet, createAddressSet, type Network, parseNetwork } from './addresses.ts'
import { botCatalog, proxyRangeNames, rangeNamesOf, rangeSources } from './catalogue.ts'
import type { RangeSource } from './catalogue-schema.ts'
import { makeSigningKeys, parseKeys, type SigningKeys } from './signing-keys.ts'

/** More networks than any operator has: a larger file is not a valid list. */
const maxNetworks = 100_000

/** Maximum share of the address space for a whole list: more would verify a good part of the internet. */
const maxShare = { ipv4: 2 ** -7, ipv6: 2 ** -16 }

type Entry = Record<string, unknown>

/**
 * Reads a published address list. Detects the format by content:
 *
 * - JSON with `prefixes` of `{ipv4Prefix}` or `{ipv6Prefix}` (Google’s form, used by most operators), of
 *   `{ip_prefix}`, or plain texts; with `ipv6_prefixes` as well (AWS); or with `addresses` and
 *   `ipv6_addresses` (Fastly);
 * - a web page with such JSON in it (Amazonbot);
 * - plain text, one address or network per line, with `#` comments.
 *
 * Accepts a list completely or not at all: an error page or half a file must not count as a list.
 * @param services in a list whose entries have a `service`, those to read
 * @returns the networks as written, at least one
 * @throws Error that describes the problem and its place without repeating the text
 */
export function parseRanges(text: string, services?: readonly string[]): string[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  const networks = networksIn(trimmed, services)
  if (networks.length === 0) throw new Error('it lists no addresses')
  if (networks.length > maxNetworks) throw new Error(`it lists more than ${maxNetworks} networks`)
  const distinct = [...new Set(networks)]
  const shares = { ipv4: 0, ipv6: 0 }
  for (const [index, network] of distinct.entries()) {
    const { address, length } = checkedNetwork(network, index)
    shares[isIPv6(address) ? 'ipv6' : 'ipv4'] += 2 ** -length
  }
  if (shares.ipv4 > maxShare.ipv4 || shares.ipv6 > maxShare.ipv6)
    throw new Error('its networks together are wider than those of any operator')
  return distinct
}

function checkedNetwork(network: string, index: number): Network {
  try {
    return parseNetwork(network)
  } catch (error) {
    throw new Error(`its entry ${index + 1} ${(error as Error).message}`)
  }
}

function networksIn(text: string, services: readonly string[] | undefined): string[] {
  if (text.startsWith('{')) return networksOfJson(parseJson(text), services)
  if (text.startsWith('<')) return networksOfJson(parseJson(jsonWithin(text)), services)
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
}

function parseJson(text: string): Entry {
  try {
    return JSON.parse(text) as Entry
  } catch {
    throw new Error('it is not JSON')
  }
}

function networksOfJson(document: Entry, services: readonly string[] | undefined): string[] {
  const keys = ['prefixes', 'ipv6_prefixes', 'addresses', 'ipv6_addresses'].filter((key) => key in document)
  return keys.flatMap((key) => {
    const list = document[key]
    if (!Array.isArray(list)) throw new Error(`its "${key}" is not a list`)
    return list.flatMap((entry, index) => (isOfService(entry, services) ? [networkOf(entry, index)] : []))
  })
}

function isOfService(entry: unknown, services: readonly string[] | undefined): boolean {
  return services === undefined || services.includes(String((entry as Entry | null)?.service))
}

function networkOf(entry: unknown, index: number): string {
  if (typeof entry === 'string') return entry
  const { ipv4Prefix, ipv6Prefix, ip_prefix, ipv6_prefix } = (entry ?? {}) as Entry
  const given = [ipv4Prefix, ipv6Prefix, ip_prefix, ipv6_prefix].filter((value) => value !== undefined)
  const [network] = given
  if (given.length !== 1 || typeof network !== 'string') {
    throw new Error(`its entry ${index + 1} has an unknown form`)
  }
  return network
}

function jsonWithin(page: string): string {
  const visible = decodeHTML(page.replace(/<[^<>]*>/g, ''))
  const json = /\{[^{}]*"prefixes"\s*:\s*\[[^[\]]*\]\s*\}/.exec(visible)?.[0]
  if (json === undefined) throw new Error('it is a web page without an address list')
  return json
}

/** An address list or a key directory in use. */
export interface RangeList {
  contains: AddressSet
  /** Number of networks or keys. */
  networks: number
  /** Of a key directory, which contains no addresses. */
  keys?: SigningKeys
  /** When it was valid, in milliseconds since 1970: the time of the fetch or of the file. */
  fetchedAtMs: number
}

/** The loaded lists, by name. */
export type RangeLists = ReadonlyMap<string, RangeList>

interface FileProblem {
  file: string
  reason: string
}

const extensions = ['.json', '.txt', '.html']
const sources = new Map(rangeSources.map((source) => [source.name, source]))
const knownNames = new Set([...proxyRangeNames, ...botCatalog.flatMap(rangeNamesOf), ...sources.keys()])

/**
 * Reads all lists of a folder. The operator adds them in their published form under the list’s or the bot’s
 * name (`gptbot.json`, `bytespider.txt`, `proxies.txt`). If two files have one name, the newer counts.
 * Reports invalid files and skips them. A missing folder has no lists.
 */
export async function loadRangeLists(folder: string): Promise<{ lists: RangeLists; problems: FileProblem[] }> {
  const lists = new Map<string, RangeList>()
  const problems: FileProblem[] = []
  for (const file of await filesOf(folder)) {
    const { name: written, ext } = parse(file)
    const name = written.toLowerCase()
    if (name.startsWith('.') || !extensions.includes(ext)) continue
    try {
      if (!knownNames.has(name)) throw new Error('its name matches no bot and no list')
      const list = await readRangeList(join(folder, file), name)
      const other = lists.get(name)
      if (other === undefined || list.fetchedAtMs >= other.fetchedAtMs) lists.set(name, list)
    } catch (error) {
      problems.push({ file, reason: (error as Error).message })
    }
  }
  return { lists, problems }
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readRangeList(path: string, name: string): Promise<RangeList> {
  const text = await readFile(path, 'utf8')
  return makeRangeList(parseList(sources.get(name), text), (await stat(path)).mtimeMs, name)
}

/** The networks of a published list, or the keys of a directory. @throws Error without the text if it is invalid */
export const parseList = (source: Partial<RangeSource> | undefined, text: string): string[] =>
  source?.isKeyDirectory ? parseKeys(text) : parseRanges(text, source?.services)

/** @throws Error if a text is not a network or key */
export function makeRangeList(networks: readonly string[], fetchedAtMs: number, name = ''): RangeList {
  if (sources.get(name)?.isKeyDirectory)
    return { contains: () => false, networks: networks.length, keys: makeSigningKeys(networks), fetchedAtMs }
  const contains = createAddressSet(networks.map(parseNetwork))
  return { contains, networks: networks.length, fetchedAtMs }
}
