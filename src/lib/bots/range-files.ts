import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { z } from 'zod'
import { type AddressSet, createAddressSet, isNetwork, parseNetwork } from './addresses.ts'
import { botCatalog, proxyRangeNames, rangeNamesOf, rangeSources } from './catalogue.ts'
import { parseRanges } from './parse-ranges.ts'

/** A list of addresses as it is used. */
export interface RangeList {
  contains: AddressSet
  networks: number
  /** When it was true, by the clock of the fetch, or of the file that somebody put there: milliseconds since 1970. */
  fetchedAtMs: number
}

/** The lists that there are, by their names. */
export type RangeLists = ReadonlyMap<string, RangeList>

/** What earlier releases have kept a fetched list as. */
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
const knownNames = new Set([...proxyRangeNames, ...botCatalog.flatMap(rangeNamesOf)])

/**
 * Reads all lists of a folder: those that an operator has put there, in the form in which they are published, under the list’s or the bot’s name (`gptbot.json`, `bytespider.txt`, `proxies.txt`). Of two files of
 * one name the newer counts. A file that is none is left out and told of; a folder that is not there has no lists.
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
      if (!knownNames.has(name)) throw new Error('it is named after no bot and no list')
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
  const services = rangeSources.find((source) => source.name === name)?.services
  const networks = stored?.networks ?? parseRanges(text, services)
  const fetchedAtMs = stored === undefined ? (await stat(path)).mtimeMs : Date.parse(stored.fetchedAt)
  return makeRangeList(networks, fetchedAtMs)
}

/** @throws Error for a text that is no network */
export function makeRangeList(networks: readonly string[], fetchedAtMs: number): RangeList {
  const contains = createAddressSet(networks.map(parseNetwork))
  return { contains, networks: networks.length, fetchedAtMs }
}

/** The list as an earlier release has written it; undefined for a text in another form. */
function parseStoredFile(text: string): RangeFile | undefined {
  try {
    return rangeFile.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
