import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import type { SitemapFacts } from './site-facts.ts'

export interface SitemapEntry {
  /** As written, trimmed. */
  loc: string
  /** Null if missing. */
  lastmod: string | null
}

type Kind = 'pages' | 'index'

/** Called with each entry and the type of the file. */
export type OnEntry = (entry: SitemapEntry, kind: Kind) => void

export interface ParsedSitemap {
  kind: SitemapFacts['kind']
  fault: 'malformed' | 'not_a_sitemap' | 'too_many_entries' | null
  /** Whether it is an HTML page, which some sites send for every URL. */
  isHtml: boolean
}

/** The protocol’s limit per file (sitemaps.org). */
const maxEntries = 50_000
/** Real files have three levels, and a few namespaces on their root. */
const maxDepth = 20
const maxAttributes = 100
/** The parser yields to other work after this many bytes. */
const chunkBytes = 64 * 1024

const roots: Record<string, Kind> = { urlset: 'pages', sitemapindex: 'index' }
const entryNames: Record<Kind, string> = { pages: 'url', index: 'sitemap' }

/** Stops the parser from within a handler. */
class Stop extends Error {
  readonly fault: ParsedSitemap['fault']

  constructor(fault: ParsedSitemap['fault']) {
    super()
    this.fault = fault
  }
}

/**
 * Reads a sitemap: an index, or a list of pages in XML or plain text. Streams entries without storing them,
 * and ignores elements of other namespaces (`image:loc`).
 * @param onEntry called for at most 50,000 entries
 * @throws the signal’s reason
 */
export async function parseSitemap(content: Buffer, onEntry: OnEntry, signal: AbortSignal): Promise<ParsedSitemap> {
  const start = content.toString('utf8', 0, 1000).replace(/^\uFEFF/, '')
  if (!/^\s*</.test(start)) return parseText(content, onEntry, signal)
  // In lowercase, it is not even XML.
  if (/^\s*<!doctype html/i.test(start)) return { kind: null, fault: 'not_a_sitemap', isHtml: true }
  const reading: Reading = { path: [], root: '', kind: null, entries: 0, text: '', onEntry }
  const parser = createParser(reading)
  const decoder = new TextDecoder('utf-8')
  try {
    for (let start = 0; start < content.length; start += chunkBytes) {
      parser.write(decoder.decode(content.subarray(start, start + chunkBytes), { stream: true }))
      await nextTurn()
      signal.throwIfAborted()
    }
    parser.close()
    return resultOf(reading, null)
  } catch (error) {
    if (error instanceof Stop) return resultOf(reading, error.fault)
    throw error
  }
}

interface Reading {
  /** Names of the open elements. */
  path: string[]
  root: string
  kind: Kind | null
  entries: number
  /** The text of the current element. */
  text: string
  loc?: string
  lastmod?: string
  onEntry: OnEntry
}

function resultOf({ kind, root }: Reading, fault: ParsedSitemap['fault']): ParsedSitemap {
  return { kind, fault: fault ?? (kind === null ? 'malformed' : null), isHtml: root.toLowerCase() === 'html' }
}

function createParser(reading: Reading): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false })
  let attributes = 0
  parser.on('error', () => {
    throw new Stop('malformed')
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > maxAttributes) throw new Stop('malformed')
  })
  parser.on('opentag', ({ name }) => {
    attributes = 0
    open(reading, name)
  })
  parser.on('text', (text) => {
    reading.text += text
  })
  parser.on('cdata', (text) => {
    reading.text += text
  })
  parser.on('closetag', ({ name }) => close(reading, name))
  return parser
}

function open(reading: Reading, name: string): void {
  const { path } = reading
  if (path.length === 0) {
    reading.root = name
    const kind = roots[withoutPrefix(name)]
    if (kind === undefined) throw new Stop('not_a_sitemap')
    reading.kind = kind
  }
  path.push(name)
  reading.text = ''
  if (path.length > maxDepth) throw new Stop('malformed')
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

function close(reading: Reading, name: string): void {
  const { path, root, kind, text } = reading
  path.pop()
  const prefix = root.slice(0, root.indexOf(':') + 1)
  const entryName = kind === null ? undefined : prefix + entryNames[kind]
  if (path.length === 2 && path[1] === entryName) {
    if (name === `${prefix}loc`) reading.loc ??= text.trim()
    if (name === `${prefix}lastmod`) reading.lastmod ??= text.trim()
  }
  if (kind !== null && path.length === 1 && name === entryName) {
    if (reading.entries === maxEntries) throw new Stop('too_many_entries')
    reading.entries += 1
    reading.onEntry({ loc: reading.loc ?? '', lastmod: reading.lastmod ?? null }, kind)
    delete reading.loc
    delete reading.lastmod
  }
}

/** One URL per line (sitemaps.org, “Text file”). */
async function parseText(content: Buffer, onEntry: OnEntry, signal: AbortSignal): Promise<ParsedSitemap> {
  const result = (kind: Kind | null, fault: ParsedSitemap['fault']) => ({ kind, fault, isHtml: false })
  let entries = 0
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf('\n', start)
    const line = content.toString('utf8', start, end === -1 ? undefined : end).replace(/^\uFEFF/, '')
    start = end === -1 ? content.length : end + 1
    const loc = line.trim()
    if (loc === '') continue
    // The first line distinguishes a URL list from other text.
    if (entries === 0 && !/^https?:\/\//i.test(loc)) return result(null, 'malformed')
    if (entries === maxEntries) return result('pages', 'too_many_entries')
    entries += 1
    onEntry({ loc, lastmod: null }, 'pages')
    if (entries % 1000 === 0) await nextTurn()
    signal.throwIfAborted()
  }
  return result(entries > 0 ? 'pages' : null, entries > 0 ? null : 'malformed')
}
