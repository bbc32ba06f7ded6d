import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { z } from 'zod'
import { type AddressSet, createAddressSet, isNetwork, parseNetwork } from './addresses.ts'
import { botCatalog, proxyRangeNames, rangeNamesOf, rangeSources } from './catalogue.ts'
import type { RangeSource } from './catalogue-schema.ts'
import { parseRanges } from './parse-ranges.ts'
import { makeSigningKeys, parseKeys, type SigningKeys } from './signing-keys.ts'

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

/** The file format in which earlier releases stored a fetched list. */
const rangeFile = z.strictObject({
  url: z.string(),
  fetchedAt: z.iso.datetime(),
  etag: z.string().exactOptional(),
  lastModified: z.string().exactOptional(),
  networks: z.array(z.string().refine(isNetwork)).min(1),
})

type RangeFile = z.infer<typeof rangeFile>

export interface FileProblem {
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
export async function loadRangeLists(
  folder: string,
): Promise<{ lists: RangeLists; problems: FileProblem[] }> {
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
  const stored = parseStoredFile(text)
  const networks = stored?.networks ?? parseList(sources.get(name), text)
  const fetchedAtMs = stored === undefined ? (await stat(path)).mtimeMs : Date.parse(stored.fetchedAt)
  return makeRangeList(networks, fetchedAtMs, name)
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

/** Parses a list stored by an earlier release; undefined for text in another form. */
function parseStoredFile(text: string): RangeFile | undefined {
  try {
    return rangeFile.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
