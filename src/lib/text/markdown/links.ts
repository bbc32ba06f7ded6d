import { closeEmphasis } from './emphasis.ts'
import { type LinkDefinition, normalizeLabel } from './link-definitions.ts'
import { endOfAddress, endOfSiteName, hostOfAddress, readDestination, resolveTarget } from './link-syntax.ts'
import type { Opener, Reader } from './markdown-reader.ts'
import { linkEnd, markLinkStart, takeBack, write, writeSource } from './visible-output.ts'

const exclamationMark = 0x21
const closingBracket = 0x5d

// CommonMark's limit for labels; also limits how much is read again for nested brackets.
const maxLabelLength = 999

/** Reads a `[`: an invisible definition, or the possible start of a link or image. */
export function readOpeningBracket(reader: Reader): void {
  const { source, at, output } = reader
  const { hidden } = reader.definitions
  while ((hidden[reader.nextDefinition]?.start ?? at) < at) reader.nextDefinition++
  const definition = hidden[reader.nextDefinition]
  if (definition?.start === at) {
    skipDefinition(reader, definition)
    return
  }
  const last = output.length - 1
  const isImage = at > 0 && output.units[last] === exclamationMark && output.offsets[last] === at - 1
  reader.brackets.push(newOpener(reader, isImage ? last : output.length, output.length + 1))
  write(output, source.charCodeAt(at), at)
  reader.at++
}

export function newOpener({ at, output, emphasis }: Reader, mark: number, label: number): Opener {
  return { offset: at, mark, label, openRuns: emphasis.open.length, links: output.links.length }
}

/** Records a definition without references, which is still a source of the answer. */
function skipDefinition(reader: Reader, { start, end, label, target, title }: LinkDefinition): void {
  const at = reader.output.length
  if (!reader.usedLabels.has(label) && /^https?:/i.test(target)) {
    reader.output.links.push({ target, offset: start, from: at, to: at, title, isBare: false })
  }
  reader.at = end
}

/** Reads a `]`, and the target after it if it ends a link. */
export function readClosingBracket(reader: Reader): void {
  const opener = reader.brackets.pop()
  const end = opener && readLink(reader, opener)
  if (end === undefined) write(reader.output, closingBracket, reader.at)
  reader.at = end ?? reader.at + 1
}

/** Returns the index after the link; undefined if the brackets are text. */
function readLink(reader: Reader, opener: Opener): number | undefined {
  const { source, at, search, definitions } = reader
  if (source.charAt(at + 1) === '(') {
    const destination = readDestination(source, at + 1, search)
    if (!destination) return undefined
    endLink(reader, opener, destination.target)
    return destination.end
  }
  const own = at - opener.offset <= maxLabelLength ? normalizeLabel(source.slice(opener.offset + 1, at)) : ''
  const isNumber = /^\^?\d+\^?$/.test(own)
  const ownDefinition = definitions.find(own)
  // `[1][2]` cites two sources. In CommonMark it is the second one with the label "1".
  if (source.charAt(at + 1) === '[' && !(isNumber && ownDefinition)) {
    const end = endOfLabel(source, at + 2)
    const label = normalizeLabel(source.slice(at + 2, Math.max(end, at + 2))) || own
    const definition = end === -1 ? undefined : definitions.find(label)
    if (definition) {
      reader.usedLabels.add(label)
      endLink(reader, opener, definition.target)
      return end + 1
    }
  }
  // An entry in a list of sources does not refer to itself.
  if (!ownDefinition || ownDefinition.start === opener.offset) return undefined
  reader.usedLabels.add(own)
  if (!isNumber) {
    endLink(reader, opener, ownDefinition.target)
    return at + 1
  }
  // The number of a source keeps its brackets: without them it would join the preceding word.
  const { target, title } = ownDefinition
  const { output } = reader
  output.links.push({
    target,
    offset: opener.offset,
    from: opener.label,
    to: output.length,
    title,
    isBare: false,
  })
  return undefined
}

function endOfLabel(source: string, from: number): number {
  for (let i = from; i < source.length && i - from <= maxLabelLength; i++) {
    const char = source.charAt(i)
    if (char === ']') return i
    if (char === '[') break
    if (char === '\\') i++
  }
  return -1
}

/** Ends a link: removes its marks and keeps its label. A link without a target becomes its label. */
export function endLink(reader: Reader, opener: Opener, target: string): void {
  const { output, emphasis } = reader
  takeBack(output, opener.mark, opener.label - opener.mark)
  markLinkStart(output, opener.mark)
  closeEmphasis(emphasis, opener.openRuns)
  if (output.links.length > opener.links) {
    for (const link of output.links.splice(opener.links)) if (!link.isBare) output.links.push(link)
  }
  if (target !== '') {
    const { offset, label } = opener
    output.links.push({ target, offset, from: label, to: output.length, title: '', isBare: false })
  }
  write(output, linkEnd, reader.at)
}

/**
 * Reads a bare address from `from` to `to`. Only its host is visible text that names a site; its path and
 * query are internal names of the site.
 */
export function readAddress(reader: Reader, from: number, to: number): void {
  const { source, output } = reader
  const host = hostOfAddress(source, from, to)
  const label = output.length
  writeSource(output, source, host.from, host.to)
  if (host.to > host.from) output.hosts.push({ start: host.from, end: host.to })
  const target = resolveTarget(source.slice(from, to))
  output.links.push({ target, offset: from, from: label, to: output.length, title: '', isBare: true })
}

/** Reads a bare `http://`, `https://` or `www.` address at the reader's position; false if there is none. */
export function readBareAddress(reader: Reader): boolean {
  const { source, at, output } = reader
  if (at > 0 && /[a-z0-9]/i.test(source.charAt(at - 1))) return false
  const end = endOfSiteName(source, at) ?? endOfAddress(source, at)
  const host = hostOfAddress(source, at, end)
  const name = source.slice(host.from, host.to)
  if (!/^[^\s.][^\s]*$/.test(name) || (host.from === at && !/^www\.[^.]+\../i.test(name))) return false
  readAddress(reader, at, end)
  if (/[\p{L}\p{N}]/u.test(source.charAt(end))) write(output, linkEnd, end)
  reader.at = end
  return true
}
